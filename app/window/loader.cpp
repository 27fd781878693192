#include "app/window/loader.h"

#include <algorithm>
#include <chrono>

#include "compute/core/machine_memory.h"
#include "compute/io/file_heads.h"
#include "compute/io/odd_points.h"
#include "compute/io/read_clouds.h"
#include "compute/text/translate.h"
#include "ui/numbers.h"

namespace arete {

namespace {

constexpr double kMinimumForEstimate_s = 0.5;  // before that the remaining time would be a guess

}  // namespace

std::string Loader::Progress::text() const {
  std::string text = filled(tr("%1 of %2"), formatBytes(read.bytesDone), formatBytes(read.bytesTotal));
  if (read.points > 0) text += " · " + formatCount(read.points, "%1 point", "%1 points");
  if (parsed) text.append(" · ").append(tr("getting ready"));
  else if (seconds > kMinimumForEstimate_s && fraction() > 0) text += " · " + formatRemaining(seconds * (1 - fraction()) / fraction());
  return text;
}

Loader::Loader(Done done, Worker::Failed failed, Post post)
    : done_(std::move(done)), worker_("cannot open", "close other programs, or thin the cloud first", std::move(failed), std::move(post)) {}

void Loader::start(std::vector<std::filesystem::path> files, ReadOptions options, std::optional<Filter> filter) {
  cancel();  // first, so that progress of the previous request is not taken for this one's
  {
    const std::lock_guard lock(mutex_);
    progress_ = {};
    sample_.reset();
  }
  std::string where = files.front().string();
  worker_.start(
      [this, files = std::move(files), options = std::move(options), filter = std::move(filter),
       memory = memory_](const std::stop_token& stop) -> Worker::Then {
        const auto loaded = std::make_shared<LoadedCloud>(load(files, options, memory, stop));
        loaded->filter = filter;
        return [this, loaded] { done_(std::move(*loaded)); };
      },
      std::move(where));
}

Loader::Progress Loader::progress() const {
  const std::lock_guard lock(mutex_);
  return progress_;
}

std::optional<LoadSample> Loader::takeSample() {
  const std::lock_guard lock(mutex_);
  return std::exchange(sample_, std::nullopt);
}

/// Some of the points of files that stay on the disk.
static LoadedCloud someOf(const std::vector<std::filesystem::path>& files, const ReadOptions& options, DiskOptions memory,
                          const std::stop_token& stop, const ReadProgressFunction& report) {
  constexpr uint64_t kShare = 400, kFewest = 100'000, kMost = 2'000'000;  // of the memory, bytes a point
  const uint64_t allowed = memory.allowed_bytes;
  if (memory.scratch.empty()) memory.scratch = std::filesystem::is_directory("/var/tmp") ? "/var/tmp" : std::filesystem::temp_directory_path();
  const auto disk = std::make_shared<FilesOnDisk>(files, options, std::move(memory), stop, report);
  FilesOnDisk::Sample some = disk->sample(uint32_t(std::clamp(allowed / kShare, kFewest, kMost)), stop);
  LoadedCloud loaded{.path = {}, .file = std::move(some.file), .suggested = std::move(some.suggested), .read = options};
  loaded.file.warnings.insert(
      loaded.file.warnings.begin(),
      filled(tr("%1 points stay on the disk, and at most %2 of memory are used for them. %3 of them are shown; curves are found in all."),
             formatCount(disk->size()), formatBytes(allowed), formatCount(loaded.file.cloud.size())));
  loaded.elsewhere = disk;
  return loaded;
}

LoadedCloud Loader::load(const std::vector<std::filesystem::path>& files, const ReadOptions& options, const DiskOptions& memory,
                         const std::stop_token& stop) {
  const auto begin = std::chrono::steady_clock::now();
  ThreadPool threads;  // millions of points: too long for the thread of the window
  const auto prepared = [&](const PointCloud& cloud) { return std::make_shared<CloudPoints>(cloud, viewOf(cloud, Viewport{}).axes, threads); };
  const auto report = [&](const ReadProgress& read) {
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
    const std::lock_guard lock(mutex_);
    if (!stop.stop_requested()) progress_ = {read, elapsed.count(), read.points > 0 && read.bytesDone == read.bytesTotal};
  };
  const auto show = [&](const PointCloud& cloud) {
    LoadSample sample{cloud, prepared(cloud)};
    const std::lock_guard lock(mutex_);
    if (!stop.stop_requested()) sample_ = std::move(sample);
  };
  const size_t kDrawn = sizeof(float) * 4;  // of a point
  const auto bound = boundFor(files, options, memory.allowed_bytes, machineMemory().free_bytes, kDrawn, stop);
  LoadedCloud loaded = bound ? someOf(files, options, {*bound, memory.scratch}, stop, report)
                             : LoadedCloud{.path = {}, .file = readClouds(files, options, stop, report, show), .suggested = {}, .read = options};
  loaded.morePaths.assign(files.begin(), files.end());
  if (!bound) tellOddPoints(true, loaded.file);
  leaveOut(loaded.file.leftOut, loaded.morePaths);
  loaded.path = loaded.morePaths.front();
  loaded.morePaths.erase(loaded.morePaths.begin());
  if (!bound) loaded.suggested = explainRadius(loaded.file.cloud, stop);
  if (!stop.stop_requested()) loaded.points = prepared(loaded.file.cloud);
  return loaded;
}

}  // namespace arete
