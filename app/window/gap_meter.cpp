#include "app/window/gap_meter.h"

#include <algorithm>
#include <ctime>

namespace arete {

static constexpr double kGapNanoseconds = 1e6, kGapMilliseconds = 1000;  // of a millisecond; in a second

/// Processor time of the calling thread.
static double workOfThread_ms() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return double(time.tv_sec) * kGapMilliseconds + double(time.tv_nsec) / kGapNanoseconds;
}

GapMeter::GapMeter(MainWindow& window) : QObject(&window) {
  constexpr int kInterval_ms = 2;
  timer_.setTimerType(Qt::PreciseTimer);
  connect(&timer_, &QTimer::timeout, this, &GapMeter::tick);
  timer_.setInterval(kInterval_ms);
  connect(&window.picture(), &QOpenGLWidget::frameSwapped, this, [this] {
    if (!timer_.isActive()) begin();
    ++frames_;
  });
  if (window.isVisible()) begin();
}

void GapMeter::begin() {
  timer_.start();
  sinceTick_.start();
  sinceStart_.start();
  workAtTick_ms_ = workToStart_ms_ = workOfThread_ms();
}

void GapMeter::tick() {
  const double work_ms = workOfThread_ms();
  longestWork_ms_ = std::max(longestWork_ms_, work_ms - workAtTick_ms_);
  workAtTick_ms_ = work_ms;
  const double gap_ms = double(sinceTick_.nsecsElapsed()) / kGapNanoseconds;
  sinceTick_.start();
  longest_ms_ = std::max(longest_ms_, gap_ms);
  noticed_ += gap_ms > kNoticed_ms;
}

QString GapMeter::startReport() const { return QString("work of the window's thread until its first picture %1 ms").arg(workToStart_ms_, 0, 'f', 1); }

QString GapMeter::takeReport() {
  const QString report = QString("longest gap %1 ms (work of its thread %2 ms), %3 above %4 ms, %5 frames in %6 s")
                             .arg(longest_ms_, 0, 'f', 1)
                             .arg(longestWork_ms_, 0, 'f', 1)
                             .arg(noticed_)
                             .arg(kNoticed_ms)
                             .arg(frames_)
                             .arg(double(sinceStart_.elapsed()) / kGapMilliseconds, 0, 'f', 1);
  longest_ms_ = longestWork_ms_ = 0;
  noticed_ = frames_ = 0;
  sinceStart_.start();
  return report;
}

}  // namespace arete
