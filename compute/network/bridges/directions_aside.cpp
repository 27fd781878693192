// bridges.cpu.directions_aside: finds once where the ends point, from the three nodes behind each, and on all threads what each may be joined to and
// which of these are so near along the network that the loop would be too short; then the others are built in order, which is little work.
// Memory: the graph, grids of the nodes, a direction a node, the bridges that might be. Cost: a ball of nodes and a search of the ways for each end;
// another one for each bridge that closes a loop. Floor: reading the edges. Loses to row 0 for a few ends. Source: network, step 11.
#include "compute/core/sort_parts.h"
#include "compute/network/bridges/bridge_builder.h"
#include "compute/network/bridges/contract.h"
#include "compute/network/look/node_grids.h"

namespace arete::cpu {

static std::vector<Bridge> possibleBridges(const BridgesInput& in, const ShrinkingGraph& graph, const StageContext& context) {
  constexpr size_t kGrain = 8;
  const double longest = std::max(in.rules.bridgeEnds, in.rules.bridgeNode);
  if (longest <= 0) return {};  // none are wanted
  std::vector<uint32_t> ends;
  for (uint32_t node = 0; node < in.nodes.size(); ++node)
    if (graph.degree(node) == 1) ends.push_back(node);
  const auto reach = [&](uint32_t node) { return longest * in.nodes[node].radius; };
  const NodeGrids grids(in.nodes, in.dimension, longest * in.r1, reach, longest * in.r1, context);
  std::vector<shared::Vector3> directions(in.nodes.size());  // of ends
  for (const uint32_t end : ends) directions[end] = outwards(branchUpTo(graph, in.nodes, end, kBridgeBehind), in.nodes, kBridgeBehind);
  std::vector<std::vector<Bridge>> pieces((ends.size() + kGrain - 1) / kGrain);
  context.device.threads().forEachRange(ends.size(), kGrain, [&](size_t begin, size_t last, int) {
    context.checkStop();
    for (size_t i = begin; i < last; ++i) {
      const uint32_t end = ends[i];
      grids.of(reach(end)).visitBall(in.nodes[end].place, reach(end), [&](uint32_t node, double) {
        if (node == end || graph.degree(node) == 0) return;
        const auto found = bridgeBetween(in, graph, end, node, [&](uint32_t one) { return directions[one]; });
        if (found) pieces[begin / kGrain].push_back(*found);
      });
    }
  });
  std::vector<Bridge> all;
  for (const std::vector<Bridge>& piece : pieces) all.insert(all.end(), piece.begin(), piece.end());
  sortParts(all, context);
  return all;
}

std::vector<Edge> bridgesDirectionsAside(const BridgesInput& in, const StageContext& context) {
  if (in.edges.empty()) return {};
  const std::vector<Bridge> possible = possibleBridges(in, ShrinkingGraph(in.nodes.size(), in.edges), context);
  return withBridges(withoutShortLoops(possible, in, context), in, context);
}

}  // namespace arete::cpu
