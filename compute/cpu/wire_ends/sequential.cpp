// wire_ends.cpu.sequential: row 0 of its stage. From each end, super-point after super-point along the way it points.
// Memory: the graph, a grid, and the super-points before one end. Cost: a ball for each step of an end.
#include <algorithm>

#include "compute/cpu/network/ball_grid.h"
#include "compute/cpu/network/strands.h"
#include "compute/cpu/network/wire_look.h"
#include "compute/cpu/wire_versions.h"

namespace arete::cpu {

using shared::Vector3;

uint32_t wireEndsSequential(const WireEndsInput& in, std::span<RidgeNode> nodes, const StageContext& context) {
  const auto [least, greatest] = radiusRange(nodes, in.r1);
  const BallGrid grid(in.points.places, 3, in.rules.wireStep * least + in.r1, in.rules.wireStep * greatest + in.r1);
  const NodeGraph graph(nodes.size(), in.edges);
  const double near = in.r1 * in.r1;
  std::vector<std::pair<uint32_t, Vector3>> moved;
  const auto extend = [&](const Branch& strand) {
    const uint32_t end = strand.nodes.front();
    const Vector3 tip = nodes[end].place, way = pointsTo(strand, nodes, in.r1, in.rules);
    const double step = in.rules.wireStep * nodes[end].radius;
    double reached = 0;
    for (double before = -1; reached > before;) {
      before = reached;
      grid.visitBall(tip + way * before, step + in.r1, [&](uint32_t point, double) {
        const Vector3 offset = in.points.places[point] - tip;
        const double along = dot(offset, way);
        if (along <= before + step && squaredLength(offset) - along * along <= near) reached = std::max(reached, along);
      });
    }
    if (reached > 0) moved.emplace_back(end, tip + way * reached);
  };
  for (const Branch& strand : strandsOf(graph, nodes)) context.checkStop(), extend(strand), extend(turned(strand));
  for (const auto& [end, place] : moved) nodes[end].place = place;
  return uint32_t(moved.size());
}

}  // namespace arete::cpu
