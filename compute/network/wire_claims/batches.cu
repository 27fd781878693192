// wire_claims.cuda.batches: the super-points beside all strands are found at once (compute/network/graph/beside_sums.cuh). The host removes tips
// first, and lets the strands take their points in turn, which depends on every stronger one and is little work.
// Memory: the grids, the graph, what BesideSums takes, 8 bytes a super-point beside a strand on the host. Cost: for each edge the super-points in the
// ball around it, and a sort of those beside a strand; one launch, two waits. Floor: reading those super-points once. Loses to CPU threads for some
// ten thousand super-points: there the host would have found them before the GPU has begun.
#include "compute/network/graph/beside_sums.cuh"
#include "compute/network/wire_claims/contract.h"
#include "compute/network/wire_claims/strand_claims.h"

namespace arete::cuda {

std::vector<Edge> wireClaimsBatches(const WireClaimsInput& in, const StageContext& context) {
  context.checkStop();
  NodeGraph graph(in.nodes.size(), in.edges);
  std::vector<Claim> claims = unclaimedStrands(in, graph);
  if (claims.empty()) return graph.edges();
  CudaDevice& device = cudaDevice(context);
  const NodesOnDevice nodes(in.nodes, device);
  BesideSums beside(in.points, nodes, device);
  for (const Claim& claim : claims) beside.ask(claim.strand, {in.r1, {0, claim.strand.length()}, 1});
  std::vector<std::vector<uint32_t>> points = beside.points();
  for (size_t i = 0; i < claims.size(); ++i) {
    claims[i].points = std::move(points[i]);
    for (const uint32_t point : claims[i].points) claims[i].weight += in.points.weights[point];
  }
  return settle(std::move(claims), in, graph, context);
}

}  // namespace arete::cuda
