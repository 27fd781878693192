#include "render/camera.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include "compute/core/enum_names.h"

#include <glm/gtc/matrix_transform.hpp>

namespace arete {

using std::numbers::pi;

static glm::dquat about(const glm::dvec3& axis, double angle) { return glm::angleAxis(angle, axis); }

/// No roll; azimuth 0 looks along +y, elevation π/2 straight down.
static glm::dquat fromAngles(double azimuth, double elevation) { return about({0, 0, 1}, azimuth) * about({1, 0, 0}, pi / 2 - elevation); }

static double elevationOf(const glm::dvec3& backward) { return std::asin(std::clamp(backward.z, -1.0, 1.0)); }

static constexpr EnumNames<CameraPreset, kCameraPresetCount> kPresets{"front", "back", "left", "right", "top", "bottom", "isometric"};

std::string_view name(CameraPreset preset) { return kPresets(preset); }

void Camera::setMode(CameraMode mode) {
  mode_ = mode;
  if (mode == CameraMode::flat) orientation_ = {1, 0, 0, 0};
  if (mode != CameraMode::turntable) return;
  constexpr double kNearlyVertical = 1e-9;
  const glm::dvec3 b = backward(), r = right();
  const bool vertical = std::hypot(b.x, b.y) < kNearlyVertical;
  orientation_ = fromAngles(vertical ? std::atan2(r.y, r.x) : std::atan2(b.x, -b.y), elevationOf(b));
}

void Camera::setFieldOfView(double radians) { fieldOfView_ = std::clamp(radians, kSmallestFieldOfView, kLargestFieldOfView); }
void Camera::setHeight(double height) { height_ = std::clamp(height, kSmallestHeight, kLargestHeight); }
void Camera::setOrientation(const glm::dquat& orientation) {
  if (mode_ != CameraMode::flat) orientation_ = glm::normalize(orientation);
}

double Camera::distance() const { return height_ / (2 * std::tan(fieldOfView_ / 2)); }
glm::dvec3 Camera::eye() const { return target_ + backward() * distance(); }

void Camera::rotate(const Viewport& viewport, double dx, double dy) {
  if (mode_ == CameraMode::flat) return;
  const double turn = -dx * pi / viewport.height, tilt = dy * pi / viewport.height;
  if (mode_ == CameraMode::turntable) {
    const double elevation = elevationOf(backward());
    const double change = std::clamp(elevation + tilt, -pi / 2, pi / 2) - elevation;
    turnTo(viewport, about({0, 0, 1}, turn) * orientation_ * about({1, 0, 0}, -change));
  } else {
    turnTo(viewport, orientation_ * about({0, 1, 0}, turn) * about({1, 0, 0}, -tilt));
  }
}

void Camera::turnTo(const Viewport& viewport, const glm::dquat& orientation) {
  const glm::dvec3 centre = pivot(viewport);
  const glm::dquat before = orientation_;
  orientation_ = glm::normalize(orientation);
  target_ = centre + (orientation_ * glm::conjugate(before)) * (target_ - centre);
}

glm::dvec3 Camera::inFreeMiddle(const Viewport& viewport) const {
  const glm::dvec2 shift = viewport.covered.freeMiddle() * (height_ / viewport.height);
  return target_ + right() * shift.x + up() * shift.y;
}

static glm::dquat orientationOf(CameraPreset preset) {
  switch (preset) {
    case CameraPreset::front: return fromAngles(0, 0);
    case CameraPreset::back: return fromAngles(pi, 0);
    case CameraPreset::left: return fromAngles(-pi / 2, 0);
    case CameraPreset::right: return fromAngles(pi / 2, 0);
    case CameraPreset::top: return fromAngles(0, pi / 2);
    case CameraPreset::bottom: return fromAngles(0, -pi / 2);
    case CameraPreset::isometric: break;
  }
  return fromAngles(pi / 4, std::atan(std::numbers::sqrt2 / 2));
}

void Camera::look(const Viewport& viewport, CameraPreset preset) {
  if (mode_ != CameraMode::flat) turnTo(viewport, orientationOf(preset));
}

void Camera::pan(const Viewport& viewport, double dx, double dy, const glm::dvec3& anchor) {
  const double scale = unitsPerPixel(viewport, anchor);
  target_ -= (right() * dx - up() * dy) * scale;
}

void Camera::zoom(double factor, const glm::dvec3& anchor) {
  // A homothety about the anchor: eye and target move on lines through it, so its place on the screen stays.
  const double height = std::clamp(height_ * factor, kSmallestHeight, kLargestHeight);
  target_ = anchor + (target_ - anchor) * (height / height_);
  height_ = height;
}

void Camera::fit(const Viewport& viewport, const Box& box, double border) {
  Box shown = box;
  if (shown.diagonal() <= 0) shown.minimum -= 0.5, shown.maximum += 0.5;
  const Insets& covered = viewport.covered;
  const glm::dvec2 size(viewport.width, viewport.height);
  const glm::dvec2 free = glm::max(size - glm::dvec2(covered.left + covered.right, covered.top + covered.bottom), size * 0.25) * (1 - 2 * border);
  const glm::dvec2 shift = covered.freeMiddle();
  // The free part as slopes of the planes through the eye that bound it; none when orthographic.
  const double slope = perspective() ? 2 * std::tan(fieldOfView_ / 2) / size.y : 0;
  const glm::dvec2 lowSlope = (shift - free * 0.5) * slope, highSlope = (shift + free * 0.5) * slope;
  glm::dvec2 low(INFINITY), high(-INFINITY);  // where those planes, moved to touch the box, cut the plane z = 0 through its centre
  const glm::dvec3 centre = shown.centre();
  for (int i = 0; i < 8; ++i) {
    const glm::dvec3 p = glm::conjugate(orientation_) * (shown.corner(i) - centre);
    low = glm::min(low, glm::dvec2(p) + lowSlope * p.z);
    high = glm::max(high, glm::dvec2(p) + highSlope * p.z);
  }
  const glm::dvec2 units = (high - low) / free;  // per pixel at z = 0
  setHeight(std::max(units.x, units.y) * size.y);
  const glm::dvec2 middle = (low + high) * 0.5 - shift * (height_ / size.y);
  target_ = centre + right() * middle.x + up() * middle.y;
}

glm::dmat4 Camera::viewMatrix() const { return glm::mat4_cast(glm::conjugate(orientation_)) * glm::translate(glm::dmat4(1), -eye()); }

glm::dmat4 Camera::projectionMatrix(const Viewport& viewport, const Box& scene) const {
  constexpr double kSlack = 0.01, kNearOverFar = 1e-4;
  const glm::dmat4 view = viewMatrix();
  double nearest = INFINITY, farthest = -INFINITY;
  for (int i = 0; i < 8; ++i) {
    const double z = -(view * glm::dvec4(scene.corner(i), 1)).z;
    nearest = std::min(nearest, z);
    farthest = std::max(farthest, z);
  }
  const double slack = std::max((farthest - nearest) * kSlack, distance() * kSlack);
  nearest -= slack;
  farthest += slack;
  const double halfHeight = height_ / 2, halfWidth = halfHeight * viewport.aspect();
  const double cut = mode_ == CameraMode::flat ? 0 : nearCut_;
  if (!perspective()) return glm::ortho(-halfWidth, halfWidth, -halfHeight, halfHeight, nearest + cut * (farthest - nearest), farthest);
  if (farthest <= 0) farthest = distance();  // everything is behind the eye
  nearest = std::max(nearest, farthest * kNearOverFar);
  nearest += cut * (farthest - nearest);
  return glm::perspective(fieldOfView_, viewport.aspect(), nearest, farthest);
}

glm::dvec3 Camera::toScreen(const Viewport& viewport, const glm::dvec3& world) const {
  const glm::dvec3 p = glm::conjugate(orientation_) * (world - target_);
  const double z = distance() - p.z;
  const double pixelsPerUnit = viewport.height / height_ * (perspective() ? distance() / z : 1);
  return {viewport.width / 2.0 + p.x * pixelsPerUnit, viewport.height / 2.0 - p.y * pixelsPerUnit, z};
}

double Camera::unitsPerPixel(const Viewport& viewport, const glm::dvec3& at) const {
  const double z = distance() - glm::dot(backward(), at - target_);
  return unitsPerPixel(viewport) * (perspective() && z > 0 ? z / distance() : 1);
}

glm::dvec3 Camera::toWorld(const Viewport& viewport, double x, double y, const glm::dvec3& inPlane) const {
  const double scale = unitsPerPixel(viewport, inPlane);
  const double forward = glm::dot(backward(), inPlane - target_);
  return target_ + backward() * forward + (right() * (x - viewport.width / 2.0) - up() * (y - viewport.height / 2.0)) * scale;
}

Camera Camera::between(const Camera& a, const Camera& b, double t) {
  if (t >= 1) return b;
  Camera camera = b;
  camera.target_ = glm::mix(a.target_, b.target_, t);
  camera.height_ = a.height_ * std::pow(b.height_ / a.height_, t);
  camera.fieldOfView_ = glm::mix(a.fieldOfView_, b.fieldOfView_, t);
  if (b.mode_ != CameraMode::flat) camera.orientation_ = glm::slerp(a.orientation_, b.orientation_, t);
  return camera;
}

}  // namespace arete
