// The compute thread: takes jobs, gives frames. The window never waits for it: the newest request wins, whatever runs is cancelled.
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "compute/core/error.h"
#include "compute/engine/detector.h"
#include "compute/engine/engine_work.h"
#include "compute/engine/points_elsewhere.h"

namespace arete {

/// What the engine reports, on its own thread. Copy what is needed and return at once.
struct EngineEvent {
  std::shared_ptr<const Frame> frame = {};  ///< newest frame; null when only the state changed
  std::optional<Error> error = {};          ///< the request failed; the last frame stays valid
  std::optional<Error> notice = {};         ///< the GPU failed and the CPU goes on: to be shown; nothing is lost
  std::optional<EngineWork> work = {};      ///< what goes on before the next frame, of points that are not in memory
  bool busy = false;                        ///< more events of the same request follow
  uint64_t generation = 0;

  /// Keeps what this event does not replace of an earlier one that nobody has received yet.
  void takeOver(EngineEvent& earlier) {
    if (!work && !frame && busy) work = earlier.work;
    if (!frame) frame = std::move(earlier.frame);
    if (!notice) notice = std::move(earlier.notice);
    if (!error && generation == earlier.generation) error = std::move(earlier.error);
  }
};

class Engine {
 public:
  using Listener = std::function<void(EngineEvent)>;
  static constexpr uint32_t kToTheEnd = UINT32_MAX;

  /// When the GPU has too little memory and the job did not insist on it, the CPU takes over this run; when the GPU is lost, also
  /// every later one. `makeDevice` is for tests.
  explicit Engine(Listener listener, DeviceMaker makeDevice = arete::makeDevice);
  ~Engine();

  /// Starts a new detection, which goes to `untilStep`; returns its generation at once. While it runs, frames come about 30 times a second,
  /// less often where they are costly, and without the curve where that takes long. The last frame of a command has the curve.
  /// `elsewhere`: all points that the cloud shows some of; detections are of these, on the CPU, and their frames have the cloud.
  uint64_t start(PointCloud cloud, Job job, uint32_t untilStep, std::shared_ptr<PointsElsewhere> elsewhere = {});
  /// Makes the job's device in advance: the first use of a GPU takes 0.1 s, in which the picture cannot use it
  /// either. Reports nothing; what fails here fails again when it is needed.
  void prepare(Job job);
  /// Moves on in the present detection; queued while another such command runs, so that ten presses are ten steps.
  void advance(StepKind kind, uint32_t count = 1);
  void goTo(uint32_t step);
  /// Whether frames carry the assignment of cloud points, which costs one pass over the cloud per frame. Republishes.
  void setWithAssignment(bool on);
  /// Whether a finished inexact detection is compared with the exact answer, which is computed after it; frames then carry that answer and the
  /// difference. Republishes.
  void setWithExact(bool on);
  /// Cancels what runs and what is queued, within 100 ms; publishes the last completed step, at first without its curve where that takes long.
  /// What was started stays: later commands go on from there, from its first step where that was not complete.
  void cancel();
  bool busy() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace arete
