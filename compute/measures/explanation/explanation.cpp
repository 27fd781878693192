#include "compute/measures/explanation/explanation.h"

#include <limits>

namespace arete {

Explanation explain(const CurveEdges& curve, std::span<const CurvePlace> places, double reach) {
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  const size_t edges = curve.edges.size();
  Explanation found{.reach = reach};
  found.components.resize(curve.components);
  std::vector<double> squares(edges);
  std::vector<uint64_t> points(edges);
  double sum = 0;
  for (const CurvePlace& place : places) {
    const double distance = place.distance();
    const bool beyond = !(distance <= reach);
    ++found.all.points, found.all.beyond += beyond;
    if (place.edge == CurvePlace::kNowhere) continue;
    sum += distance;
    ExplainedShare& component = found.components[curve.paths[curve.edges[place.edge].path].component];
    ++component.points, component.beyond += beyond;
    if (!beyond) ++points[place.edge], squares[place.edge] += distance * distance;
  }
  found.meanDistance = edges > 0 && !places.empty() ? sum / double(places.size()) : kNone;
  for (size_t e = 0; e < edges; ++e) {
    found.density.push_back(curve.edges[e].length > 0 ? double(points[e]) / curve.edges[e].length : kNone);
    found.width.push_back(points[e] > 0 ? std::sqrt(squares[e] / double(points[e])) : kNone);
    found.pathLength.push_back(curve.paths[curve.edges[e].path].length);
  }
  return found;
}

}  // namespace arete
