// ends.cpu.rows: one thread per end; the super-points around a branch are read in rows of the grid that is kept with them.
// Memory: the grids (compute/network/look/row_grid.h), the graph, and the super-points around a branch for each thread. Cost: for each end the
// super-points within a few R, times the edges there. Loses to row 0 for a few ends. Source: network, step 13.
#include "compute/network/ends/end_finder.h"
#include "compute/network/ends/stage.h"
#include "compute/network/graph/node_moves.h"
#include "compute/network/look/ball_look.h"

namespace arete::cpu {

uint32_t endsRows(const EndsInput& in, std::span<RidgeNode> nodes, const StageContext& context) {
  constexpr size_t kGrain = 8;
  double smallest = HUGE_VAL, largest = 0;
  for (const RidgeNode& node : nodes) smallest = std::min(smallest, node.radius), largest = std::max(largest, node.radius);
  if (largest == 0) return 0;
  const ShrinkingGraph graph(nodes.size(), in.edges);
  const BallLook look(in.points, in.rules.ball * smallest, widestEndBall(in, nodes), context);
  const EveryBall balls{look};
  std::vector<shared::Vector3> places;
  std::vector<uint32_t> ends;
  for (uint32_t node = 0; node < nodes.size(); ++node) {
    places.push_back(nodes[node].place);
    if (graph.degree(node) == 1) ends.push_back(node);
  }
  context.device.threads().forEachRange(ends.size(), kGrain, [&](size_t begin, size_t end, int) {
    context.checkStop();
    for (size_t i = begin; i < end; ++i) {
      const EndPart part(in, nodes, graph, ends[i]);
      places[ends[i]] = part.place(endMass(in, nodes, balls, part), in, nodes);
    }
  });
  return moveTo(places, nodes);
}

}  // namespace arete::cpu
