#include "app/window/camera_flight.h"

namespace arete {

namespace {

constexpr double kFlight_ms = 250;

double eased(double t) { return t * t * (3 - 2 * t); }

}  // namespace

void CameraFlight::jump(const Camera& target) {
  from_.reset();
  camera_ = target;
}

void CameraFlight::start() {
  from_ = camera_;
  time_.start();
}

void CameraFlight::moveOn(const Camera& target) {
  const double t = double(time_.elapsed()) / kFlight_ms;
  if (t < 1) camera_ = Camera::between(*from_, target, eased(t));
  else jump(target);
}

}  // namespace arete
