// polish.cuda.warps: one warp per node. Its lanes sum the ball around the smoothed place; all of them move the node. New places go into a list of
// their own, so all nodes go at once.
// Memory: the grids (compute/cuda/network/row_grid.h), 108 bytes a node, 8 an edge. Cost: for each node with two neighbours the super-points in its
// ball, and five sweeps of rotations. Floor: the terms of the super-points. Loses to the CPU for a few hundred nodes. Source: network, step 12; 3D,
// A.
#include "compute/cuda/launch_shapes.h"
#include "compute/cuda/network/ball_sums.cuh"
#include "compute/cuda/network/moved_nodes.h"
#include "compute/cuda/network_versions.h"
#include "compute/shared/network_graph.h"
#include "compute/shared/ridge_move.h"
#include "compute/stages/polish.h"

namespace arete::cuda {

namespace {

constexpr uint32_t kPolishBlock = 256;

struct PolishRules {
  double ball, towardsNeighbours, towardsRidge, junctionTowards, kernelScale;
  shared::NodeSurface surface;
};

/// Called by all lanes of a warp.
template <int D>
__device__ shared::Vector3 polishedPlace(const RowLevels& levels, const PolishRules& rules, const RidgeNode* nodes, uint32_t i,
                                         const NeighbourLists& lists) {
  const shared::Vector3 place = nodes[i].place;
  const uint32_t first = lists.starts[i], degree = lists.starts[i + 1] - first;
  const uint32_t* const around = lists.neighbours + first;
  if (degree < 2) return place;
  if (degree > 2) {
    shared::Vector3 sum;
    for (uint32_t k = 0; k < degree; ++k) sum = sum + nodes[around[k]].place;
    return rules.surface.held(shared::towardsMean(place, sum, degree, rules.junctionTowards));
  }
  const shared::Vector3 one = nodes[around[0]].place, other = nodes[around[1]].place;
  const shared::Vector3 smooth = shared::towardsMean(place, one, other, rules.towardsNeighbours), direction = unit(one - other);
  if (squaredLength(direction) == 0) return rules.surface.held(smooth);  // nothing is across
  const double radius = rules.ball * nodes[i].radius;
  const shared::Vector3 mean = shared::kernelMean(ballSums<D>(levels, smooth, radius, rules.kernelScale)) * radius;
  return rules.surface.held(smooth + across(mean, direction) * rules.towardsRidge);
}

template <int D>
__global__ void __launch_bounds__(kPolishBlock) polishKernel(const __grid_constant__ RowLevels levels, PolishRules rules, const RidgeNode* nodes,
                                                             uint32_t count, NeighbourLists lists, shared::Vector3* places) {
  const uint32_t i = (blockIdx.x * kPolishBlock + threadIdx.x) / kWarp;
  if (i >= count) return;  // the whole warp
  const shared::Vector3 place = polishedPlace<D>(levels, rules, nodes, i, lists);
  if (threadIdx.x % kWarp == 0) places[i] = place;
}

}  // namespace

uint32_t polishWarps(const PolishInput& in, std::span<RidgeNode> nodes, const StageContext& context) {
  const PolishRules rules{in.rules.ball,         in.rules.towardsNeighbours, in.rules.towardsRidge, in.rules.junctionTowards,
                          in.points.kernelScale, in.points.surface()};
  return polishNodes(
      in, nodes, context,
      [&](const SuperPointsOnDevice& points, const NodesOnDevice& there, const NeighbourLists& lists, shared::Vector3* places, cudaStream_t stream) {
        const NodeRange& range = there.range();
        const RowLevels levels = points.grids(in.rules.ball * range.leastRadius, in.rules.ball * range.greatestRadius);
        const auto kernel = in.points.dimension == 2 ? polishKernel<2> : polishKernel<3>;
        kernel<<<blocksFor(there.count(), kPolishBlock / kWarp), kPolishBlock, 0, stream>>>(levels, rules, there.nodes(), there.count(), lists,
                                                                                            places);
        CUDA_CHECK_LAUNCH("polishKernel");
      });
}

}  // namespace arete::cuda
