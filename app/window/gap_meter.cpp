#include "app/window/gap_meter.h"

#include <algorithm>

namespace arete {

GapMeter::GapMeter(MainWindow& window) : QObject(&window) {
  constexpr int kInterval_ms = 2;
  timer_.setTimerType(Qt::PreciseTimer);
  connect(&timer_, &QTimer::timeout, this, &GapMeter::tick);
  connect(&window.picture(), &QOpenGLWidget::frameSwapped, this, [this] { ++frames_; });
  timer_.start(kInterval_ms);
  sinceTick_.start();
  sinceStart_.start();
}

void GapMeter::tick() {
  constexpr double kNanoseconds = 1e6;  // of a millisecond
  const double gap_ms = double(sinceTick_.nsecsElapsed()) / kNanoseconds;
  sinceTick_.start();
  longest_ms_ = std::max(longest_ms_, gap_ms);
  noticed_ += gap_ms > kNoticed_ms;
}

QString GapMeter::takeReport() {
  constexpr double kMilliseconds = 1000;
  const QString report = QString("longest gap %1 ms, %2 above %3 ms, %4 frames in %5 s")
                             .arg(longest_ms_, 0, 'f', 1)
                             .arg(noticed_)
                             .arg(kNoticed_ms)
                             .arg(frames_)
                             .arg(double(sinceStart_.elapsed()) / kMilliseconds, 0, 'f', 1);
  longest_ms_ = 0;
  noticed_ = frames_ = 0;
  sinceStart_.start();
  return report;
}

}  // namespace arete
