#include "compute/engine/step_frames.h"

#include <algorithm>

#include "compute/engine/detector.h"

namespace arete {

StepFrames stepFrames(const std::shared_ptr<const Frame>& end, uint32_t most, std::stop_token stop) {
  const Job job = end->job.onCpu();
  const auto device = makeDevice(job);
  Detector detector(end->cloud, job, *device, stop, {.historyBytes = 0});
  const uint32_t every = std::max(1u, (end->step + most - 1) / most);
  StepFrames frames;
  for (uint32_t step = 0; step < end->step; step += every) {
    detector.goTo(step, stop);
    frames.push_back(detector.frame(true, false, stop));
  }
  frames.push_back(end);
  return frames;
}

}  // namespace arete
