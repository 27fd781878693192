// bench detect: whole detections, by version.
#include <algorithm>
#include <limits>
#include <map>

#include "app/cli/bench.h"
#include "app/cli/progress.h"
#include "compute/core/error.h"
#include "compute/core/gpu_params.h"
#include "compute/engine/run_job.h"

namespace arete::cli {

namespace {

constexpr uint32_t kMostPointsOnCpu = 200'000'000;  // from there on the CPU would take longer than everything that is timed

struct Outcome {
  BenchRun run;
  std::string hash;
};

void useOneGpu(Job& job) { job.params.reset(kGpusParam), job.params.reset(kGpuPartsParam); }

Outcome detectOnce(const BenchInput& input, Device& device, std::stop_token stop) {
  const auto frame = runJobOn(device, input.cloud, input.job, {}, stop);
  uint64_t iterations = 0;
  for (const StepRecord& step : *frame->history) iterations += step.stage == Stage::evolve;
  return {{frame->times.total(), iterations, frame->converged}, frame->hash};
}

/// Whole detections of one cloud. Each version's first run is a warm-up and is compared with the result of the CPU's defaults for the same number of
/// iterations, in large clouds with that of the backend's on one GPU, if it has memory for them.
class DetectBench {
 public:
  DetectBench(const BenchOptions& options, BenchInput input, Device& device, std::stop_token stop)
      : options_(options), input_(std::move(input)), device_(device), stop_(std::move(stop)) {}

  BenchRow measure(const Version* version) {
    BenchInput input = input_;
    if (version != nullptr) {
      input.job.versionIds[size_t(version->stage)] = version->id;
      if (std::ranges::count(version->parameters, &kGpusParam) == 0) useOneGpu(input.job);
    }
    const bool limited = version != nullptr && isBruteForce(*version) && input.cloud.size() > kMostBruteForcePoints;
    const uint32_t limit = limited ? options_.maxBruteIterations : 0;
    input.job.params.set(kMaxIterationsParam, limit);

    const bool equal = detectOnce(input, device_, stop_).hash == defaultHash(limit), exact = version == nullptr || version->exact;
    if (exact && !equal)
      throw Error(ErrorKind::internal, "the answers differ, so they are not timed", version == nullptr ? "defaults" : version->id,
                  "its hash is not that of the default versions");
    BenchRow row = timed(options_.repeat, [&] { return detectOnce(input, device_, stop_).run; });
    row.what = version == nullptr ? "defaults, " + std::string(name(input.job.deviceBackend())) : std::string(version->id);
    row.points = input.cloud.size();
    row.dimension = input.cloud.dimension();
    row.bits = equal ? "equal" : "inexact: differ";
    return row;
  }

 private:
  const std::string& defaultHash(uint32_t limit) {
    std::string& hash = hashes_[limit];
    if (!hash.empty()) return hash;
    BenchInput input = input_;
    input.job.params.set(kMaxIterationsParam, limit);
    useOneGpu(input.job);
    if (input.cloud.size() > kMostPointsOnCpu) hash = hashUnlessTooLarge(input);
    if (!hash.empty()) return hash;
    input.job.backend = Backend::cpu;
    return hash = detectOnce(input, device_, stop_).hash;
  }

  /// Empty where the backend has too little memory.
  std::string hashUnlessTooLarge(const BenchInput& input) {
    try {
      return detectOnce(input, device_, stop_).hash;
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::outOfMemory) throw;
      return {};
    }
  }

  const BenchOptions& options_;
  const BenchInput input_;
  Device& device_;
  const std::stop_token stop_;
  std::map<uint32_t, std::string> hashes_;
};

}  // namespace

std::vector<BenchRow> benchDetect(const BenchOptions& options, Device& device, std::stop_token stop) {
  std::vector<const Version*> wanted;
  for (const std::string& id : options.versionIds) wanted.push_back(&findVersion(id));
  if (wanted.empty()) wanted.push_back(&findVersion(kBruteForceId));
  wanted.push_back(nullptr);  // the defaults

  Progress progress;
  std::vector<BenchRow> rows;
  for (const auto& [dimension, points] : cloudsOf(options)) {
    DetectBench bench(options, makeInput(options, pointCount(points), dimension, device, stop), device, stop);
    double brutePerIteration = std::numeric_limits<double>::quiet_NaN();
    for (const Version* version : wanted) {
      progress.show(0, "measuring " + (version == nullptr ? std::string("defaults") : std::string(version->id)) + ", " + points + " points");
      BenchRow row = bench.measure(version);
      const double perIteration = row.median / double(row.iterations);
      if (row.what == kBruteForceId) brutePerIteration = perIteration;
      row.speedUp = brutePerIteration / perIteration;
      rows.push_back(std::move(row));
    }
  }
  return rows;
}

}  // namespace arete::cli
