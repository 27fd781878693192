// wire_thin.cpu.prefixes: nodes in the order of how clear their wire is, in doubling prefixes: all threads look for what those still there would
// remove, then these are taken in order (compute/network/graph/prefix_set.h).
// Memory: grids of the nodes, and the nodes around those of a prefix. Cost: a sort, and a ball for each that is there when its prefix begins. Floor:
// reading the nodes. Loses to row 0 for a few hundred nodes. Source: 3D, C 3.
#include "compute/network/graph/clearest_first.h"
#include "compute/network/graph/prefix_set.h"
#include "compute/network/look/node_grids.h"
#include "compute/network/wire_strands/wire_pairs.h"
#include "compute/network/wire_thin/contract.h"

namespace arete::cpu {

std::vector<uint32_t> wireThinPrefixes(const WireThinInput& in, const StageContext& context) {
  context.checkStop();
  if (in.nodes.empty()) return {};
  const auto reach = [&](uint32_t i) { return wireThinReach(in.nodes[i], in.r1, in.rules) + in.r1; };
  const NodeGrids grids(in.nodes, 3, in.r1, reach, in.r1, context);
  const auto visitReached = [&](uint32_t i, const auto& visit) {
    grids.of(reach(i)).visitBall(in.nodes[i].place, reach(i), [&](uint32_t other, double) {
      if (other != i && isOfTheSameWire(in.nodes[i], in.nodes[other], in.r1, in.rules)) visit(other);
    });
  };
  return greedySetInPrefixes(in.nodes.size(), clearestFirst(in.nodes), visitReached, context);
}

}  // namespace arete::cpu
