#include "render/grid.h"

#include <algorithm>
#include <cmath>

namespace arete {

namespace {

constexpr float kMajor = 0.16f, kMinor = 0.07f, kZero = 0.45f, kEdge = 0.5f;  // opacities
constexpr double kMajorPixels = 120, kFewestMinorPixels = 9;                  // logical
constexpr double kMostLines = 400;

/// Digits that tell neighbouring ticks apart.
int digitsFor(double largest, double step) {
  constexpr int kMostDigits = 15;
  if (largest <= 0 || step <= 0) return 1;
  return std::clamp(int(std::floor(std::log10(largest)) - std::floor(std::log10(step))) + 1, 1, kMostDigits);
}

/// Calls f(local, file) for the multiples of `step` in file coordinates between two local ones.
template <class F>
void forTicks(double low, double high, double origin, double step, F&& f) {
  const double first = std::ceil((low + origin) / step), last = std::floor((high + origin) / step);
  if (!(last - first < kMostLines)) return;
  for (double k = first; k <= last; ++k) f(k * step - origin, k * step);
}

/// How many minor lines make a major one: 5 for 1 and 5, 4 for 2.
int minorsOf(double step) {
  const double mantissa = step / std::pow(10, std::floor(std::log10(step) + 1e-9));
  return std::lround(mantissa) == 2 ? 4 : 5;
}

class GridMaker {
 public:
  GridMaker(const View& view, const Viewport& viewport, const Box& box, const glm::dvec3& origin)
      : camera_(view.camera), viewport_(viewport), box_(box), origin_(origin) {}

  Grid flat() {
    const double pixel = camera_.unitsPerPixel(viewport_);
    const double step = niceStep(kMajorPixels * viewport_.devicePixelRatio * pixel);
    const int minors = minorsOf(step);
    const glm::dvec3 low = camera_.toWorld(viewport_, 0, viewport_.height, camera_.target());
    const glm::dvec3 high = camera_.toWorld(viewport_, viewport_.width, 0, camera_.target());
    for (int axis = 0; axis < 2; ++axis) {
      const auto line = [&](double at, float opacity) {
        GridLine l{low, high, opacity};
        l.a[axis] = l.b[axis] = at;
        grid_.lines.push_back(l);
      };
      if (step / minors / pixel >= kFewestMinorPixels * viewport_.devicePixelRatio)
        forTicks(low[axis], high[axis], origin_[axis], step / minors, [&](double at, double) { line(at, kMinor); });
      const int digits = digitsFor(std::max(std::abs(low[axis] + origin_[axis]), std::abs(high[axis] + origin_[axis])), step);
      forTicks(low[axis], high[axis], origin_[axis], step, [&](double at, double value) {
        line(at, value == 0 ? kZero : kMajor);
        edgeLabel(axis, at, formatNumber(value, digits));
      });
    }
    return std::move(grid_);
  }

  Grid ground() {
    const glm::dvec3 extent = box_.extent();
    const double widest = std::max(extent.x, extent.y);
    constexpr double kLines = 5;
    step_ = niceStep((widest > 0 ? widest : camera_.height()) / kLines);
    for (int axis = 0; axis < 2; ++axis) {
      low_[axis] = std::floor((box_.minimum[axis] + origin_[axis]) / step_) * step_ - origin_[axis];
      high_[axis] = std::ceil((box_.maximum[axis] + origin_[axis]) / step_) * step_ - origin_[axis];
      if (high_[axis] <= low_[axis]) low_[axis] -= step_, high_[axis] += step_;
    }
    low_.z = box_.minimum.z;
    high_.z = box_.maximum.z;
    groundLines();
    const glm::dvec3 towards = camera_.backward();  // numbers stand on the edges near the viewer
    tickEdge(0, {0, towards.y > 0 ? high_.y : low_.y, low_.z});
    tickEdge(1, {towards.x > 0 ? high_.x : low_.x, 0, low_.z});
    vertical();
    return std::move(grid_);
  }

 private:
  void groundLines() {
    constexpr double kRounding = 1e-6;  // so that the outermost lines are not lost
    for (int axis = 0; axis < 2; ++axis)
      forTicks(low_[axis] - kRounding * step_, high_[axis] + kRounding * step_, origin_[axis], step_, [&](double at, double) {
        GridLine line{low_, {high_.x, high_.y, low_.z}, kMajor};
        line.a[axis] = line.b[axis] = at;
        grid_.lines.push_back(line);
      });
  }

  /// Numbers along an edge of the ground plane; `corner` gives its other coordinates.
  void tickEdge(int axis, glm::dvec3 corner) {
    const int digits = digitsFor(std::max(std::abs(low_[axis] + origin_[axis]), std::abs(high_[axis] + origin_[axis])), step_);
    glm::dvec3 a = corner, b = corner;
    a[axis] = low_[axis];
    b[axis] = high_[axis];
    grid_.lines.push_back({a, b, kEdge});
    forTicks(low_[axis], high_[axis], origin_[axis], step_, [&](double at, double value) {
      glm::dvec3 place = corner;
      place[axis] = at;
      worldLabel(place, formatNumber(value, digits));
    });
  }

  /// The vertical axis at the corner of the ground plane that is leftmost on the screen.
  void vertical() {
    if (high_.z <= low_.z) return;
    glm::dvec3 corner = low_;
    double leftmost = INFINITY;
    for (int i = 0; i < 4; ++i) {
      const glm::dvec3 candidate{i & 1 ? high_.x : low_.x, i & 2 ? high_.y : low_.y, low_.z};
      if (const double x = camera_.toScreen(viewport_, candidate).x; x < leftmost) leftmost = x, corner = candidate;
    }
    grid_.lines.push_back({corner, {corner.x, corner.y, high_.z}, kEdge});
    const int digits = digitsFor(std::max(std::abs(low_.z + origin_.z), std::abs(high_.z + origin_.z)), step_);
    forTicks(low_.z, high_.z, origin_.z, step_, [&](double at, double value) {
      const double fromGround = at - low_.z;
      if (fromGround > step_ / 2) worldLabel({corner.x, corner.y, at}, formatNumber(value, digits));
    });
  }

  /// Places a label beside a point of the scene, on the side away from the middle of the grid.
  void worldLabel(const glm::dvec3& place, std::string text) {
    constexpr double kGap = 16;  // logical pixels
    const glm::dvec3 at = camera_.toScreen(viewport_, place), middle = camera_.toScreen(viewport_, (low_ + high_) * 0.5);
    if (at.z <= 0) return;
    const glm::dvec2 outward = glm::dvec2(at) - glm::dvec2(middle);
    const double length = glm::length(outward);
    const glm::dvec2 position = glm::dvec2(at) + (length > 0 ? outward / length : glm::dvec2(0, 1)) * kGap * viewport_.devicePixelRatio;
    add(position.x, position.y, std::move(text), LabelAnchor::centre);
  }

  /// Places a label at the lower or left edge of the picture, where no panel covers it.
  void edgeLabel(int axis, double at, std::string text) {
    constexpr double kGap = 5, kCorner = 110;  // logical pixels; the corner belongs to the scale bar
    const double ratio = viewport_.devicePixelRatio;
    glm::dvec3 place = camera_.target();
    place[axis] = at;
    const glm::dvec3 screen = camera_.toScreen(viewport_, place);
    const double bottom = viewport_.height - viewport_.covered.bottom, left = viewport_.covered.left;
    if (viewport_.margins)
      return axis == 0 ? inMargin(screen.x, bottom + kAxisMarginBottom * ratio / 2, std::move(text), LabelAnchor::centre)
                       : inMargin(left - kGap * ratio, screen.y, std::move(text), LabelAnchor::right);
    if (axis == 0 && screen.x > left + kCorner * ratio) add(screen.x, bottom - kGap * ratio, std::move(text), LabelAnchor::above);
    if (axis == 1 && screen.y < bottom - kCorner * ratio / 2) add(left + kGap * ratio, screen.y, std::move(text), LabelAnchor::left);
  }

  void inMargin(double x, double y, std::string text, LabelAnchor anchor) {
    const Insets& covered = viewport_.covered;
    const bool below = anchor == LabelAnchor::centre;
    if (below ? x < covered.left || x > viewport_.width - covered.right : y < covered.top || y > viewport_.height - covered.bottom) return;
    grid_.labels.push_back({float(x), float(y), std::move(text), anchor, false, {}});
  }

  void add(double x, double y, std::string text, LabelAnchor anchor) {
    const Insets& covered = viewport_.covered;
    if (x < covered.left || x > viewport_.width - covered.right || y < covered.top || y > viewport_.height - covered.bottom) return;
    constexpr double kRoom = 18, kRoomBeside = 34;  // logical pixels that a number takes; one that would lie on another is left out
    const double ratio = viewport_.devicePixelRatio;
    for (const Label& other : grid_.labels)
      if (std::abs(other.x - x) < kRoomBeside * ratio && std::abs(other.y - y) < kRoom * ratio / 2) return;
    grid_.labels.push_back({float(x), float(y), std::move(text), anchor, false, {}});
  }

  const Camera& camera_;
  const Viewport& viewport_;
  const Box& box_;
  const glm::dvec3& origin_;
  Grid grid_;
  glm::dvec3 low_{0}, high_{0};
  double step_ = 1;
};

}  // namespace

Grid makeGrid(const View& view, const Viewport& viewport, const Box& box, const glm::dvec3& origin) {
  GridMaker maker(view, viewport, box, origin);
  return view.camera.mode() == CameraMode::flat ? maker.flat() : maker.ground();
}

std::vector<Label> axisNames(const View& view, const Viewport& viewport, const AxisWords& words) {
  std::vector<Label> names;
  const bool flat = view.camera.mode() == CameraMode::flat;
  const auto add = [&](int k, double x, double y, const std::string& text, LabelAnchor anchor) {
    const Colour colour = flat ? view.colour(LayerId::axes) : axisColour(k, view.theme);
    if (view.axes[size_t(k)] >= 0) names.push_back({float(x), float(y), text, anchor, true, colour});
  };
  if (const auto axes = cornerAxes(view, viewport)) {
    constexpr double kBeyond = 1.35;
    for (int k = 0; k < 3; ++k) {
      const glm::dvec2 at = axes->centre + (axes->tips[size_t(k)] - axes->centre) * kBeyond;
      add(k, at.x, at.y, words.name(view.axes[size_t(k)]), LabelAnchor::centre);
    }
    return names;
  }
  constexpr double kInset = 5, kFromTop = 12;  // logical pixels
  const double ratio = viewport.devicePixelRatio, half = kAxisMarginBottom * ratio / 2, bottom = viewport.height - viewport.covered.bottom;
  const double left = viewport.margins ? 0 : viewport.covered.left;
  add(0, viewport.width - viewport.covered.right - kInset * ratio, viewport.margins ? bottom + half : bottom - half, words.title(view.axes[0]),
      LabelAnchor::right);
  add(1, left + kInset * ratio, viewport.covered.top + kFromTop * ratio, words.title(view.axes[1]), LabelAnchor::left);
  return names;
}

std::optional<CornerAxes> cornerAxes(const View& view, const Viewport& viewport) {
  if (view.camera.mode() == CameraMode::flat) return {};
  constexpr double kInset = 46, kLength = 28;  // logical pixels
  const double ratio = viewport.devicePixelRatio;
  CornerAxes axes;
  axes.centre = {viewport.covered.left + kInset * ratio, viewport.covered.top + kInset * ratio};
  const glm::dvec3 right = view.camera.right(), up = view.camera.up();
  for (int k = 0; k < 3; ++k) axes.tips[size_t(k)] = axes.centre + glm::dvec2(right[k], -up[k]) * kLength * ratio;
  return axes;
}

Colour axisColour(int axis, Theme theme) {
  static constexpr std::array<Colour, 3> kOnDark{{{240, 96, 96}, {120, 210, 110}, {100, 150, 255}}};
  static constexpr std::array<Colour, 3> kOnWhite{{{200, 40, 40}, {30, 130, 40}, {40, 80, 200}}};
  return (theme == Theme::dark ? kOnDark : kOnWhite)[size_t(axis)];
}

}  // namespace arete
