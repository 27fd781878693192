// wire_polish.cpu.sequential: row 0 of its stage. New places are computed from the old ones, node by node.
// Memory: the graph, a grid and a place a node. Cost: for each node the super-points in the ball around its spheroid. Loses to one thread per node.
// Source: 3D, C 6.
#include <algorithm>

#include "compute/network/graph/node_graph.h"
#include "compute/network/graph/node_moves.h"
#include "compute/network/wire_polish/contract.h"
#include "compute/network/wire_shift/wire_look.h"

namespace arete::cpu {

using shared::Vector3;

uint32_t wirePolishSequential(const WirePolishInput& in, std::span<RidgeNode> nodes, const StageContext& context) {
  const auto [least, greatest] = radiusRange(nodes, in.r1);
  const WireLook look(in.points, in.r1, in.rules, std::max(in.r1, in.rules.wirePolish * least), greatest, context);
  const NodeGraph graph(nodes.size(), in.edges);
  StopTicker tick(context);
  std::vector<Vector3> places(nodes.size());
  return inRounds(in, [&](bool) {
    for (uint32_t i = 0; i < nodes.size(); ++i) {
      tick();
      const auto around = graph.neighbours(i);
      const bool isBetween = around.size() == 2;
      places[i] = nodes[i].place;
      if (isBetween) places[i] = smoothedOnWire(nodes[i], nodes[around[0]].place, nodes[around[1]].place, look, in.r1, in.rules);
    }
    return moveTo(places, nodes);
  });
}

}  // namespace arete::cpu
