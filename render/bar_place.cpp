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

/// What lies where bars may stand.
struct Corners {
  const View& view;
  const Viewport& viewport;
  double left, right, top, upper, lower, bottom;  ///< device pixels; the upper one ends at `upper`, the lower one begins at `lower`
  uint32_t above = 0, below = 0;

  void count(const glm::dvec3& place) {
    const glm::dvec3 at = view.camera.toScreen(viewport, place);
    if (at.z <= 0 || at.x < left || at.x > right || at.y < top || at.y > bottom) return;
    above += at.y < upper;
    below += at.y > lower;
  }
};

}  // namespace

BarPlace barPlace(const Overlay& overlay, const CloudPoints& points, const Frame* frame, const View& view, const Viewport& viewport) {
  constexpr uint32_t kSample = 1024;
  constexpr double kSaid = 50;  // logical pixels: what is said at the top stands above the bars
  if (!overlay.colourBar && !overlay.curveBar) return {};
  const double ratio = viewport.devicePixelRatio, right = viewport.width - viewport.covered.right, top = viewport.covered.top,
               bottom = viewport.height - viewport.covered.bottom;
  const glm::dvec2 size = sizeOfBars(overlay, (bottom - top) / ratio) * ratio;
  Corners corners{view, viewport, right - size.x, right, top, top + kSaid * ratio + size.y, bottom - size.y, bottom};
  if (view.style(LayerId::cloud).visible)
    for (uint32_t i = 0; i < std::min(points.size(), kSample); ++i) corners.count(points.position(points.cloudIndex(i)));
  if (overlay.curveBar && frame != nullptr) {
    const PointArray& nodes = frame->curve.nodes;
    for (uint32_t i = 0; i < nodes.size(); i += 1 + nodes.size() / kSample) corners.count(placeOf(nodes, i, view.axes));
  }
  const bool above = 2 * corners.above < corners.below;
  return {.above = above, .onPoints = (above ? corners.above : corners.below) > 0};
}

}  // namespace arete
