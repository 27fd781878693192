// wire_polish.cuda.warps: one warp per node between two others. New places go into a list of their own, so all nodes go at once.
// Memory: the grids (compute/cuda/network/row_grid.h), 108 bytes a node, 8 an edge. Cost: for each node the super-points in the ball around its
// spheroid, and five sweeps of rotations. Floor: the terms of the super-points. Loses to CPU threads for some hundred nodes. Source: 3D, C 6.
#include <algorithm>

#include "compute/cuda/launch_shapes.h"
#include "compute/cuda/network/moved_nodes.h"
#include "compute/cuda/network/spheroid_sums.cuh"
#include "compute/cuda/wire_versions.h"

namespace arete::cuda {

namespace {

constexpr uint32_t kWirePolishBlock = 128;

__global__ void __launch_bounds__(kWirePolishBlock)
    wirePolishKernel(const __grid_constant__ RowLevels levels, const __grid_constant__ NetworkRules rules, double kernelScale, double r1,
                     NeighbourLists lists, const RidgeNode* nodes, uint32_t count, shared::Vector3* places) {
  const uint32_t i = (blockIdx.x * kWirePolishBlock + threadIdx.x) / kWarp;
  if (i >= count) return;  // the whole warp
  shared::Vector3 place = nodes[i].place;
  if (lists.degree(i) == 2) {
    const uint32_t* const both = lists.neighbours + lists.starts[i];
    const WarpWireLook look{levels, rules.ball * r1, rules.ball, kernelScale};
    place = smoothedOnWire(nodes[i], nodes[both[0]].place, nodes[both[1]].place, look, r1, rules);
  }
  if (threadIdx.x % kWarp == 0) places[i] = place;
}

}  // namespace

uint32_t wirePolishWarps(const WirePolishInput& in, std::span<RidgeNode> nodes, const StageContext& context) {
  return polishNodes(
      in, nodes, context,
      [&](const SuperPointsOnDevice& points, const NodesOnDevice& there, const NeighbourLists& lists, shared::Vector3* places, cudaStream_t stream) {
        const double greatest = std::max(in.r1, in.rules.wirePolish * there.range().greatestRadius);
        wirePolishKernel<<<blocksFor(there.count(), kWirePolishBlock / kWarp), kWirePolishBlock, 0, stream>>>(
            points.grids(in.rules.ball * in.r1, in.rules.ball * greatest), in.rules, in.points.kernelScale, in.r1, lists, there.nodes(),
            there.count(), places);
        CUDA_CHECK_LAUNCH("wirePolishKernel");
      });
}

}  // namespace arete::cuda
