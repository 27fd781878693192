#include "app/window/loader.h"

#include <chrono>
#include <cmath>

#include "compute/io/file_heads.h"
#include "compute/io/read_clouds.h"
#include "ui/numbers.h"

namespace arete {

namespace {

constexpr double kMinimumForEstimate_s = 0.5;  // before that the remaining time would be a guess

}  // namespace

/// In whole seconds or minutes: it is an estimate.
static std::string remaining(double seconds) {
  constexpr double kMinute = 60;
  const bool minutes = seconds > 2 * kMinute;
  return formatCount(uint64_t(std::ceil(minutes ? seconds / kMinute : seconds))) + (minutes ? " min left" : " s left");
}

std::string Loader::Progress::text() const {
  std::string text = formatBytes(read.bytesDone) + " of " + formatBytes(read.bytesTotal);
  if (read.points > 0) text += " · " + formatCount(read.points, "point");
  if (parsed) text += " · getting ready";
  else if (seconds > kMinimumForEstimate_s && fraction() > 0) text += " · " + remaining(seconds * (1 - fraction()) / fraction());
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
      [this, files = std::move(files), options = std::move(options), filter = std::move(filter)](const std::stop_token& stop) -> Worker::Then {
        const auto loaded = std::make_shared<LoadedCloud>(load(files, options, stop));
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

LoadedCloud Loader::load(const std::vector<std::filesystem::path>& files, const ReadOptions& options, const std::stop_token& stop) {
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
  LoadedCloud loaded{.path = {}, .file = readClouds(files, options, stop, report, show), .suggested = {}, .read = options};
  loaded.morePaths.assign(files.begin(), files.end());
  leaveOut(loaded.file.leftOut, loaded.morePaths);
  loaded.path = loaded.morePaths.front();
  loaded.morePaths.erase(loaded.morePaths.begin());
  loaded.suggested = explainRadius(loaded.file.cloud, stop);
  if (!stop.stop_requested()) loaded.points = prepared(loaded.file.cloud);
  return loaded;
}

}  // namespace arete
