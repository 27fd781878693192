// Running a job once, for who does not step: R1 suggested where none is set, to a step or to the end, on the CPU where the GPU fails, compared
// with the exact answer where that is asked for.
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "compute/engine/detector.h"
#include "compute/stages/suggest_radius.h"

namespace arete {

struct JobRun {
  static constexpr uint32_t kToTheEnd = UINT32_MAX;
  uint32_t untilStep = kToTheEnd;  ///< stops earlier where the detection ends
  bool withAssignment = false;
  bool compareExact = false;  ///< fills Frame::exact and Frame::difference
  // What happens meanwhile, each may be empty.
  Detector::Observer step = {};                         ///< a step was made; where this is empty Frame::previous may be later than one step ago
  std::function<void()> comparing = {};                 ///< the exact detection begins
  std::function<void(const Error&)> cpuTakesOver = {};  ///< from the start, because of this error of the GPU
  DeviceMaker makeDevice = arete::makeDevice;           ///< tests have devices of their own
};

/// The R1 that the cloud suggests for what the job looks for: explainRadius(), for networks networkRadius() with networks by the job's versions,
/// which takes as long as some dozens of detections. Throws Cancelled, and for networks like Detector.
RadiusSuggestion suggestR1(const PointCloud& cloud, const Job& job, const StageContext& context);

/// Gives a job without R1 the one that the cloud suggests, and returns it. A cloud of fewer than 2 distinct points suggests none: R1 stays 0.
std::optional<double> suggestIfUnset(const PointCloud& cloud, Job& job, std::stop_token stop = {}, std::function<void(double)> progress = {});

/// On this device. Throws like Detector.
std::shared_ptr<Frame> runJobOn(Device& device, const PointCloud& cloud, const Job& job, const JobRun& run, std::stop_token stop);

struct JobResult {
  std::shared_ptr<Frame> frame;
  std::unique_ptr<Device> device;  ///< that made it
};
/// On a device of the job's own, or on the CPU where Job::cpuMayTakeOver lets that go on. Throws like Detector and makeDevice.
JobResult runJob(const PointCloud& cloud, const Job& job, const JobRun& run, std::stop_token stop);

}  // namespace arete
