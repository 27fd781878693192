// wire_polish.cpu.rows: one thread per node, in the grid that wire_shift.cpu.rows keeps.
// Memory: the graph, the grid and a place a node. Cost: for each node the super-points around its axis. Floor: their terms. Loses to row 0 for a few
// nodes. Source: 3D, C 6.
#include <atomic>

#include "compute/network/graph/node_graph.h"
#include "compute/network/graph/node_moves.h"
#include "compute/network/wire_polish/contract.h"
#include "compute/network/wire_shift/wire_rows.h"

namespace arete::cpu {

uint32_t wirePolishRows(const WirePolishInput& in, std::span<RidgeNode> nodes, const StageContext& context) {
  constexpr size_t kGrain = 16;
  context.checkStop();
  std::vector<WireRows> looks(size_t(context.device.threads().size()), WireRows(in.points, in.r1, in.rules, 0, context));
  const ShrinkingGraph graph(nodes.size(), in.edges);
  std::vector<shared::Vector3> places(nodes.size());
  return inRounds(in, [&](bool) {
    context.device.threads().forEachRange(nodes.size(), kGrain, [&](size_t begin, size_t end, int thread) {
      context.checkStop();
      for (size_t i = begin; i < end; ++i) {
        const auto around = graph.neighbours(uint32_t(i));
        const bool isBetween = around.size() == 2;
        places[i] = nodes[i].place;
        if (isBetween) places[i] = smoothedOnWire(nodes[i], nodes[around[0]].place, nodes[around[1]].place, looks[size_t(thread)], in.r1, in.rules);
      }
    });
    return moveTo(places, nodes);
  });
}

}  // namespace arete::cpu
