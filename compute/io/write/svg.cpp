// SVG of a curve: one path per polyline, y up, the view fitted with room around it. Lines are 1.5 pixels wide in the picture as a whole; in
// browsers also at every zoom (others, librsvg among them, do not know vector-effect, and pass over @supports). Browsers keep
// coordinates as floats, in which UTM metres shake by half a metre: so the drawing is in the cloud's local coordinates, which are the
// file's unless the cloud lies far from zero, and the origin to add is in the description and in data-origin. Where it is known how sure the curve
// is, lines are as opaque as they are supported.
#include <algorithm>
#include <limits>

#include "compute/io/write/curve_writers.h"

namespace arete {

namespace {

struct Box {
  double left = std::numeric_limits<double>::infinity(), right = -left, bottom = left, top = -left;
};

constexpr double kRoomShare = 0.04;
constexpr double kLongSide_px = 1000, kLineWidth_px = 1.5;

double local(const Curve& curve, uint32_t node, int k) { return k < curve.nodes.dimension() ? curve.nodes.coordinate(node, k) : 0; }

/// With room around it, never without an extent.
Box boxOf(const Curve& curve) {
  Box box;
  for (const Polyline& polyline : curve.polylines)
    for (uint32_t node : polyline.nodes) {
      const double x = local(curve, node, 0), y = local(curve, node, 1);
      box = {std::min(box.left, x), std::max(box.right, x), std::min(box.bottom, y), std::max(box.top, y)};
    }
  if (curve.polylines.empty()) box = {0, 0, 0, 0};
  const double longest = std::max(box.right - box.left, box.top - box.bottom), room = longest > 0 ? kRoomShare * longest : 1;
  return {box.left - room, box.right + room, box.bottom - room, box.top + room};
}

}  // namespace

/// What is doubted fades, and can still be seen.
static void putSupport(const write::PolylineSupport& support, TextFile& file) {
  constexpr double kFaintest = 0.2;
  file.put("data-support=\"", support.mean, "\" stroke-opacity=\"", kFaintest + (1 - kFaintest) * support.mean, "\" ");
}

void write::svgCurve(const CurveInput& input, TextFile& file) {
  const Curve& curve = input.curve;
  const Box box = boxOf(curve);
  const double width = box.right - box.left, height = box.top - box.bottom, scale = kLongSide_px / std::max(width, height);
  const double originX = input.origin[0], originY = input.dimension() > 1 ? input.origin[1] : 0;
  file.put("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" version=\"1.1\" width=\"", scale * width,
           "\" height=\"", scale * height, "\" viewBox=\"", box.left, ' ', -box.top, ' ', width, ' ', height, "\" data-origin=\"", originX, ' ',
           originY, "\">\n");
  file.put("<title>Curve</title>\n<desc>arete " ARETE_VERSION ". File coordinates: x = drawn x + ", originX, ", y = ", originY,
           " - drawn y.</desc>\n");
  file.put("<style>@supports (vector-effect: non-scaling-stroke) { path { vector-effect: non-scaling-stroke; stroke-width: ", kLineWidth_px,
           "px } }</style>\n");
  file.put("<g fill=\"none\" stroke=\"#c81e1e\" stroke-width=\"", kLineWidth_px / scale, "\" stroke-linecap=\"round\" stroke-linejoin=\"round\">\n");
  for (const Polyline& polyline : curve.polylines) {
    file.put("<path ");
    if (input.support() != nullptr) putSupport(supportOf(input, polyline), file);
    file.put("d=\"");
    for (size_t i = 0; i < polyline.nodes.size(); ++i)
      file.put(i == 0 ? "M" : " L", local(curve, polyline.nodes[i], 0), ' ', 0 - local(curve, polyline.nodes[i], 1));
    file.put(polyline.closed ? " Z\"/>\n" : "\"/>\n");
  }
  file.put("</g>\n</svg>\n");
}

}  // namespace arete
