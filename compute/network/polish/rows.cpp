// polish.cpu.rows: one thread per node; a ball is read in rows of the grid that is kept with the super-points, and summed a register at a time.
// Memory: the grids (compute/network/look/row_grid.h), the graph and a place for each node. Cost: for each node with two neighbours the super-points
// in its ball. Floor: their terms. Loses to row 0 for a few dozen nodes. Source: network, step 12; 3D, A.
#include <algorithm>

#include "compute/network/graph/node_graph.h"
#include "compute/network/graph/node_moves.h"
#include "compute/network/look/ball_look.h"
#include "compute/network/polish/bends.h"
#include "compute/network/polish/contract.h"
#include "compute/network/polish/polished_place.h"

namespace arete::cpu {

uint32_t polishRows(const PolishInput& in, std::span<RidgeNode> nodes, const StageContext& context) {
  constexpr size_t kGrain = 64;
  if (nodes.empty()) return 0;
  double smallest = nodes[0].radius, largest = smallest;
  for (const RidgeNode& node : nodes) smallest = std::min(smallest, node.radius), largest = std::max(largest, node.radius);
  auto looks = looksOfThreads(in.points, in.rules.ball * smallest, in.rules.ball * largest, context);
  const ShrinkingGraph graph(nodes.size(), in.edges);
  std::vector<shared::Vector3> places(nodes.size());
  return inRounds(in, [&](bool isLast) {
    context.device.threads().forEachRange(nodes.size(), kGrain, [&](size_t begin, size_t end, int thread) {
      context.checkStop();
      for (auto i = uint32_t(begin); i < end; ++i) places[i] = polishedPlace(nodes, i, graph.neighbours(i), looks[size_t(thread)], in);
    });
    const uint32_t moved = moveTo(places, nodes);
    if (!isLast || !in.last) return moved;
    return std::max(moved, restoreBends(in.points, in.edges, nodes, in.rules, context.device.threads()));
  });
}

}  // namespace arete::cpu
