// ends.cpu.sequential: row 0 of its stage. For each end, the super-points around its branch are ordered along it.
// Memory: the graph, a grid, and the super-points around one branch. Cost: for each end the super-points within a few R, times the edges there. Loses
// to one thread per end. Source: network, step 13.
#include "compute/network/ends/end_finder.h"
#include "compute/network/ends/stage.h"
#include "compute/network/graph/node_moves.h"
#include "compute/network/look/kernel_look.h"

namespace arete::cpu {

uint32_t endsSequential(const EndsInput& in, std::span<RidgeNode> nodes, const StageContext& context) {
  double largest = 0;
  for (const RidgeNode& node : nodes) largest = std::max(largest, node.radius);
  if (largest == 0) return 0;
  NodeGraph graph(nodes.size(), in.edges);
  const KernelLook look(in.points, in.rules.ball * largest, widestEndBall(in, nodes), context);
  std::vector<shared::Vector3> places;
  for (uint32_t node = 0; node < nodes.size(); ++node) {
    context.checkStop();
    places.push_back(nodes[node].place);
    if (graph.degree(node) != 1) continue;
    const EndPart part(in, nodes, graph, node);
    places.back() = part.place(endMass(in, nodes, look.grid(), part), in, nodes);
  }
  return moveTo(places, nodes);
}

}  // namespace arete::cpu
