// ends.cpu.rows: one thread per end; the super-points around a branch are read in rows of the grid that is kept with them.
// Memory: the grids (compute/network/look/row_grid.h), the graph, and the super-points around a branch for each thread. Cost: for each end the
// super-points within a few R, times the edges there. Loses to row 0 for a few ends. Source: 2D, step 13; 3D, F; network, step 13.
#include <algorithm>

#include "compute/network/ends/contract.h"
#include "compute/network/ends/end_finder.h"
#include "compute/network/look/ball_look.h"

namespace arete::cpu {

std::vector<Edge> endsRows(const EndsInput& in, std::span<RidgeNode> nodes, const StageContext& context) {
  double smallest = HUGE_VAL, largest = 0;
  for (const RidgeNode& node : nodes) smallest = std::min(smallest, node.radius), largest = std::max(largest, node.radius);
  if (largest == 0) return {};
  ShrinkingGraph graph(nodes.size(), in.edges);
  const BallLook look(in.points, in.rules.ball * smallest, widestEndBall(in, nodes), context);
  const EveryBall balls{look};
  const EndFinder finder(in, nodes, graph);
  std::vector<uint32_t> ends;
  for (uint32_t node = 0; node < nodes.size(); ++node)
    if (graph.degree(node) == 1) ends.push_back(node);
  std::vector<MovedEnd> moved(ends.size());
  context.device.threads().forEachRange(ends.size(), 8, [&](size_t begin, size_t end, int) {
    context.checkStop();
    for (size_t i = begin; i < end; ++i) {
      const Branch branch = branchOfEnd(graph, std::span<const RidgeNode>(nodes), ends[i]);
      if (branch.length() == 0) continue;
      const auto count = [&](const Stretch& stretch) { return endMass(in, nodes, balls, branch, finder.width(branch), stretch); };
      moved[i] = movedEnd(branch, finder.inwards(branch, count), nodes);
    }
  });
  std::erase_if(moved, [](const MovedEnd& end) { return end.branch.nodes.empty(); });
  moveEnds(moved, in.points, graph, nodes);
  return graph.edges();
}

}  // namespace arete::cpu
