#include "app/window/removed_fade.h"

#include <algorithm>
#include <utility>

namespace arete {

namespace {

constexpr int kFade_ms = 600, kInterval_ms = 33;

}  // namespace

RemovedFade::RemovedFade(std::function<void()> redraw) {
  timer_.setInterval(kInterval_ms);
  timer_.callOnTimeout([this, redraw = std::move(redraw)] {
    if (time_.elapsed() >= kFade_ms) timer_.stop();
    redraw();
  });
}

void RemovedFade::follow(const Frame* frame) {
  if (frame == nullptr || frame->generation != generation_ || frame->step < step_) timer_.stop();
  if (frame == nullptr || frame->removed.empty() || (frame->generation == generation_ && frame->step == step_)) return;
  generation_ = frame->generation;
  step_ = frame->step;
  time_.start();
  timer_.start();
}

float RemovedFade::opacity() const { return active() ? float(std::max(0.0, 1 - double(time_.elapsed()) / kFade_ms)) : 0; }

}  // namespace arete
