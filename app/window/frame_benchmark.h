// Turns or moves the picture for a number of frames and prints what each part of a frame took: `arete FILE --benchmark-frames N`.
#pragma once

#include <vector>

#include <QElapsedTimer>

#include "app/window/main_window.h"

namespace arete {

class FrameBenchmark : public QObject {
  Q_OBJECT
 public:
  /// The window is its parent; starts when start() is called and emits finished() when all is printed.
  FrameBenchmark(MainWindow& window, int frames);
  void start();

 Q_SIGNALS:
  void finished();

 private:
  void nextFrame();
  void record();
  void print() const;

  MainWindow& window_;
  const int frames_;
  int done_ = 0;
  QElapsedTimer clock_;
  qint64 composing_ns_ = 0;
  std::vector<FrameTimes> times_;
};

}  // namespace arete
