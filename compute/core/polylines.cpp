#include "compute/core/polylines.h"

namespace arete {

Polylines polylinesOf(const Curve& curve, const PointCloud::Origin& origin) {
  Polylines result{.dimension = curve.nodes.dimension()};
  for (const Polyline& polyline : curve.polylines) {
    std::vector<double> line;
    line.reserve(polyline.nodes.size() * size_t(result.dimension));
    for (uint32_t node : polyline.nodes)
      for (int k = 0; k < result.dimension; ++k) line.push_back(curve.nodes.coordinate(node, k) + origin[size_t(k)]);
    result.lines.push_back(std::move(line));
    result.closed.push_back(polyline.closed);
  }
  return result;
}

}  // namespace arete
