// bench radius: whole detections of one cloud with R1 from far too small to far too large. Each also runs on one thread first, and must give
// the same bits.
#include "app/cli/bench.h"
#include "app/cli/progress.h"
#include "app/cli/text.h"
#include "compute/core/error.h"
#include "compute/engine/run_job.h"

namespace arete::cli {

static Json measure(const BenchOptions& options, const BenchInput& input, double factor, Device& device, const std::stop_token& stop) {
  const auto oneThread = makeCpuDevice(1);
  const std::string hash = runJobOn(*oneThread, input.cloud, input.job.onCpu(), {}, stop)->hash;
  std::shared_ptr<const Frame> frame;
  const BenchRow row = timed(options.repeat, [&] {
    frame = runJobOn(device, input.cloud, input.job, {}, stop);
    return BenchRun{frame->times.total(), 0, true};
  });
  if (frame->hash != hash)
    throw Error(ErrorKind::internal, "the answers differ", "R1 " + numberText(input.job.r1()), "the hash is not that of a run on one thread");
  uint64_t iterations = 0;
  for (const StepRecord& step : *frame->history) iterations += step.stage == Stage::evolve;
  Json json = {{"points", input.cloud.size()}, {"dimension", input.cloud.dimension()},     {"r1_factor", factor},
               {"r1", input.job.r1()},         {"chosen", frame->history->front().chosen}, {"left", frame->chosen.size()},
               {"iterations", iterations}};
  for (const TimeRow& time : timeRows(frame->plan))
    if (time.use == StageUse::chains) json[std::string(time.id) + "_ms"] = frame->times[time.what];
  json["median_ms"] = row.median;
  json["hash"] = hash.substr(0, 8);
  return json;
}

Json benchRadius(const BenchOptions& options, Device& device, std::stop_token stop) {
  Progress progress;
  Json rows = Json::array();
  for (const auto& [dimension, points] : cloudsOf(options)) {
    BenchInput input = makeInput(options, pointCount(points), dimension, device, stop);
    const double r1 = input.job.r1();
    for (const double factor : kRadiusFactors) {
      progress.show(0, "R1 x " + shortNumber(factor) + ", " + points + " points");
      input.job.params.set(kR1Param, factor * r1);
      rows.push_back(measure(options, input, factor, device, stop));
    }
  }
  return rows;
}

}  // namespace arete::cli
