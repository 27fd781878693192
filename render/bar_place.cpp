#include "render/bar_place.h"

#include <algorithm>

namespace arete {

static glm::dvec3 placeOf(const PointArray& nodes, uint32_t i, const std::array<int, 3>& axes) {
  glm::dvec3 place(0);
  for (int k = 0; k < 3; ++k)
    if (const int axis = axes[size_t(k)]; axis >= 0 && axis < nodes.dimension()) place[k] = double(nodes.coordinate(i, axis));
  return place;
}

/// What the bars and their numbers take, logical pixels.
static glm::dvec2 sizeOfBars(const Overlay& overlay, double height) {
  constexpr double kOne = 90, kHigh = 180, kRow = 17, kTitle = 45, kShare = 0.6, kBarShare = 0.25;
  glm::dvec2 size(0, std::min(kHigh, kTitle + height * kBarShare));
  for (const std::optional<ColourBar>* bar : {&overlay.colourBar, &overlay.curveBar}) {
    if (!*bar) continue;
    size.x += kOne;
    size.y = std::max(size.y, kTitle + kRow * double((*bar)->categories.size()));
  }
  return {size.x, std::min(size.y, height * kShare)};
}

namespace {

/// A corner that bars may stand in, device pixels, and how much lies there.
struct Corner {
  bool above, left;
  glm::dvec2 from, to;
  uint32_t points = 0;
};

}  // namespace

/// From the one that is best to stand in. The lower left belongs to the scale bar, the upper left of views in space to their axes.
static std::vector<Corner> cornersOf(const glm::dvec2& size, bool flat, const Viewport& viewport) {
  constexpr double kAbove = 12;  // logical pixels
  const Insets& covered = viewport.covered;
  const glm::dvec2 low(covered.left, covered.top), high(viewport.width - covered.right, viewport.height - covered.bottom);
  const double down = low.y + kAbove * viewport.devicePixelRatio + size.y;
  std::vector<Corner> corners = {{true, false, {high.x - size.x, low.y}, {high.x, down}}, {false, false, high - size, high}};
  if (flat) corners.push_back({true, true, low, {low.x + size.x, down}});
  return corners;
}

BarPlace barPlace(const Overlay& overlay, const CloudPoints& points, const Frame* frame, const View& view, const Viewport& viewport) {
  constexpr uint32_t kSample = 1024;
  if (!overlay.colourBar && !overlay.curveBar) return {};
  const double height = viewport.height - viewport.covered.top - viewport.covered.bottom, ratio = viewport.devicePixelRatio;
  std::vector<Corner> corners = cornersOf(sizeOfBars(overlay, height / ratio) * ratio, view.camera.mode() == CameraMode::flat, viewport);
  const auto count = [&](const glm::dvec3& place, uint32_t weight) {
    const glm::dvec3 at = view.camera.toScreen(viewport, place);
    if (at.z <= 0) return;
    for (Corner& corner : corners)
      if (at.x >= corner.from.x && at.x <= corner.to.x && at.y >= corner.from.y && at.y <= corner.to.y) corner.points += weight;
  };
  if (view.style(LayerId::cloud).visible)
    for (uint32_t i = 0; i < std::min(points.size(), kSample); ++i) count(points.position(points.cloudIndex(i)), 1);
  if (overlay.curveBar && frame != nullptr) {
    constexpr uint32_t kNode = 4;  // it hides more than a point of the cloud
    const PointArray& nodes = frame->curve.nodes;
    for (uint32_t i = 0; i < nodes.size(); i += 1 + nodes.size() / kSample) count(placeOf(nodes, i, view.axes), kNode);
  }
  const Corner* best = &corners.front();
  for (const Corner& corner : corners)
    if (2 * corner.points < best->points) best = &corner;  // clearly fewer: a bar that jumps is in nobody's way more than that
  return {.above = best->above, .left = best->left, .onPoints = best->points > 0};
}

}  // namespace arete
