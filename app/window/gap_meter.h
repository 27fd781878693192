// Measures how long the window did not respond: the time between two ticks of a timer that should come every few milliseconds. Used by
// `arete FILE --benchmark-gaps` and by the window tests.
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include "app/window/main_window.h"

namespace arete {

class GapMeter : public QObject {
 public:
  /// Longer gaps are noticed by users.
  static constexpr double kNoticed_ms = 50;

  /// Measures from now on, or from the first picture of a window that is not shown yet: before that there is nothing to press.
  explicit GapMeter(MainWindow& window);

  double longest_ms() const { return longest_ms_; }
  /// Processor time of the window's thread in one gap: what it works, whatever else keeps the machine busy.
  double longestWork_ms() const { return longestWork_ms_; }
  int noticed() const { return noticed_; }  ///< gaps longer than kNoticed_ms
  int frames() const { return frames_; }    ///< that were shown
  /// "work of the window's thread until its first picture 210.3 ms"
  QString startReport() const;
  /// "longest gap 31.2 ms (work of its thread 20.1 ms), 0 above 50 ms, 112 frames in 4.1 s"; then measures anew.
  QString takeReport();

 private:
  void begin();
  void tick();

  QTimer timer_;
  QElapsedTimer sinceTick_, sinceStart_;
  double longest_ms_ = 0, longestWork_ms_ = 0, workAtTick_ms_ = 0, workToStart_ms_ = 0;
  int noticed_ = 0, frames_ = 0;
};

}  // namespace arete
