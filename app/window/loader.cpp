#include "app/window/loader.h"

#include <chrono>
#include <new>
#include <utility>

#include "compute/stages/suggest_radius.h"
#include "ui/numbers.h"

namespace arete {

namespace {

constexpr double kMinimumForEstimate_s = 0.5;  // before that the remaining time would be a guess

}  // namespace

std::string Loader::Progress::text() const {
  constexpr double kMilliseconds = 1000;
  std::string text = formatBytes(read.bytesDone) + " of " + formatBytes(read.bytesTotal);
  if (read.points > 0) text += " · " + formatCount(read.points, "point");
  if (seconds > kMinimumForEstimate_s && fraction() > 0)
    text += " · " + formatMilliseconds(kMilliseconds * seconds * (1 - fraction()) / fraction()) + " left";
  return text;
}

void Loader::start(std::filesystem::path path, ReadOptions options) {
  cancel();
  {
    const std::lock_guard lock(mutex_);
    progress_ = {};
  }
  // The thread before is told to stop and joined here: readers look at their stop token often, so this takes milliseconds.
  thread_ = std::jthread([this, path = std::move(path), options = std::move(options)](std::stop_token stop) { run(path, options, stop); });
}

void Loader::cancel() { thread_.request_stop(); }

Loader::Progress Loader::progress() const {
  const std::lock_guard lock(mutex_);
  return progress_;
}

void Loader::run(const std::filesystem::path& path, const ReadOptions& options, std::stop_token stop) {
  const auto begin = std::chrono::steady_clock::now();
  const auto report = [&](const ReadProgress& read) {
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
    const std::lock_guard lock(mutex_);
    progress_ = {read, elapsed.count()};
  };
  std::optional<LoadedCloud> loaded;
  std::optional<Error> error;
  try {
    loaded = LoadedCloud{path, readCloud(path, options, stop, report)};
    loaded->suggestedR1 = suggestRadius(loaded->file.cloud);
    ThreadPool threads;  // millions of points: too long for the thread of the window
    loaded->points = std::make_shared<const CloudPoints>(loaded->file.cloud, viewOf(loaded->file.cloud, Viewport{}).axes, threads);
  } catch (const Cancelled&) {
    return;
  } catch (const Error& thrown) {
    error = thrown;
  } catch (const std::bad_alloc&) {
    error = Error(ErrorKind::outOfMemory, "cannot open", path.string(), "not enough memory for its points",
                  "close other programs, or thin the cloud first");
  } catch (const std::exception& thrown) {
    error = Error(ErrorKind::internal, "cannot open", path.string(), thrown.what(), "please report this with the file");
  }
  if (error) loaded.reset();
  if (!stop.stop_requested()) done_(std::move(loaded), std::move(error));
}

}  // namespace arete
