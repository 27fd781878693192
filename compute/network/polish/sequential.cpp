// polish.cpu.sequential: row 0 of its stage. New places are computed from the old ones, node by node.
// Memory: the graph, a grid and a place for each node. Cost: for each node the super-points in its ball, or in the ball around its spheroid. Loses to
// one thread per node. Source: network, step 12; 3D, C 6.
#include <algorithm>

#include "compute/network/graph/node_graph.h"
#include "compute/network/graph/node_moves.h"
#include "compute/network/look/kernel_look.h"
#include "compute/network/look/spheroid_look.h"
#include "compute/network/polish/bends.h"
#include "compute/network/polish/contract.h"
#include "compute/network/polish/polished_place.h"

namespace arete::cpu {

template <class Polish>
static uint32_t polishInTurn(const PolishInput& in, std::span<RidgeNode> nodes, Polish polish, const StageContext& context) {
  const NodeGraph graph(nodes.size(), in.edges);
  StopTicker tick(context);
  std::vector<shared::Vector3> places(nodes.size());
  return inRounds(in, [&](bool isLast) {
    for (uint32_t i = 0; i < nodes.size(); ++i) {
      tick();
      places[i] = polish.place(nodes, i, graph.neighbours(i));
    }
    const uint32_t moved = moveTo(places, nodes);
    if (!isLast || !in.last) return moved;
    return std::max(moved, restoreBends(in.points, in.edges, nodes, in.rules, context.device.threads()));
  });
}

uint32_t polishSequential(const PolishInput& in, std::span<RidgeNode> nodes, const StageContext& context) {
  if (nodes.empty()) return 0;
  if (in.rules.wires) {
    const auto [least, greatest] = radiusRange(nodes, in.r1);
    const double shortest = std::max(in.r1, in.rules.wirePolish * least);
    return polishInTurn(in, nodes, SpheroidPolish<SpheroidLook>{in, {in.points, in.r1, in.rules.ball, shortest, greatest, context}}, context);
  }
  const auto [smallest, largest] = std::ranges::minmax(nodes, {}, &RidgeNode::radius);
  const double ball = in.rules.ball;
  return polishInTurn(in, nodes, BallPolish<KernelLook>{in, {in.points, ball * smallest.radius, ball * largest.radius, context}}, context);
}

}  // namespace arete::cpu
