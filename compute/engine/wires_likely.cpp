#include "compute/engine/wires_likely.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "compute/shared/segment_distance.h"
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
  // Of conductors, measured and made, 0.84 to 1 of the places are on lines at five of these radii and more; of a neuron's surface at most half from
  // the second radius on; of a noisy curve the fewer, the finer the radius.
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

static constexpr size_t kOfEnds = 3;  // nodes: where a line goes on as another one, the two are close, and do not cross

namespace {

/// A node of a line, and the next one. Places of the plane lie in space.
struct Way {
  std::array<double, 3> from, to;
  size_t line;
};

}  // namespace

bool linesCross(const Curve& network, double within, const StageContext& context) {
  constexpr size_t kNodes = 4000;
  std::vector<Way> ways;
  const auto placeOf = [&](uint32_t node) {
    std::array<double, 3> place{};
    for (int k = 0; k < network.nodes.dimension(); ++k) place[size_t(k)] = network.nodes.coordinate(node, k);
    return place;
  };
  for (size_t line = 0; line < network.polylines.size(); ++line) {
    const std::vector<uint32_t>& nodes = network.polylines[line].nodes;
    for (size_t i = kOfEnds; i + kOfEnds + 1 < nodes.size(); ++i) ways.push_back({placeOf(nodes[i]), placeOf(nodes[i + 1]), line});
  }
  const size_t every = ways.size() / kNodes + 1;
  for (size_t i = 0; i < ways.size(); i += every) {
    context.checkStop();
    for (const Way& other : ways)
      if (other.line != ways[i].line &&
          shared::squaredDistanceToSegment(ways[i].from.data(), other.from.data(), other.to.data(), 3) < within * within)
        return true;
  }
  return false;
}

}  // namespace arete
