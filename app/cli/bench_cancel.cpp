// bench cancel: how long work goes on after a request to stop. Everything that may take long is started again and again and stopped
// at random moments.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <optional>
#include <thread>

#include "app/cli/bench.h"
#include "app/cli/progress.h"
#include "app/cli/text.h"
#include "compute/core/error.h"
#include "compute/core/philox.h"
#include "compute/core/start_thread.h"
#include "compute/engine/detector.h"
#include "compute/engine/run_job.h"
#include "compute/generate/generate.h"
#include "compute/network/rules/network_params.h"

namespace arete::cli {

namespace {

using Clock = std::chrono::steady_clock;
using Work = std::function<void(std::stop_token)>;

const std::pair<NetworkProfile, std::string> kSearched[] = {
    {NetworkProfile::map, "map"}, {NetworkProfile::surface, "surface"}, {NetworkProfile::wires, "wires"}};

double milliseconds(Clock::duration duration) { return std::chrono::duration<double, std::milli>(duration).count(); }

/// How long `work` went on when stopped `after` its start, in ms; nothing when it ended before. Throws Cancelled when `outer` is stopped.
std::optional<double> timeToStop(const Work& work, Clock::duration after, const std::stop_token& outer) {
  std::stop_source stop;
  const std::stop_callback stopToo(outer, [&] { stop.request_stop(); });
  std::atomic<Clock::time_point> stopped{};
  const std::jthread stopper = startThread("cannot stop the work", [&, until = Clock::now() + after](std::stop_token ended) {
    constexpr auto kNap = std::chrono::milliseconds(1);
    while (Clock::now() < until && !ended.stop_requested()) std::this_thread::sleep_until(std::min(until, Clock::now() + kNap));
    stopped = Clock::now();
    stop.request_stop();
  });
  try {
    work(stop.get_token());
  } catch (const Cancelled&) {
    if (outer.stop_requested()) throw;
    return milliseconds(Clock::now() - stopped.load());
  }
  if (outer.stop_requested()) throw Cancelled{};
  return {};
}

/// Everything up to a frame, as in the window.
void detect(const BenchInput& input, Device& device, CurveKind kind, double r1, std::stop_token stop) {
  Job job = input.job;
  job.params.set(kCurveParam, double(kind));
  job.params.set(kR1Param, r1);
  Detector detector(input.cloud, job, device, stop);
  detector.advance(StepKind::end, stop);
  detector.frame(true, true, stop);
}

/// Profile and R1 of a network.
void search(const BenchInput& input, Device& device, NetworkProfile profile, std::stop_token stop) {
  Job job = input.job;
  job.params.set(kCurveParam, double(CurveKind::network));
  job.params.set(kProfileParam, 1 + double(profile));
  suggestR1(input.cloud, job, {device, std::move(stop), {}});
}

class CancelBench {
 public:
  CancelBench(const BenchOptions& options, Device& device, std::stop_token stop) : options_(options), device_(device), stop_(std::move(stop)) {}

  Json measure(const std::string& what, const Work& work, uint32_t points, int dimension) {
    const auto start = Clock::now();
    work(stop_);
    const Clock::duration total = Clock::now() - start;
    std::vector<double> times;
    for (int i = 0; i < options_.repeat; ++i) {
      const double share = shared::IndexedRandom(options_.seed, runs_++).uniform();
      if (const auto time = timeToStop(work, std::chrono::duration_cast<Clock::duration>(share * total), stop_)) times.push_back(*time);
    }
    std::sort(times.begin(), times.end());
    return {{"what", what},
            {"points", points},
            {"dimension", dimension},
            {"whole_ms", milliseconds(total)},
            {"stopped", times.size()},
            {"median_ms", times.empty() ? 0 : times[times.size() / 2]},
            {"slowest_ms", times.empty() ? 0 : times.back()}};
  }

 private:
  const BenchOptions& options_;
  Device& device_;
  const std::stop_token stop_;
  uint32_t runs_ = 0;
};

}  // namespace

Json benchCancel(const BenchOptions& options, Device& device, std::stop_token stop) {
  CancelBench bench(options, device, stop);
  Progress progress;
  Json rows = Json::array();
  for (const auto& [dimension, points] : cloudsOf(options)) {
    const uint32_t count = pointCount(points);
    const auto add = [&](const std::string& what, const Work& work) {
      progress.show(0, "stopping " + what + ", " + points + " points");
      rows.push_back(bench.measure(what, work, count, dimension));
    };
    add("generate", [&](std::stop_token token) { makeInput(options, count, dimension, device, token); });
    const BenchInput input = makeInput(options, count, dimension, device, stop);
    const double r1 = input.job.r1();
    add("suggest R1", [&](std::stop_token token) { suggestRadius(input.cloud, token); });
    for (const double factor : kRadiusFactors)
      add("detect, R1 x " + shortNumber(factor), [&](std::stop_token token) { detect(input, device, CurveKind::chains, factor * r1, token); });
    if (dimension != 2 && dimension != 3) continue;
    for (const double factor : kRadiusFactors)
      add("network, R1 x " + shortNumber(factor), [&](std::stop_token token) { detect(input, device, CurveKind::network, factor * r1, token); });
    for (const auto& [profile, what] : kSearched)
      if ((dimension == 2) == (profile == NetworkProfile::map))
        add("suggest R1, " + what, [&, found = profile](std::stop_token token) { search(input, device, found, token); });
  }
  return rows;
}

}  // namespace arete::cli
