// polish.cpu.sequential: row 0 of its stage. New places are computed from the old ones, node by node.
// Memory: the graph, a grid and a place for each node. Cost: for each node the super-points in its ball. Loses to one thread per node. Source:
// network, step 12.
#include <algorithm>

#include "compute/network/graph/node_graph.h"
#include "compute/network/graph/node_moves.h"
#include "compute/network/look/kernel_look.h"
#include "compute/network/polish/bends.h"
#include "compute/network/polish/contract.h"
#include "compute/network/polish/polished_place.h"

namespace arete::cpu {

uint32_t polishSequential(const PolishInput& in, std::span<RidgeNode> nodes, const StageContext& context) {
  if (nodes.empty()) return 0;
  double smallest = nodes[0].radius, largest = smallest;
  for (const RidgeNode& node : nodes) smallest = std::min(smallest, node.radius), largest = std::max(largest, node.radius);
  const KernelLook look(in.points, in.rules.ball * smallest, in.rules.ball * largest, context);
  const NodeGraph graph(nodes.size(), in.edges);
  StopTicker tick(context);
  std::vector<shared::Vector3> places(nodes.size());
  return inRounds(in, [&](bool isLast) {
    for (uint32_t i = 0; i < nodes.size(); ++i) {
      tick();
      places[i] = polishedPlace(nodes, i, graph.neighbours(i), look, in);
    }
    const uint32_t moved = moveTo(places, nodes);
    if (!isLast || !in.last) return moved;
    return std::max(moved, restoreBends(in.points, in.edges, nodes, in.rules, context.device.threads()));
  });
}

}  // namespace arete::cpu
