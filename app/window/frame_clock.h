// Measures the frames of the picture, and so decides how long the next scene may take: a moving picture should come 20 times a second.
#pragma once

#include <cstdint>

#include <QElapsedTimer>

#include "render/scene.h"

namespace arete {

/// What the status bar shows of the drawing.
struct DrawStatistics {
  double framesPerSecond = 0;  ///< while moving; 0 when nothing has moved yet
  uint32_t pointsDrawn = 0, pointsTotal = 0;
};

/// Where the time of a frame went, milliseconds. The last two are filled in by whoever watches the window.
struct FrameTimes {
  double points = 0, scene = 0, copy = 0, panels = 0, compose = 0, total = 0;
};

class FrameClock {
 public:
  const DrawStatistics& statistics() const { return statistics_; }
  const FrameTimes& times() const { return times_; }  ///< of the last frame
  /// Waits for the graphics after each part, so that times are separate: for benchmarks.
  void setTimesParts(bool on) { timesParts_ = on; }

  void beginFrame();
  /// The next picture is the first one of other points.
  void expectOthers() { others_ = true; }
  /// What the scene may take in the next picture, milliseconds.
  double sceneBudget_ms(bool moving);
  void countScene(const DrawResult& result);
  // After each part, with the GL context current.
  void endScene() { times_.scene = lap() - times_.points; }
  void endCopy() { times_.copy = lap(); }
  void endPanels() { times_.panels = lap(); }
  /// True when the statistics should be shown again, which is not at every frame.
  bool endFrame(bool moving, bool settled);
  /// The window system has taken the frame.
  void swapped(bool moving);

 private:
  double lap();

  DrawStatistics statistics_;
  FrameTimes times_;
  QElapsedTimer sincePaint_, sinceStatistics_, sincePaintBegan_, lap_;
  double outsideScene_ms_ = 25;  ///< what a moving frame takes except for the scene: panels, Qt, the window system; fades in
  bool timesParts_ = false, others_ = false;
};

}  // namespace arete
