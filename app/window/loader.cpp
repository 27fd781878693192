#include "app/window/loader.h"

#include <chrono>
#include <cmath>
#include <new>

#include "compute/core/thread_priority.h"
#include "compute/stages/suggest_radius.h"
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
  else if (seconds > kMinimumForEstimate_s && fraction() > 0)
    text += " · " + remaining(seconds * (1 - fraction()) / fraction());
  return text;
}

uint64_t Loader::start(std::filesystem::path path, ReadOptions options) {
  cancel();
  {
    const std::lock_guard lock(mutex_);
    progress_ = {};
    sample_.reset();
  }
  const uint64_t request = ++requests_;
  const auto work = [this, request, path = std::move(path), options = std::move(options)](std::stop_token stop, std::jthread before) {
    if (before.joinable()) before.join();
    run(request, path, options, std::move(stop));
  };
  thread_ = std::jthread(work, std::move(thread_));
  return request;
}

Loader::Progress Loader::progress() const {
  const std::lock_guard lock(mutex_);
  return progress_;
}

std::optional<LoadSample> Loader::takeSample() {
  const std::lock_guard lock(mutex_);
  return std::exchange(sample_, std::nullopt);
}

LoadedCloud Loader::load(const std::filesystem::path& path, const ReadOptions& options, const std::stop_token& stop) {
  const auto begin = std::chrono::steady_clock::now();
  ThreadPool threads;  // millions of points: too long for the thread of the window
  const auto prepared = [&](const PointCloud& cloud) {
    return std::make_shared<CloudPoints>(cloud, viewOf(cloud, Viewport{}).axes, threads);
  };
  // What a request that was given up still has to say must not be taken for the next one's: the stop comes before that one starts.
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
  LoadedCloud loaded{path, readCloud(path, options, stop, report, show)};
  loaded.suggestedR1 = suggestRadius(loaded.file.cloud);
  if (!stop.stop_requested()) loaded.points = prepared(loaded.file.cloud);
  return loaded;
}

void Loader::run(uint64_t request, const std::filesystem::path& path, const ReadOptions& options, std::stop_token stop) {
  giveWay();
  std::optional<LoadedCloud> loaded;
  std::optional<Error> error;
  try {
    loaded = load(path, options, stop);
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
  if (!stop.stop_requested()) done_(request, std::move(loaded), std::move(error));
}

}  // namespace arete
