// wire_claims.cpu.strands_aside: one thread per strand finds the super-points beside it, in grids that are kept with them; then strands take them in
// turn, which is little work. Memory: the grids (compute/network/look/row_grid.h), the super-points around all strands, a flag each, and for each
// thread a number each. Cost: a ball for each edge. Floor: reading the super-points once. Loses to row 0 for a few strands.
#include <algorithm>

#include "compute/network/graph/beside_once.h"
#include "compute/network/look/ball_look.h"
#include "compute/network/wire_claims/contract.h"
#include "compute/network/wire_claims/strand_claims.h"

namespace arete::cpu {

std::vector<Edge> wireClaimsStrandsAside(const WireClaimsInput& in, const StageContext& context) {
  context.checkStop();
  NodeGraph graph(in.nodes.size(), in.edges);
  std::vector<Claim> claims = unclaimedStrands(in, graph);
  double longest = 0;
  for (const Claim& claim : claims)
    for (size_t i = 1; i < claim.strand.nodes.size(); ++i) longest = std::max(longest, claim.strand.along[i] - claim.strand.along[i - 1]);
  const BallLook look(in.points, in.r1, in.r1 + longest / 2, context);
  const EveryBall balls{look};
  std::vector<BesideOnce<EveryBall>> searches(size_t(context.device.threads().size()), {in.points, balls});
  context.device.threads().forEachRange(claims.size(), 1, [&](size_t begin, size_t end, int thread) {
    context.checkStop();
    for (Claim& claim : std::span(claims).subspan(begin, end - begin))
      for (const Beside& beside : searches[size_t(thread)].around(claim.strand, in.nodes, in.r1))
        claim.points.push_back(beside.point), claim.weight += beside.weight;
  });
  return settle(std::move(claims), in, graph, context);
}

}  // namespace arete::cpu
