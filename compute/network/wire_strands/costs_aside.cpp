// wire_strands.cpu.costs_aside: candidates and their costs are found and sorted on all threads; then they are gone through in order, which is little
// work.
// Memory: grids of the nodes, the candidates. Cost: a ball for each node, and a sort of the candidates. Floor: reading the nodes. Loses to row 0 for
// a few hundred nodes. Source: 3D, C 4.
#include <algorithm>

#include "compute/core/sort_parts.h"
#include "compute/network/look/node_grids.h"
#include "compute/network/wire_strands/contract.h"
#include "compute/network/wire_strands/wire_pairs.h"

namespace arete::cpu {

std::vector<Edge> wireStrandsCostsAside(const WireStrandsInput& in, const StageContext& context) {
  constexpr size_t kGrain = 64;
  context.checkStop();
  if (in.nodes.empty()) return {};
  const auto reach = [&](uint32_t i) { return in.rules.reach * in.nodes[i].radius; };
  const NodeGrids grids(in.nodes, 3, in.rules.reach * in.r1, reach, in.rules.reach * in.r1, context);
  std::vector<std::vector<StrandEdge>> pieces((in.nodes.size() + kGrain - 1) / kGrain);
  context.device.threads().forEachRange(in.nodes.size(), kGrain, [&](size_t begin, size_t end, int) {
    context.checkStop();
    for (auto i = uint32_t(begin); i < end; ++i)
      grids.of(reach(i)).visitBall(in.nodes[i].place, reach(i), [&](uint32_t other, double) {
        const RidgeNode &a = in.nodes[i], &b = in.nodes[other];
        if (!looksForPair(a, i, b, other)) return;
        const double cost = strandCost(a, b, in.r1, in.rules);
        if (cost >= 0) pieces[begin / kGrain].push_back({cost, {std::min(i, other), std::max(i, other)}});
      });
  });
  std::vector<StrandEdge> candidates;
  for (const std::vector<StrandEdge>& piece : pieces) candidates.insert(candidates.end(), piece.begin(), piece.end());
  sortParts(candidates, context);
  return takenStrandEdges(candidates, in);
}

}  // namespace arete::cpu
