// ends.cpu.sequential: row 0 of its stage. For each end, the super-points around its branch are ordered along it.
// Memory: the graph, a grid, and the super-points around one branch. Cost: for each end the super-points within a few R, times the edges there. Loses
// to one thread per end. Source: 2D, step 13; 3D, F; network, step 13.
#include <algorithm>

#include "compute/network/ends/contract.h"
#include "compute/network/ends/end_finder.h"
#include "compute/network/look/kernel_look.h"

namespace arete::cpu {

std::vector<Edge> endsSequential(const EndsInput& in, std::span<RidgeNode> nodes, const StageContext& context) {
  double largest = 0;
  for (const RidgeNode& node : nodes) largest = std::max(largest, node.radius);
  if (largest == 0) return {};
  NodeGraph graph(nodes.size(), in.edges);
  const KernelLook look(in.points, in.rules.ball * largest, widestEndBall(in, nodes), context);
  const EndFinder finder(in, nodes, graph);
  std::vector<MovedEnd> moved;
  for (uint32_t node = 0; node < nodes.size(); ++node) {
    context.checkStop();
    if (graph.degree(node) != 1) continue;
    const Branch branch = branchOfEnd(graph, nodes, node);
    if (branch.length() == 0) continue;
    const auto count = [&](const Stretch& stretch) { return endMass(in, nodes, look.grid(), branch, finder.width(branch), stretch); };
    moved.push_back(movedEnd(branch, finder.inwards(branch, count), nodes));
  }
  moveEnds(moved, in.points, graph, nodes);
  return graph.edges();
}

}  // namespace arete::cpu
