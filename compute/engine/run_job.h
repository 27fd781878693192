// Runs a job once, for callers that do not step: R1 suggested where none is set, to a step or to the end, on the CPU where the GPU fails, compared
// with the exact answer on request.
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "compute/engine/detector.h"
#include "compute/network/radius/suggest_radius.h"

namespace arete {

struct JobRun {
  static constexpr uint32_t kToTheEnd = UINT32_MAX;
  uint32_t untilStep = kToTheEnd;  ///< stops earlier where the detection ends
  bool withAssignment = false;
  bool compareExact = false;                    ///< fills Frame::exact and Frame::difference
  std::shared_ptr<const Checkpoint> from = {};  ///< goes on from here
  // Callbacks; each may be empty.
  Detector::Observer step = {};                          ///< a step was made; where this is empty, Frame::previous may not be that of the step before
  std::function<void(const Detector&)> roundEnded = {};  ///< the first step or a round has been made; on the way to the end only
  std::function<void(const Detector&)> interrupted = {};  ///< Cancelled will be thrown: where the detection stands; likewise
  std::function<void(double)> stage = {};                 ///< of points on disk: progress of the stage that runs, on any thread, one at a time
  std::function<void()> comparing = {};                   ///< the exact detection begins
  std::function<void(double)> resampling = {};            ///< progress of the bootstrap that the job asks for, on any thread, one at a time
  std::function<void(const Error&)> cpuTakesOver = {};    ///< the CPU starts anew, because of this error of the GPU
  std::optional<RadiusSuggestion> suggested = {};         ///< where nobody gave R1: what the job took, for Frame::suggested
  DeviceMaker makeDevice = arete::makeDevice;             ///< tests have devices of their own
};

/// The R1 that the cloud suggests for what the job looks for: explainRadius(), for networks on maps and of surfaces what the stage `radius` sees,
/// which takes less than a detection. Where that sees none, on the sphere and of wires it is networkRadius() with networks by the job's versions,
/// which takes as long as about ten detections. Where the profile is automatic and the cloud is no body with a skin, it may also say that the cloud
/// shows wires: straight lines of points run through most of it, and wires explain it better than a surface does; or hardly through any of it, and
/// there are wires among that. Throws noRadius() for a cloud of fewer than 2 distinct points, Cancelled, and for networks like Detector.
RadiusSuggestion suggestR1(const PointCloud& cloud, const Job& job, const StageContext& context);

/// Sets R1 and, where the suggestion has them, whether widths are followed, the profile and what is made of tracks.
void takeSuggestion(const RadiusSuggestion& suggestion, Job& job);

/// The job as a program that computes it once should run it: on CPU threads where the backend is automatic, no GPU and no version of one is named,
/// and they have finished before CUDA has started (quicker_backend.h). A network whose R1 is to be found counts as 20, or as 2 where R1 is read off a
/// map; each resample counts as one.
Job forOneRun(const PointCloud& cloud, const Job& job);

/// Gives a job without R1 what the cloud suggests, on a device of its own for forOneRun(), and returns that. Where R1 is given and the cloud has
/// tracks, the job gets what a network is better made of, lines or fixes. Throws like suggestR1().
std::optional<RadiusSuggestion> suggestIfUnset(const PointCloud& cloud, Job& job, std::stop_token stop = {},
                                               std::function<void(double)> progress = {});

/// How R1 is searched for, where a caller wants more than the above.
struct SearchOfR1 {
  std::stop_token stop;
  std::function<void(double)> progress;            ///< of the search, 0…1
  std::function<Device&(const Job&)> lend;         ///< a device that is there; empty: one of its own for forOneRun()
  std::function<void(const Error&)> cpuTakesOver;  ///< the CPU searches anew, because of this error of the GPU
};
std::optional<RadiusSuggestion> suggestIfUnset(const PointCloud& cloud, Job& job, const SearchOfR1& search);

/// Throws Error(wrongUse) for a job without R1, or one whose parameters contradict each other: what callers say before they run it.
void checkJob(const Job& job);

/// On this device. Where the job asks for resamples, the frame of a finished network says how sure the network is. Throws like Detector.
std::shared_ptr<Frame> runJobOn(Device& device, const PointCloud& cloud, const Job& job, const JobRun& run, std::stop_token stop);

/// Of a cloud whose points are never all in memory: `makeSteps` knows where its points are. Nothing is compared with an exact answer.
std::shared_ptr<Frame> runJobOn(Device& device, const CloudFacts& facts, StepsMaker makeSteps, const Job& job, const JobRun& run,
                                std::stop_token stop);

struct JobResult {
  std::shared_ptr<const Frame> frame;  ///< after the job's edits
  std::unique_ptr<Device> device;      ///< on which it was made
};
/// On the job's own device, or on the CPU where Job::cpuMayTakeOver allows it. Throws like Detector and makeDevice.
JobResult runJob(const PointCloud& cloud, const Job& job, const JobRun& run, std::stop_token stop);

}  // namespace arete
