#include "compute/engine/wires_likely.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "compute/stages/network_radius.h"
#include "compute/stages/wire_lines.h"

namespace arete {

/// Of the places that are looked at.
static double shareOnLines(const PointCloud& cloud, const Job& job, double r1, const StageContext& context) {
  constexpr uint32_t kPlaces = 300;
  const NetworkRules rules = networkRules(NetworkProfile::wires, 3);
  context.checkStop();
  const SuperPoints points = job.function<Stage::super_points>()({cloud, r1, rules}, context);
  const uint32_t every = std::max(1u, uint32_t(points.size()) / kPlaces);
  std::vector<uint32_t> places;
  for (uint32_t i = 0; i < points.size(); i += every) places.push_back(i);
  std::vector<RidgeNode> nodes = ridgeNodes(points, std::vector<double>(points.size(), r1), places);
  const uint32_t found = job.function<Stage::wire_lines>()({points, r1, rules}, nodes, context);
  return places.empty() ? 0 : found / double(places.size());
}

bool wiresLikely(const PointCloud& cloud, const Job& job, const StageContext& context) {
  // With conductors, measured or generated, 0.84 to 1 of the places are on lines at five of these radii or more; with a neuron's surface at most half
  // from the second radius on; with a noisy curve the fewer, the finer the radius.
  constexpr double kNearlyAll = 0.8;
  constexpr int kRadii = 9, kInARow = 3;
  const double first = wireRadiusRules().firstRung * cloud.bounds().diagonal(cloud.dimension());
  for (int begin = 0; begin + kInARow <= kRadii;) {
    int last = begin + kInARow - 1;
    while (last >= begin && shareOnLines(cloud, job, std::ldexp(first, -last), context) >= kNearlyAll) --last;
    if (last < begin) return true;
    begin = last + 1;  // no row of those goes over this one
  }
  return false;
}

}  // namespace arete
