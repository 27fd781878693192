// Lets the points that a sweep removed fade out, so that the removal is seen.
#pragma once

#include <cstdint>
#include <functional>

#include <QElapsedTimer>
#include <QTimer>

#include "compute/engine/frame.h"

namespace arete {

class RemovedFade {
 public:
  /// `redraw` is called while they fade.
  explicit RemovedFade(std::function<void()> redraw);

  /// A step that removed points starts their fading; it continues during later steps, so that it is seen at every speed. nullptr: no frame.
  void follow(const Frame* frame);
  bool active() const { return timer_.isActive(); }
  float opacity() const;

 private:
  QTimer timer_;
  QElapsedTimer time_;
  uint64_t generation_ = 0;  ///< these two of the frame they belong to
  uint32_t step_ = 0;
};

}  // namespace arete
