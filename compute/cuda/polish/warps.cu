// polish.cuda.warps: a warp a node. Its lanes sum the ball around the smoothed place; all of them move the node. New places go into a list of their
// own, so all nodes go at once.
// Memory: the grids (compute/cuda/network/row_grid.h), 108 bytes a node, 8 an edge. Cost: for each node with two neighbours the super-points in its
// ball, and five sweeps of rotations. Floor: the terms of the super-points. Loses to the CPU for a few hundred nodes. Source: network, step 12; 3D,
// A.
#include "compute/cuda/launch_shapes.h"
#include "compute/cuda/network/ball_sums.cuh"
#include "compute/cuda/network/lists_on_device.h"
#include "compute/cuda/network/nodes_on_device.h"
#include "compute/cuda/network/super_points_on_device.h"
#include "compute/cuda/network_versions.h"
#include "compute/shared/network_graph.h"
#include "compute/shared/ridge_move.h"
#include "compute/stages/polish.h"

namespace arete::cuda {

namespace {

constexpr uint32_t kBlock = 256;

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
  const shared::KernelSums sums = ballSums<D>(levels, smooth, radius, rules.kernelScale);
  const shared::Vector3 mean = shared::ridgeView(sums, radius, rules.kernelScale, D).mean;
  return rules.surface.held(smooth + across(mean, direction) * rules.towardsRidge);
}

template <int D>
__global__ void __launch_bounds__(kBlock) polishKernel(const __grid_constant__ RowLevels levels, PolishRules rules, const RidgeNode* nodes,
                                                       uint32_t count, NeighbourLists lists, shared::Vector3* places) {
  const uint32_t i = (blockIdx.x * kBlock + threadIdx.x) / kWarp;
  if (i >= count) return;  // the whole warp
  const shared::Vector3 place = polishedPlace<D>(levels, rules, nodes, i, lists);
  if (threadIdx.x % kWarp == 0) places[i] = place;
}

}  // namespace

uint32_t polishWarps(const PolishInput& in, std::span<RidgeNode> nodes, const StageContext& context) {
  context.checkStop();
  if (nodes.empty()) return 0;
  CudaDevice& device = cudaDevice(context);
  const cudaStream_t stream = device.stream();
  const auto points = superPointsOnDevice(in.points, device);
  const NodesOnDevice there(nodes, device);
  const ListsOnDevice lists(nodes.size(), in.edges, device);
  const Buffer<shared::Vector3> result(nodes.size(), stream);
  const RowLevels levels = points->grids(in.rules.ball * there.range().leastRadius, in.rules.ball * there.range().greatestRadius);
  const PolishRules rules{in.rules.ball,         in.rules.towardsNeighbours, in.rules.towardsRidge, in.rules.junctionTowards,
                          in.points.kernelScale, in.points.surface()};
  const auto launch = [&](auto kernel) {
    kernel<<<blocksFor(nodes.size(), kBlock / kWarp), kBlock, 0, stream>>>(levels, rules, there.nodes(), there.count(), lists.lists(), result.data());
    CUDA_CHECK_LAUNCH("polishKernel");
  };
  if (in.points.dimension == 2) launch(polishKernel<2>);
  else launch(polishKernel<3>);
  std::vector<shared::Vector3> places(nodes.size());
  device.staging().download(places.data(), result.data(), places.size() * sizeof(shared::Vector3), stream);
  uint32_t went = 0;
  for (size_t i = 0; i < nodes.size(); ++i) went += places[i] != nodes[i].place, nodes[i].place = places[i];
  return went;
}

}  // namespace arete::cuda
