// bench found: networks of which only the points are given. How long R1 and the profile take to be found, the detection after that, and resamples;
// the first time, on a device that has not done it before, and as the median of others. All is checked against CPU threads.
#include <algorithm>
#include <chrono>

#include "app/cli/bench.h"
#include "app/cli/param_flags.h"
#include "app/cli/progress.h"
#include "compute/core/error.h"
#include "compute/engine/network_bootstrap.h"
#include "compute/engine/run_job.h"
#include "compute/network/rules/network_params.h"

namespace arete::cli {

namespace {

/// What is found, and what must not depend on the device.
struct Found {
  double r1 = 0;
  std::string hash;
  NetworkSupport support;
  friend bool operator==(const Found&, const Found&) = default;
};

struct FoundTimes {
  double search = 0, detection = 0, resamples = 0;  // ms
};

double millisecondsOf(const std::function<void()>& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

FoundTimes findAll(const PointCloud& cloud, Job job, uint32_t resamples, const StageContext& context, Found& found) {
  FoundTimes times;
  std::shared_ptr<Frame> frame;
  times.search = millisecondsOf([&] { takeSuggestion(suggestR1(cloud, job, context), job); });
  times.detection = millisecondsOf([&] { frame = runJobOn(context.device, cloud, job, {}, context.stop); });
  found = {job.r1(), frame->hash, {}};
  if (resamples == 0) return times;
  times.resamples = millisecondsOf([&] {
    NetworkBootstrap bootstrap(cloud, job, frame->curve, context);
    bootstrap.add(resamples, context);
    found.support = bootstrap.support();
  });
  return times;
}

double median(const std::vector<FoundTimes>& runs, double FoundTimes::*member) {
  std::vector<double> times;
  for (const FoundTimes& run : runs) times.push_back(run.*member);
  std::ranges::nth_element(times, times.begin() + ptrdiff_t(times.size() / 2));
  return times[times.size() / 2];
}

Json measureFound(const BenchOptions& options, const BenchInput& input, Device& device, const std::stop_token& stop) {
  const auto resamples = uint32_t(options.params.get(kBootstrapParam));
  const StageContext context{device, stop, {}};
  Found first, again, expected;
  const FoundTimes atFirst = findAll(input.cloud, input.job, resamples, context, first);
  std::vector<FoundTimes> runs;
  for (int i = 0; i < options.repeat; ++i) runs.push_back(findAll(input.cloud, input.job, resamples, context, again));
  const auto reference = makeCpuDevice(device.backend() == Backend::cpu ? 1 : options.threads);
  findAll(input.cloud, input.job.onCpu(), resamples, {*reference, stop, {}}, expected);
  if (first != expected || again != expected)
    throw Error(ErrorKind::internal, "the answers differ, so they are not timed", "found", "they are not those of " + reference->description());
  Json json = {{"points", input.cloud.size()},
               {"dimension", input.cloud.dimension()},
               {"r1", first.r1},
               {"first_search_ms", atFirst.search},
               {"search_ms", median(runs, &FoundTimes::search)},
               {"first_detection_ms", atFirst.detection},
               {"detection_ms", median(runs, &FoundTimes::detection)}};
  if (resamples > 0) json["resamples_ms"] = median(runs, &FoundTimes::resamples);
  json["hash"] = first.hash.substr(0, 8);
  return json;
}

}  // namespace

Json benchFound(const BenchOptions& options, Device& device, std::stop_token stop) {
  Progress progress;
  Json rows = Json::array();
  for (const auto& [dimension, points] : cloudsOf(options)) {
    progress.show(0, "measuring " + points + " points");
    BenchInput input = makeInput(options, pointCount(points), dimension, device, stop);
    input.job.params.set(kR1Param, 0);
    input.job.params.set(kCurveParam, double(CurveKind::network));
    input.job.params.set(kProfileParam, options.params.get(kProfileParam));
    for (const std::string& id : options.versionIds) input.job.versionIds[size_t(findVersion(id).stage)] = id;
    rows.push_back(measureFound(options, input, device, stop));
  }
  return rows;
}

}  // namespace arete::cli
