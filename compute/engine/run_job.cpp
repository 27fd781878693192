#include "compute/engine/run_job.h"

#include "compute/engine/difference.h"
#include "compute/stages/suggest_radius.h"

namespace arete {

std::optional<double> suggestIfUnset(const PointCloud& cloud, Job& job, std::stop_token stop) {
  if (job.r1() != 0) return {};
  const double suggested = suggestRadius(cloud, std::move(stop));
  if (!(suggested > 0)) return {};
  job.params.set(kR1Param, suggested);
  return suggested;
}

std::shared_ptr<Frame> runJobOn(Device& device, const PointCloud& cloud, const Job& job, const JobRun& run, std::stop_token stop) {
  Detector detector(cloud, job, device, stop, {.historyBytes = 0});
  if (run.untilStep == JobRun::kToTheEnd) detector.advance(StepKind::end, stop, run.step);
  else detector.goTo(run.untilStep, stop, run.step);
  const std::shared_ptr<Frame> frame = detector.frame(true, run.withAssignment, stop);
  if (!run.compareExact) return frame;
  if (run.comparing) run.comparing();
  frame->exact = runJobOn(device, cloud, frame->job.exactCounterpart(), {}, stop);
  frame->difference = differenceOf(frame->exact->chosen, frame->chosen, frame->job.r1(), {device, stop, {}});
  return frame;
}

JobResult runJob(const PointCloud& cloud, const Job& job, const JobRun& run, std::stop_token stop) {
  JobResult result;
  const auto runOnOwn = [&](const Job& own) {
    result.device = run.makeDevice(own);
    result.frame = runJobOn(*result.device, cloud, own, run, stop);
  };
  try {
    runOnOwn(job);
  } catch (const Error& error) {
    const Backend failed = result.device ? result.device->backend() : job.deviceBackend();
    if (failed == Backend::cpu || !job.cpuMayTakeOver(error)) throw;
    if (run.cpuTakesOver) run.cpuTakesOver(error);
    result.device.reset();  // its memory is needed no more
    runOnOwn(job.onCpu());
  }
  return result;
}

}  // namespace arete
