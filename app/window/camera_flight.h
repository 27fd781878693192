// The camera with which the picture is drawn: the one that is set, or a short way behind it.
#pragma once

#include <optional>

#include <QElapsedTimer>

#include "render/camera.h"

namespace arete {

class CameraFlight {
 public:
  const Camera& camera() const { return camera_; }
  bool flying() const { return from_.has_value(); }
  void jump(const Camera& target);
  /// Starts from where it is now.
  void start();
  /// Moves on a little while it is flying.
  void moveOn(const Camera& target);

 private:
  Camera camera_;
  std::optional<Camera> from_;
  QElapsedTimer time_;
};

}  // namespace arete
