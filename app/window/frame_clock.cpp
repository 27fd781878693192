#include "app/window/frame_clock.h"

#include <algorithm>
#include <utility>

#include <QOpenGLContext>
#include <QOpenGLExtraFunctions>

namespace arete {

namespace {

constexpr double kFrame_ms = 45;          // a frame while moving: 20 a second, and some room
constexpr double kStillFrame_ms = 35;     // while a still picture is completed: what is pressed meanwhile is answered after one
constexpr double kFirst_ms = 10;          // of the first picture of other points: that some are seen is better than that many are
constexpr double kLeastStillShare = 0.5;  // of what a frame takes except for the scene
constexpr double kLeastBudget_ms = 8;     // for the scene, whatever panels and window take
constexpr double kFading = 0.8;           // of a measured time, per frame
constexpr double kMovingFrame_ms = 400;   // a longer pause between two frames is not a slow frame
constexpr double kNanoseconds = 1e6;      // of a millisecond
constexpr double kMilliseconds = 1000;    // of a second
constexpr int kStatisticsInterval_ms = 250;

}  // namespace

void FrameClock::beginFrame() {
  times_ = {};
  sincePaintBegan_.start();
  lap_.start();
}

double FrameClock::sceneBudget_ms(bool moving) {
  if (std::exchange(others_, false)) return kFirst_ms;
  // Where all the rest is slow, a still picture must be complete some time, too.
  const double least_ms = moving ? kLeastBudget_ms : std::max(kLeastBudget_ms, kLeastStillShare * outsideScene_ms_);
  return std::max((moving ? kFrame_ms : kStillFrame_ms) - outsideScene_ms_, least_ms);
}

void FrameClock::countScene(const DrawResult& result) {
  statistics_.pointsDrawn = result.pointsDrawn;
  statistics_.pointsTotal = result.pointsTotal;
  times_.points = result.pointMilliseconds;
}

/// Milliseconds since the last lap.
double FrameClock::lap() {
  if (timesParts_) QOpenGLContext::currentContext()->extraFunctions()->glFinish();
  const qint64 elapsed_ns = lap_.nsecsElapsed();
  lap_.start();
  return double(elapsed_ns) / kNanoseconds;
}

bool FrameClock::endFrame(bool moving, bool settled) {
  const double interval_ms = sincePaint_.isValid() ? double(sincePaint_.nsecsElapsed()) / kNanoseconds : kMovingFrame_ms;
  sincePaint_.restart();
  if (moving && interval_ms > 0 && interval_ms < kMovingFrame_ms) {
    const double now = kMilliseconds / interval_ms;
    statistics_.framesPerSecond = statistics_.framesPerSecond == 0 ? now : kFading * statistics_.framesPerSecond + (1 - kFading) * now;
  }
  if (sinceStatistics_.isValid() && sinceStatistics_.elapsed() < kStatisticsInterval_ms && !settled) return false;
  sinceStatistics_.restart();
  return true;
}

void FrameClock::swapped(bool moving) {
  if (!moving || !sincePaintBegan_.isValid()) return;
  const double outside_ms = double(sincePaintBegan_.nsecsElapsed()) / kNanoseconds - times_.scene - times_.points;
  outsideScene_ms_ = kFading * outsideScene_ms_ + (1 - kFading) * outside_ms;
}

}  // namespace arete
