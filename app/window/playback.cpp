#include "app/window/playback.h"

#include <algorithm>

namespace arete {

namespace {

constexpr double kSecond_ms = 1000;

}  // namespace

Playback::Playback(const Detection& detection) : detection_(detection) {
  timer_.setTimerType(Qt::PreciseTimer);
  connect(&timer_, &QTimer::timeout, this, &Playback::playOn);
}

void Playback::play(bool on) {
  if (on == playing()) return;
  if (on) {
    since_.start();
    setStepsPerSecond(stepsPerSecond_);
    timer_.start();
  } else {
    timer_.stop();
  }
  Q_EMIT changed();
}

void Playback::stopAtEnd() {
  if (detection_.frame() && detection_.frame()->finished && !detection_.busy()) play(false);
}

/// One or, at high speed, several steps; none while the ones before are being computed.
void Playback::playOn() {
  if (detection_.busy()) return;
  const double steps = double(since_.restart()) * stepsPerSecond_ / kSecond_ms;
  Q_EMIT due(uint32_t(std::max(1.0, std::min(steps, stepsPerSecond_))));
}

void Playback::setStepsPerSecond(double value) {
  constexpr double kSlowest = 0.5, kFastest = 1000, kShortest_ms = 16;
  stepsPerSecond_ = std::clamp(value, kSlowest, kFastest);
  timer_.setInterval(int(std::max(kSecond_ms / stepsPerSecond_, kShortest_ms)));
  Q_EMIT changed();
}

}  // namespace arete
