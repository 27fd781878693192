// wire_gaps.cpu.sequential: row 0 of its stage. Every end looks at the other ends around it, and the best pairs are joined.
// Memory: the graph, its strands and the pairs. Cost: a ball of ends for each end and round; there are few ends. Source: 3D, C 5.
#include "compute/network/look/ball_grid.h"
#include "compute/network/wire_gaps/contract.h"
#include "compute/network/wire_gaps/gap_joining.h"

namespace arete::cpu {

static std::vector<StrandEdge> pairsOf(const std::vector<StrandEnd>& ends, const WireGapsInput& in, const StageContext& context) {
  std::vector<shared::Vector3> places;
  for (const StrandEnd& end : ends) places.push_back(end.place);
  const double longest = in.rules.wireGap * in.r1;
  const BallGrid grid(places, 3, longest, longest, context);
  std::vector<StrandEdge> pairs;
  for (const StrandEnd& end : ends)
    grid.visitBall(end.place, gapReach(end, in.r1, in.rules), [&](uint32_t other, double) {
      if (const double cost = gapCost(end, ends[other], in.r1, in.rules); cost >= 0) pairs.push_back({cost, {end.node, ends[other].node}});
    });
  return pairs;
}

std::vector<Edge> wireGapsSequential(const WireGapsInput& in, const StageContext& context) {
  return joinedAcrossGaps(
      in, [&](const std::vector<StrandEnd>& ends) { return pairsOf(ends, in, context); }, context);
}

}  // namespace arete::cpu
