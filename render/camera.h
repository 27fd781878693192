// The camera: a value in double precision. It looks at `target`, where `height` world units fill the picture from bottom to top; so one
// number sets the scale of the orthographic and of the perspective picture, for clouds of any size.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>

#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>

namespace arete {

/// What is covered at the edges of the picture, device pixels.
struct Insets {
  int left = 0, top = 0, right = 0, bottom = 0;
  friend bool operator==(const Insets&, const Insets&) = default;
  /// From the middle of the picture to that of what is free, pixels, y up.
  glm::dvec2 freeMiddle() const { return glm::dvec2(left - right, bottom - top) * 0.5; }
};

/// What the numbers of the axes take at the left and at the bottom, logical pixels.
inline constexpr int kAxisMarginLeft = 50, kAxisMarginBottom = 20;

/// The part of the screen that the picture fills, in device pixels. Screen coordinates start at its top left corner.
struct Viewport {
  int width = 1, height = 1;
  double devicePixelRatio = 1;  ///< device pixels per logical one; sizes in View are logical
  Insets covered = {};          ///< hidden by panels: fit, labels and the axes in the corner keep clear of it
  bool margins = false;         ///< of what is covered, kAxisMarginLeft and kAxisMarginBottom are for the numbers of the axes of a flat view

  double aspect() const { return double(width) / height; }
  friend bool operator==(const Viewport&, const Viewport&) = default;
};

/// Axis-aligned box in the coordinates that are drawn: three axes of the cloud, local coordinates.
struct Box {
  glm::dvec3 minimum{0}, maximum{0};

  glm::dvec3 centre() const { return minimum * 0.5 + maximum * 0.5; }
  glm::dvec3 extent() const { return maximum - minimum; }
  double diagonal() const { return glm::length(extent()); }
  glm::dvec3 corner(int i) const { return {i & 1 ? maximum.x : minimum.x, i & 2 ? maximum.y : minimum.y, i & 4 ? maximum.z : minimum.z}; }
  friend bool operator==(const Box&, const Box&) = default;
};

/// flat: x to the right, y up, never tilts. turntable: z stays up. trackball: turns freely.
enum class CameraMode : uint8_t { flat, turntable, trackball };
/// front looks along +y, right along −x, top along −z; isometric from (1, −1, 1).
enum class CameraPreset : uint8_t { front, back, left, right, top, bottom, isometric };
inline constexpr size_t kCameraPresetCount = 7;
std::string_view name(CameraPreset preset);

class Camera {
 public:
  static constexpr double kDefaultFieldOfView = 0.785398163397448;                                            ///< 45°, vertical, radians
  static constexpr double kSmallestFieldOfView = 0.0872664625997165, kLargestFieldOfView = 2.09439510239320;  ///< 5°, 120°
  static constexpr double kLargestNearCut = 0.98;
  static constexpr double kSmallestHeight = 1e-15, kLargestHeight = 1e18;

  CameraMode mode() const { return mode_; }
  /// Entering turntable takes roll away, entering flat looks straight down with x to the right.
  void setMode(CameraMode mode);
  bool perspective() const { return perspective_ && mode_ != CameraMode::flat; }
  /// Objects at the target keep their size. The flat mode is always orthographic.
  void setPerspective(bool on) { perspective_ = on; }
  double fieldOfView() const { return fieldOfView_; }
  void setFieldOfView(double radians);

  /// Everything nearer than this share of the scene's depth is cut away, to look inside; 0 … kLargestNearCut. Not in flat mode.
  double nearCut() const { return nearCut_; }
  void setNearCut(double share) { nearCut_ = std::clamp(share, 0.0, kLargestNearCut); }

  const glm::dvec3& target() const { return target_; }
  void setTarget(const glm::dvec3& target) { target_ = target; }
  double height() const { return height_; }  ///< world units from the bottom to the top of the picture, at the target
  void setHeight(double height);
  const glm::dquat& orientation() const { return orientation_; }  ///< camera to world; the camera looks along its −z, y up
  void setOrientation(const glm::dquat& orientation);
  /// The point that `rotate` turns about. If not set, it follows what is in the middle of the free part of the picture, as deep as the target.
  glm::dvec3 pivot(const Viewport& viewport) const { return pivot_.value_or(inFreeMiddle(viewport)); }
  const std::optional<glm::dvec3>& fixedPivot() const { return pivot_; }
  void setPivot(std::optional<glm::dvec3> pivot) { pivot_ = pivot; }

  /// Turns by a mouse move in pixels; a drag over the height of the picture is half a turn. Does nothing in flat mode.
  void rotate(const Viewport& viewport, double dx, double dy);
  /// Looks from a standard direction at the same pivot, which stays where it is on the screen. Does nothing in flat mode.
  void look(const Viewport& viewport, CameraPreset preset);
  /// Moves sideways so that the world point `anchor`, now at a screen position, comes to (x + dx, y + dy).
  void pan(const Viewport& viewport, double dx, double dy, const glm::dvec3& anchor);
  void pan(const Viewport& viewport, double dx, double dy) { pan(viewport, dx, dy, target_); }
  /// Moves target and pivot by a vector in world units.
  void moveBy(const glm::dvec3& distance) {
    target_ += distance;
    if (pivot_) *pivot_ += distance;
  }
  /// Scales the view about `anchor`, which stays where it is on the screen; factor < 1 comes closer.
  void zoom(double factor, const glm::dvec3& anchor);
  /// The same about the point under the cursor in the plane of the target.
  void zoom(const Viewport& viewport, double factor, double x, double y) { zoom(factor, toWorld(viewport, x, y, target_)); }
  /// Shows the whole box with a border around it (share of the picture), same orientation. A box without extent gets a unit around it.
  void fit(const Viewport& viewport, const Box& box, double border = 0.06);

  glm::dmat4 viewMatrix() const;
  /// Near and far enclose `scene` as tightly as precision needs; everything outside is clipped.
  glm::dmat4 projectionMatrix(const Viewport& viewport, const Box& scene) const;
  glm::dvec3 eye() const;  ///< also when orthographic: where the perspective eye would be
  glm::dvec3 right() const { return orientation_ * glm::dvec3(1, 0, 0); }
  glm::dvec3 up() const { return orientation_ * glm::dvec3(0, 1, 0); }
  glm::dvec3 backward() const { return orientation_ * glm::dvec3(0, 0, 1); }  ///< from the target to the eye

  /// Screen position (device pixels, y down) of a world point; z: distance from the eye along the viewing direction, ≤ 0 behind it.
  glm::dvec3 toScreen(const Viewport& viewport, const glm::dvec3& world) const;
  /// The world point under (x, y) in the plane through `inPlane` parallel to the screen.
  glm::dvec3 toWorld(const Viewport& viewport, double x, double y, const glm::dvec3& inPlane) const;
  /// World units per device pixel at a world point.
  double unitsPerPixel(const Viewport& viewport, const glm::dvec3& at) const;
  double unitsPerPixel(const Viewport& viewport) const { return height_ / viewport.height; }

  /// On the way from `a` (t = 0) to `b` (t = 1); modes and switches are b's.
  static Camera between(const Camera& a, const Camera& b, double t);
  friend bool operator==(const Camera&, const Camera&) = default;

 private:
  double distance() const;
  glm::dvec3 inFreeMiddle(const Viewport& viewport) const;
  /// About the pivot.
  void turnTo(const Viewport& viewport, const glm::dquat& orientation);

  CameraMode mode_ = CameraMode::turntable;
  bool perspective_ = false;
  double fieldOfView_ = kDefaultFieldOfView;
  double nearCut_ = 0;
  glm::dvec3 target_{0};
  double height_ = 1;
  glm::dquat orientation_{1, 0, 0, 0};
  std::optional<glm::dvec3> pivot_;
};

}  // namespace arete
