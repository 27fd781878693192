// polish.cpu.rows: one thread per node; a ball, or the surroundings of a spheroid's axis, is read in rows of the grid that is kept with the
// super-points, and summed a register at a time. Memory: the grids (compute/network/look/row_grid.h), the graph and a place for each node. Cost: for
// each node with two neighbours the super-points in its ball or around its axis. Floor: their terms. Loses to row 0 for a few dozen nodes. Source:
// network, step 12; 3D, A, C 6.
#include <algorithm>

#include "compute/network/graph/node_graph.h"
#include "compute/network/graph/node_moves.h"
#include "compute/network/look/ball_look.h"
#include "compute/network/look/spheroid_rows.h"
#include "compute/network/polish/bends.h"
#include "compute/network/polish/contract.h"
#include "compute/network/polish/polished_place.h"

namespace arete::cpu {

/// `grain`: nodes that a thread takes at once.
template <class Polish>
static uint32_t polishOnThreads(const PolishInput& in, std::span<RidgeNode> nodes, const Polish& polish, size_t grain, const StageContext& context) {
  std::vector<Polish> ofThreads(size_t(context.device.threads().size()), polish);
  const ShrinkingGraph graph(nodes.size(), in.edges);
  std::vector<shared::Vector3> places(nodes.size());
  return inRounds(in, [&](bool isLast) {
    context.device.threads().forEachRange(nodes.size(), grain, [&](size_t begin, size_t end, int thread) {
      context.checkStop();
      for (auto i = uint32_t(begin); i < end; ++i) places[i] = ofThreads[size_t(thread)].place(nodes, i, graph.neighbours(i));
    });
    const uint32_t moved = moveTo(places, nodes);
    if (!isLast || !in.last) return moved;
    return std::max(moved, restoreBends(in.points, in.edges, nodes, in.rules, context.device.threads()));
  });
}

uint32_t polishRows(const PolishInput& in, std::span<RidgeNode> nodes, const StageContext& context) {
  constexpr size_t kGrain = 64, kGrainOfWires = 16;
  context.checkStop();
  if (nodes.empty()) return 0;
  const double ball = in.rules.ball;
  if (in.rules.wires)
    return polishOnThreads(in, nodes, SpheroidPolish<SpheroidRows>{in, {in.points, in.r1, ball, 0, context}}, kGrainOfWires, context);
  const auto [smallest, largest] = std::ranges::minmax(nodes, {}, &RidgeNode::radius);
  return polishOnThreads(in, nodes, BallPolish<BallLook>{in, {in.points, ball * smallest.radius, ball * largest.radius, context}}, kGrain, context);
}

}  // namespace arete::cpu
