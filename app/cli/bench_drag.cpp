// bench drag: how soon frames follow R1, by the window's own engine, which computes on a thread of its own and gives frames. R1 is changed once, when
// nothing else goes on, and then again and again as a mouse does that drags it; a frame counts from the moment its R1 was asked for.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <map>
#include <mutex>
#include <numbers>
#include <optional>
#include <thread>

#include "app/cli/bench.h"
#include "app/cli/progress.h"
#include "app/cli/text.h"
#include "compute/core/error.h"
#include "compute/engine/engine.h"
#include "compute/engine/network_state.h"
#include "compute/engine/run_job.h"
#include "compute/network/rules/network_params.h"

namespace arete::cli {

namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds kMouse{16};  // between two places of a mouse
constexpr std::chrono::milliseconds kRest{50};   // longer than a picture stays: then the next frame need not wait for it
constexpr std::chrono::seconds kDrag{2};
constexpr double kSpan = 1.25;  // R1 is dragged from 1/kSpan of it to kSpan times it, and back

/// The middle one; 0 of none.
double medianOf(std::vector<double> times) {
  if (times.empty()) return 0;
  std::ranges::nth_element(times, times.begin() + ptrdiff_t(times.size() / 2));
  return times[times.size() / 2];
}

/// What came, in ms after its R1 was asked for.
struct Lags {
  std::vector<double> nodes;   ///< the first frame with nodes, of each R1 that had one
  std::vector<double> curves;  ///< finished curves
  int frames = 0;
};

/// An engine, and when its frames come.
class DraggedEngine {
 public:
  explicit DraggedEngine(const BenchInput& input) : input_(input), engine_([this](EngineEvent event) { take(std::move(event)); }) {}

  void start(double r1) {
    Job job = input_.job;
    job.params.set(kR1Param, r1);
    const std::lock_guard lock(mutex_);  // so that no frame comes before its start is known
    last_ = engine_.start(input_.cloud, std::move(job), Engine::kToTheEnd);
    asked_[last_] = Clock::now();
  }
  /// Until what was asked for last is there. Throws what the engine reports.
  void wait(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    const std::stop_callback cancel(stop, [&] { engine_.cancel(); });
    changed_.wait(lock, [&] { return done_ == last_; });
    if (stop.stop_requested()) throw Cancelled{};
    if (error_) throw Error(*error_);
  }
  Lags takeLags() {
    const std::lock_guard lock(mutex_);
    return std::exchange(lags_, {});
  }
  std::string hash() const {
    const std::lock_guard lock(mutex_);
    return hash_;
  }

 private:
  void take(EngineEvent event) {
    const std::lock_guard lock(mutex_);
    if (event.error) error_ = std::move(event.error);
    if (event.frame) {
      const double lag = std::chrono::duration<double, std::milli>(Clock::now() - asked_.at(event.generation)).count();
      ++lags_.frames;
      if (!hasOnlySuperPoints(event.frame->record().stage) && std::exchange(withNodes_, event.generation) != event.generation)
        lags_.nodes.push_back(lag);
      if (event.frame->finished && event.frame->curveKnown) lags_.curves.push_back(lag), hash_ = event.frame->hash;
    }
    if (!event.busy) done_ = event.generation;
    changed_.notify_all();
  }

  const BenchInput& input_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::map<uint64_t, Clock::time_point> asked_;
  uint64_t last_ = 0, done_ = 0, withNodes_ = 0;
  Lags lags_;
  std::string hash_;
  std::optional<Error> error_;
  Engine engine_;  ///< last: its thread ends before the rest goes
};

/// R1 of a mouse that goes to and fro, a whole way in a second.
double draggedTo(double r1, double seconds) { return r1 * std::pow(kSpan, std::sin(std::numbers::pi * seconds)); }

Json measureDrag(const BenchOptions& options, const BenchInput& input, const std::stop_token& stop) {
  DraggedEngine engine(input);
  const double r1 = input.job.r1();
  const auto once = [&](double radius) {
    std::this_thread::sleep_for(kRest);
    engine.start(radius), engine.wait(stop);
  };
  once(r1);  // the first use of a device takes longer
  const auto oneThread = makeCpuDevice(1);
  if (const std::string hash = runJobOn(*oneThread, input.cloud, input.job.onCpu(), {}, stop)->hash; hash != engine.hash())
    throw Error(ErrorKind::internal, "the answers differ, so they are not timed", "drag", "the hash is not that of a run on one thread");
  engine.takeLags();
  for (int i = 0; i < options.repeat; ++i) once(draggedTo(r1, 0.05 * i));
  const Lags atRest = engine.takeLags();
  const auto begin = Clock::now();
  for (auto now = begin; now - begin < kDrag; std::this_thread::sleep_until(now += kMouse))
    engine.start(draggedTo(r1, std::chrono::duration<double>(now - begin).count()));
  engine.wait(stop);
  const Lags dragged = engine.takeLags();
  const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  once(r1);  // whose hash is told
  return {{"curve", input.job.curveKind() == CurveKind::network ? "network" : "chains"},
          {"points", input.cloud.size()},
          {"dimension", input.cloud.dimension()},
          {"r1", r1},
          {"nodes_ms", medianOf(atRest.nodes)},
          {"curve_ms", medianOf(atRest.curves)},
          {"dragged_nodes_ms", medianOf(dragged.nodes)},
          {"slowest_dragged_nodes_ms", dragged.nodes.empty() ? 0 : std::ranges::max(dragged.nodes)},
          {"dragged_curve_ms", medianOf(dragged.curves)},
          {"frames_per_s", dragged.frames / seconds},
          {"curves_per_s", double(dragged.curves.size()) / seconds},
          {"hash", engine.hash().substr(0, 8)}};
}

}  // namespace

Json benchDrag(const BenchOptions& options, Device& device, std::stop_token stop) {
  Progress progress;
  Json rows = Json::array();
  for (const auto& [dimension, points] : cloudsOf(options))
    for (const CurveKind curve : {CurveKind::chains, CurveKind::network}) {
      if (curve == CurveKind::network && dimension > 3) continue;
      progress.show(0, "dragging R1, " + points + " points");
      BenchInput input = makeInput(options, pointCount(points), dimension, device, stop);
      input.job.params.set(kCurveParam, double(curve));
      input.job.params.set(kProfileParam, options.params.get(kProfileParam));
      rows.push_back(measureDrag(options, input, stop));
    }
  return rows;
}

}  // namespace arete::cli
