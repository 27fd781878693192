// The window's view of the detection on the compute thread: what was asked for, the newest frame, and whether more is to come. The newest
// request wins and nothing is waited for.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include <QObject>

#include "compute/core/mailbox.h"
#include "compute/engine/engine.h"

namespace arete {

class Detection : public QObject {
  Q_OBJECT
 public:
  Detection();

  const std::shared_ptr<const Frame>& frame() const { return frame_; }  ///< that is shown, after edits; nullptr before the first one
  const std::shared_ptr<const Frame>& found() const { return found_; }  ///< the newest, as the engine made it; nullptr before the first one
  bool busy() const { return busy_; }
  /// What goes on before the next frame, where points are not in memory.
  const std::optional<EngineWork>& work() const { return work_; }
  /// Whether the frame belongs to the newest start, which otherwise was cancelled before its first frame, or has none yet.
  bool showsNewest() const { return found_ && found_->generation == generation_; }
  bool atStart() const { return showsNewest() && found_->step == 0; }
  bool atEnd() const { return showsNewest() && found_->finished; }

  /// Makes the engine prepare the device on which the job will run.
  void prepare(const Job& job) { engine_.prepare(job); }
  /// Another cloud is open: anything still to come from the previous one is ignored.
  void forget();
  /// Starts anew and goes to a step. Without points or R1 there is nothing to do.
  /// `elsewhere`: as Engine::start().
  void start(const PointCloud& cloud, const Job& job, uint32_t step, std::shared_ptr<PointsElsewhere> elsewhere = {});
  void advance(StepKind kind, uint32_t count = 1);
  void goTo(uint32_t step);
  /// Counted from the target of the last goTo(): ten quick presses are ten steps.
  uint32_t stepBefore(uint32_t count) const;
  void cancel();
  /// Whether curves are edited before they are shown: a finished frame then comes with showEdited(), and until then the one before stays.
  void setEdited(bool on) { edited_ = on; }
  void showEdited(std::shared_ptr<const Frame> frame);
  /// The frame says from now on how sure its network is; nobody is told.
  void addSupport(std::shared_ptr<const NetworkSupport> support);
  /// Makes frames carry what the view shows.
  void carry(bool assignment, bool exact);

 Q_SIGNALS:
  void cameTo(uint32_t step);  ///< where the user went in the history, or Engine::kToTheEnd: comes before frameChanged()
  void frameChanged();
  void told();                                ///< news of the newest request: busy(), a frame
  void failed(const arete::Error& error);     ///< the newest request failed
  void gpuFailed(const arete::Error& error);  ///< the CPU goes on

 private:
  /// Whether there is a detection on this cloud to step through.
  bool started() const { return generation_ > 0 && generation_ >= firstGeneration_; }
  void deliver(EngineEvent event);
  void show(std::shared_ptr<const Frame> frame, bool newest);

  std::shared_ptr<const Frame> frame_, found_;
  bool edited_ = false;
  uint64_t generation_ = 0, firstGeneration_ = 0;  ///< of the newest start, of the first start on this cloud
  bool busy_ = false;
  std::optional<EngineWork> work_;
  bool navigating_ = false;          ///< the user moved in the history since the last start
  bool towardsEnd_ = false;          ///< the user asked for the end, which is not reached yet: a start in between goes there too
  std::optional<uint32_t> goingTo_;  ///< asked for and not there yet
  bool withAssignment_ = false, withExact_ = false;
  Mailbox<EngineEvent> mailbox_;
  Engine engine_;  ///< last: its thread ends before the rest goes
};

}  // namespace arete
