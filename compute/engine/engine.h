// The compute thread: takes jobs, gives frames. The window never waits for it: the newest request wins, whatever runs is cancelled.
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "compute/core/error.h"
#include "compute/engine/detector.h"

namespace arete {

/// What the engine tells, on its own thread. Copy what is needed and return at once.
struct EngineEvent {
  std::shared_ptr<const Frame> frame;  ///< newest frame; null when only the state changed
  std::optional<Error> error;          ///< the request failed; the last frame stays valid
  std::optional<Error> notice;         ///< the GPU failed and the CPU goes on: to be told, nothing is lost
  bool busy = false;                   ///< more events of the same request follow
  uint64_t generation = 0;

  /// Keeps of an earlier event, which nobody has heard yet, what this one does not replace.
  void takeOver(EngineEvent& earlier);
};

class Engine {
 public:
  using Listener = std::function<void(EngineEvent)>;
  static constexpr uint32_t kToTheEnd = UINT32_MAX;

  /// When the GPU has not enough memory and the job did not insist on it, the CPU goes on with this run; when the GPU is lost, with
  /// every later one too. `makeDevice` is for tests.
  explicit Engine(Listener listener, DeviceMaker makeDevice = arete::makeDevice);
  ~Engine();

  /// Starts a new detection and goes to `untilStep`; returns its generation at once. While it runs, frames come about 30 times a second,
  /// fewer where they are costly; without the curve where that takes long. The last frame of a command has it.
  uint64_t start(PointCloud cloud, Job job, uint32_t untilStep);
  /// Makes what the job computes on before there is something to compute: the first use of a GPU takes 0.1 s, in which the picture cannot use it
  /// either. Tells nobody; what fails here fails again when it is needed.
  void prepare(Job job);
  /// On the present detection; queued while it is busy with the like, so that ten presses are ten steps.
  void advance(StepKind kind, uint32_t count = 1);
  void goTo(uint32_t step);
  /// Whether frames carry the assignment of cloud points (costs one pass over the cloud for each frame). Republishes.
  void setWithAssignment(bool on);
  /// Whether a finished inexact detection is compared with the exact answer, which is computed after it: frames then carry it and the
  /// difference. Republishes.
  void setWithExact(bool on);
  /// Cancels what runs and what is queued, within 100 ms; the last completed step is published, where its curve takes long first without it.
  /// What was started stays: later commands go on from there, from its first step where that was not complete.
  void cancel();
  bool busy() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace arete
