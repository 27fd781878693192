// bench network: detections of networks, stage by stage, checked against their references.
#include <map>

#include "app/cli/bench.h"
#include "app/cli/progress.h"
#include "compute/core/error.h"
#include "compute/engine/run_job.h"
#include "compute/network/rules/network_params.h"

namespace arete::cli {

/// By the references on one thread; of large clouds, where that takes minutes, by the CPU's defaults on all threads.
static std::shared_ptr<const Frame> expectedFrame(const BenchOptions& options, const BenchInput& input, const std::stop_token& stop) {
  constexpr uint32_t kLarge = 10'000'000;
  if (input.cloud.size() > kLarge) return runJobOn(*makeCpuDevice(options.threads), input.cloud, input.job.onCpu(), {}, stop);
  Job references = input.job;
  for (const Stage stage : kNetworkStages) references.versionIds[size_t(stage)] = versions(stage).front().id;
  return runJobOn(*makeCpuDevice(1), input.cloud, references, {}, stop);
}

/// Times of the run with the median total. All runs have the hash that is expected.
static Json measure(const BenchOptions& options, const BenchInput& input, Device& device, const std::stop_token& stop) {
  const auto expected = expectedFrame(options, input, stop);
  std::map<double, std::shared_ptr<const Frame>> runs;  // by time; the first is the warm-up
  for (int i = 0; i <= options.repeat; ++i) {
    const auto frame = runJobOn(device, input.cloud, input.job, {}, stop);
    if (frame->hash != expected->hash)
      throw Error(ErrorKind::internal, "the answers differ, so they are not timed", "network", "its hash is not that of the references");
    if (i > 0) runs.emplace(frame->times.total(), frame);
  }
  const auto& [median, frame] = *std::next(runs.begin(), ptrdiff_t(runs.size() / 2));
  Json json = {{"points", input.cloud.size()},
               {"dimension", input.cloud.dimension()},
               {"r1", input.job.r1()},
               {"nodes", frame->chosen.size()},
               {"edges", frame->curve.edges.size()}};
  for (const TimeRow& time : timeRows(frame->plan)) json[std::string(time.id) + "_ms"] = frame->times[time.what];
  if (device.backend() == Backend::cuda)
    for (const TimeRow& time : timeRows(frame->plan)) json[std::string(time.id) + "_gpu_ms"] = frame->deviceTimes[time.what];
  std::string onGpu;  // the versions
  for (const Stage stage : kNetworkStages)
    if (const Version& version = input.job.version(stage); version.backend == Backend::cuda)
      onGpu += (onGpu.empty() ? "" : ", ") + std::string(version.id);
  json["on_gpu"] = onGpu.empty() ? "none" : onGpu;
  json["median_ms"] = median;
  json["references_ms"] = expected->times.total();
  json["hash"] = frame->hash.substr(0, 8);
  return json;
}

Json benchNetwork(const BenchOptions& options, Device& device, std::stop_token stop) {
  Progress progress;
  Json rows = Json::array();
  for (const auto& [dimension, points] : cloudsOf(options)) {
    progress.show(0, "measuring " + points + " points");
    BenchInput input = makeInput(options, pointCount(points), dimension, device, stop);
    input.job.params.set(kCurveParam, double(CurveKind::network));
    input.job.params.set(kProfileParam, options.params.get(kProfileParam));
    for (const std::string& id : options.versionIds) input.job.versionIds[size_t(findVersion(id).stage)] = id;
    rows.push_back(measure(options, input, device, stop));
  }
  return rows;
}

}  // namespace arete::cli
