// bench parts: whole detections in parts, what these send each other, and what that costs against evolve.cpu.accelerated. Each must give the same
// bits.
#include "app/cli/bench.h"
#include "app/cli/progress.h"
#include "app/cli/text.h"
#include "compute/chains/parts/choose_here.h"
#include "compute/core/error.h"
#include "compute/engine/run_job.h"

namespace arete::cli {

namespace {

/// Sorting, iterations and sweeps: the stages between choosing and the curve.
double evolveTime(const Frame& frame) { return frame.times[ExtraTime::prepare] + frame.times[Stage::evolve] + frame.times[Stage::decimate]; }

struct Measured {
  std::shared_ptr<const Frame> frame;
  BenchRow time;  // of evolveTime()
};

Measured measure(const BenchOptions& options, const PointCloud& cloud, const Job& job, Device& device, const std::stop_token& stop) {
  Measured measured{runJobOn(device, cloud, job, {}, stop), {}};
  measured.time = timed(options.repeat, [&] {
    measured.frame = runJobOn(device, cloud, job, {}, stop);
    return BenchRun{evolveTime(*measured.frame), 0, true};
  });
  return measured;
}

Json rowOf(const BenchInput& input, const Measured& measured, const Measured& whole, uint32_t rounds) {
  const PartsReport& parts = *measured.frame->parts;
  if (measured.frame->hash != whole.frame->hash)
    throw Error(ErrorKind::internal, "the answers differ", countText(parts.points.size()) + " parts", "the hash is not that of the whole cloud");
  return {{"points", input.cloud.size()},
          {"dimension", input.cloud.dimension()},
          {"r1", input.job.r1()},
          {"chosen", whole.frame->history->front().chosen},
          {"partition", kPartitionParam.choices[size_t(parts.partition)]},
          {"parts", parts.points.size()},
          {"iterations", parts.iterations},
          {"sum_changes", parts.sumChanges},
          {"moves", parts.moves},
          {"handovers", parts.handovers},
          {"busiest_bytes", parts.busiestBytes},
          {"balance", parts.balance},
          {"choose_rounds", rounds},
          {"evolve_ms", measured.time.median},
          {"whole_ms", whole.time.median}};
}

}  // namespace

Json benchParts(const BenchOptions& options, Device& device, std::stop_token stop) {
  Progress progress;
  Json rows = Json::array();
  for (const auto& [dimension, points] : cloudsOf(options)) {
    BenchInput input = makeInput(options, pointCount(points), dimension, device, stop);
    input.job.backend = Backend::cpu;
    progress.show(0, "measuring evolve.cpu.accelerated");
    const Measured whole = measure(options, input.cloud, input.job, device, stop);
    Job job = input.job;
    job.versionIds[size_t(Stage::evolve)] = "evolve.cpu.parts";
    for (const Partition partition : {Partition::space, Partition::dealt})
      for (const uint32_t parts : options.partCounts) {
        progress.show(0, "measuring " + plural(parts, "part"));
        job.params.set(kPartsParam, parts);
        job.params.set(kPartitionParam, double(partition));
        const Measured measured = measure(options, input.cloud, job, device, stop);
        if (!measured.frame->parts)
          throw Error(ErrorKind::wrongUse, "cannot measure parts", "--r1 " + numberText(job.r1()), "the radius does not suit the coordinates' type",
                      "give another");
        const uint32_t rounds = cpu::chooseInParts({input.cloud, job.r1(), job.params}, parts, {device, stop, {}}).rounds;
        rows.push_back(rowOf(input, measured, whole, rounds));
      }
  }
  return rows;
}

}  // namespace arete::cli
