#include "app/window/detection.h"

#include <algorithm>
#include <utility>

#include "app/window/post.h"

namespace arete {

Detection::Detection()
    : mailbox_(
          postToThisThread(), [this](EngineEvent event) { deliver(std::move(event)); },
          [](EngineEvent& newer, EngineEvent& older) { newer.takeOver(older); }),
      engine_([this](EngineEvent event) { mailbox_.put(std::move(event)); }) {}

void Detection::forget() {
  frame_.reset();
  found_.reset();
  firstGeneration_ = generation_ + 1;
  busy_ = towardsEnd_ = false;
  work_.reset();
}

void Detection::start(const PointCloud& cloud, const Job& job, uint32_t step, std::shared_ptr<PointsElsewhere> elsewhere) {
  goingTo_.reset();
  navigating_ = towardsEnd_;
  if (cloud.empty()) return;
  if (job.r1() <= 0) return engine_.cancel();  // there is nothing to do, and what runs belongs to another cloud
  busy_ = true;
  generation_ = engine_.start(cloud, job, towardsEnd_ ? Engine::kToTheEnd : step, std::move(elsewhere));
}

void Detection::advance(StepKind kind, uint32_t count) {
  if (!started()) return;
  navigating_ = true;
  towardsEnd_ = kind == StepKind::end;
  goingTo_.reset();
  busy_ = true;
  engine_.advance(kind, count);
}

void Detection::goTo(uint32_t step) {
  if (!started()) return;
  navigating_ = busy_ = true;
  towardsEnd_ = false;
  goingTo_ = step;
  engine_.goTo(step);
}

uint32_t Detection::stepBefore(uint32_t count) const {
  const uint32_t from = goingTo_.value_or(found_ ? found_->step : 0);
  return from - std::min(from, count);
}

void Detection::cancel() {
  navigating_ = true;  // it stays where it stops
  towardsEnd_ = false;
  engine_.cancel();
}

void Detection::addSupport(std::shared_ptr<const NetworkSupport> support) {
  auto frame = std::make_shared<Frame>(*frame_);
  frame->support = std::move(support);
  if (frame_ == found_) found_ = frame;
  frame_ = std::move(frame);
}

void Detection::showEdited(std::shared_ptr<const Frame> frame) {
  if (frame == frame_) return;
  frame_ = std::move(frame);
  Q_EMIT frameChanged();
}

void Detection::carry(bool assignment, bool exact) {
  if (assignment == withAssignment_ && exact == withExact_) return;
  if (assignment != withAssignment_) engine_.setWithAssignment(withAssignment_ = assignment);
  if (exact != withExact_) engine_.setWithExact(withExact_ = exact);
  busy_ = busy_ || found_ != nullptr;
}

void Detection::deliver(EngineEvent event) {
  if (event.generation < firstGeneration_) return;  // belongs to a cloud that is no longer open
  const bool newest = event.generation == generation_;
  if (newest) busy_ = event.busy, work_ = event.work;
  if (event.notice) Q_EMIT gpuFailed(*event.notice);
  if (event.error && newest) {
    towardsEnd_ = false;
    Q_EMIT failed(*event.error);
    return;
  }
  if (event.frame && event.frame->generation >= firstGeneration_) show(std::move(event.frame), newest);
  Q_EMIT told();
}

void Detection::show(std::shared_ptr<const Frame> frame, bool newest) {
  found_ = std::move(frame);
  const bool waits = edited_ && frame_ && found_->finished && found_->curveKnown;
  if (!waits) frame_ = found_;
  if (newest && !busy_) {
    if (found_->finished) towardsEnd_ = false;  // news of a step before may be older than the wish
    if (goingTo_ && (found_->step == *goingTo_ || found_->finished)) goingTo_.reset();
    if (navigating_) Q_EMIT cameTo(found_->finished ? Engine::kToTheEnd : found_->step);
  }
  Q_EMIT frameChanged();
}

}  // namespace arete
