// wire_polish.cuda.warps: one warp per node between two others. New places go into a list of their own, so all nodes go at once.
// Memory: the grids (compute/network/look/row_grid.cuh), 108 bytes a node, 8 an edge. Cost: for each node the super-points in the ball around its
// spheroid, and five sweeps of rotations. Floor: the terms of the super-points. Loses to CPU threads for some hundred nodes. Source: 3D, C 6.
#include <algorithm>

#include "compute/gpu/launch_shapes.h"
#include "compute/network/graph/moved_nodes.cuh"
#include "compute/network/look/spheroid_sums.cuh"
#include "compute/network/wire_polish/contract.h"

namespace arete::cuda {

namespace {

constexpr uint32_t kWirePolishBlock = 128;

__global__ void __launch_bounds__(kWirePolishBlock)
    wirePolishKernel(const __grid_constant__ RowLevels levels, const __grid_constant__ NetworkRules rules, double kernelScale, double r1,
                     NeighbourLists lists, const RidgeNode* nodes, uint32_t count, PolishRound round) {
  const uint32_t i = (blockIdx.x * kWirePolishBlock + threadIdx.x) / kWarp;
  bool moves = false;
  if (i < count) {
    shared::Vector3 place = round.from[i];
    if (lists.degree(i) == 2) {
      const uint32_t* const both = lists.neighbours + lists.starts[i];
      const WarpWireLook look{levels, rules.ball * r1, rules.ball, kernelScale};
      RidgeNode node = nodes[i];
      node.place = place;
      place = smoothedOnWire(node, round.from[both[0]], round.from[both[1]], look, r1, rules);
    }
    moves = threadIdx.x % kWarp == 0 && place != round.from[i];
    if (threadIdx.x % kWarp == 0) round.to[i] = place;
  }
  const int moved = __syncthreads_count(moves);
  if (threadIdx.x == 0 && moved > 0) atomicAdd(round.moved, static_cast<uint32_t>(moved));
}

}  // namespace

uint32_t wirePolishWarps(const WirePolishInput& in, std::span<RidgeNode> nodes, const StageContext& context) {
  context.checkStop();
  if (nodes.empty()) return 0;
  PolishOnDevice there(in.points, in.edges, nodes, in.rounds, cudaDevice(context));
  const double greatest = std::max(in.r1, in.rules.wirePolish * there.nodes().range().greatestRadius);
  const RowLevels levels = there.points().grids(in.rules.ball * in.r1, in.rules.ball * greatest);
  there.run([&](const PolishRound& round, cudaStream_t stream) {
    const uint32_t count = there.nodes().count();
    wirePolishKernel<<<blocksFor(count, kWirePolishBlock / kWarp), kWirePolishBlock, 0, stream>>>(levels, in.rules, in.points.kernelScale, in.r1,
                                                                                                  there.lists(), there.nodes().nodes(), count, round);
    CUDA_CHECK_LAUNCH("wirePolishKernel");
  });
  return tellMoved(in, there.finish(nodes));
}

}  // namespace arete::cuda
