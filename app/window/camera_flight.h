// The camera that the picture is drawn with: the one that is set, or a short way behind it.
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
  /// From where it is now.
  void start();
  /// A bit of the way, for as long as it is flying.
  void moveOn(const Camera& target);

 private:
  Camera camera_;
  std::optional<Camera> from_;
  QElapsedTimer time_;
};

}  // namespace arete
