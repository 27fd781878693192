// wire_claims.cpu.sequential: row 0 of its stage. The super-points around each strand are found, and the strands take them in turn.
// Memory: a grid, the super-points around all strands, a flag each. Cost: a ball for each edge. Loses to one thread per strand, which finds what is
// around it.
#include "compute/network/graph/beside_branch.h"
#include "compute/network/look/ball_grid.h"
#include "compute/network/wire_claims/contract.h"
#include "compute/network/wire_claims/strand_claims.h"

namespace arete::cpu {

std::vector<Edge> wireClaimsSequential(const WireClaimsInput& in, const StageContext& context) {
  NodeGraph graph(in.nodes.size(), in.edges);
  std::vector<Claim> claims = unclaimedStrands(in, graph);
  const BallGrid grid(in.points.places, 3, in.r1, 4 * in.r1, context);
  for (Claim& claim : claims) {
    context.checkStop();
    for (const Beside& beside : besideBranch(in.points, grid, in.nodes, claim.strand, in.r1))
      claim.points.push_back(beside.point), claim.weight += beside.weight;
  }
  return settle(std::move(claims), in, graph, context);
}

}  // namespace arete::cpu
