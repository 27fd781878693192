// tree.cuda.forest: the strength of an edge by a warp, three balls at once; one sort; then the forest of the strongest edges in rounds
// (compute/network/graph/forest.cuh), which is what taking the weakest edge off the loops again and again leaves.
// Memory: the grids (compute/network/look/row_grid.cuh), 28 bytes an edge, 12 a node. Cost: the super-points of a ball and a half an edge, a sort,
// and three launches for each halving of the pieces. Loses to the CPU for a few hundred edges. Source: 3D, E; Borůvka 1926, as in Kruskal 1956, "On
// the shortest spanning subtree of a graph and the traveling salesman problem".
#include <cub/device/device_radix_sort.cuh>

#include "compute/gpu/launch_shapes.h"
#include "compute/gpu/with_scratch.h"
#include "compute/network/graph/forest.cuh"
#include "compute/network/graph/nodes_on_device.cuh"
#include "compute/network/graph/sort_keys.cuh"
#include "compute/network/look/ball_sums.cuh"
#include "compute/network/look/super_points_on_device.cuh"
#include "compute/network/tree/contract.h"

namespace arete::cuda {

namespace {

/// Keys of edges, the strongest first.
template <int D>
__global__ void __launch_bounds__(kUsualBlock)
    strengthsKernel(const __grid_constant__ RowLevels levels, double ball, double kernelScale, const RidgeNode* nodes, const Edge* edges,
                    uint32_t count, uint64_t* keys, uint32_t* numbers) {
  const uint32_t e = (blockIdx.x * kUsualBlock + threadIdx.x) / kWarp;
  if (e >= count) return;  // the whole warp
  const RidgeNode &a = nodes[edges[e].a], &b = nodes[edges[e].b];
  const double radius = ball * shared::lesser(a.radius, b.radius);
  const shared::Vector3 way = b.place - a.place, on[] = {a.place + way * 0.25, a.place + way * 0.5, a.place + way * 0.75};
  const double away = shared::greater(distance(on[0], on[1]), distance(on[2], on[1]));
  int64_t densities[3];
  ballDensities<D, 3>(levels, on, on[1], away, radius, kernelScale, densities);
  const int64_t least = shared::lesser(shared::lesser(densities[0], densities[1]), densities[2]);
  if (threadIdx.x % kWarp != 0) return;
  keys[e] = ascendingKey(-(static_cast<double>(least) / kernelScale / radius));
  numbers[e] = e;
}

__global__ void __launch_bounds__(kUsualBlock) inOrderKernel(const Edge* edges, const uint32_t* order, uint32_t count, Edge* inOrder) {
  const uint32_t rank = blockIdx.x * kUsualBlock + threadIdx.x;
  if (rank < count) inOrder[rank] = edges[order[rank]];
}

/// From ranks to the order in which the edges came.
__global__ void __launch_bounds__(kUsualBlock) keptKernel(const uint8_t* isTree, const uint32_t* order, uint32_t count, uint8_t* kept) {
  const uint32_t rank = blockIdx.x * kUsualBlock + threadIdx.x;
  if (rank < count) kept[order[rank]] = isTree[rank];
}

}  // namespace

std::vector<Edge> treeForest(const TreeInput& in, const StageContext& context) {
  context.checkStop();
  if (in.edges.empty()) return {};
  CudaDevice& device = cudaDevice(context);
  const cudaStream_t stream = device.stream();
  const auto points = superPointsOnDevice(in.points, device);
  const NodesOnDevice nodes(in.nodes, device);
  const auto count = uint32_t(in.edges.size());
  const Buffer<Edge> edges(count, stream), inOrder(count, stream);
  device.staging().upload(edges.data(), in.edges.data(), in.edges.size_bytes(), stream);
  const Buffer<uint64_t> keys(count, stream), sorted(count, stream);
  const Buffer<uint32_t> numbers(count, stream), order(count, stream);
  const RowLevels levels = points->grids(in.rules.ball * nodes.range().leastRadius, in.rules.ball * nodes.range().greatestRadius);
  const auto launch = [&](auto kernel) {
    kernel<<<blocksFor(count, kUsualBlock / kWarp), kUsualBlock, 0, stream>>>(levels, in.rules.ball, in.points.kernelScale, nodes.nodes(),
                                                                              edges.data(), count, keys.data(), numbers.data());
    CUDA_CHECK_LAUNCH("strengthsKernel");
  };
  if (in.points.dimension == 2) launch(strengthsKernel<2>);
  else launch(strengthsKernel<3>);
  withScratch(stream, [&](void* scratch, size_t& bytes) {
    return cub::DeviceRadixSort::SortPairs(scratch, bytes, keys.data(), sorted.data(), numbers.data(), order.data(), count, 0, 64, stream);
  });
  inOrderKernel<<<blocksFor(count, kUsualBlock), kUsualBlock, 0, stream>>>(edges.data(), order.data(), count, inOrder.data());
  CUDA_CHECK_LAUNCH("inOrderKernel");
  const Buffer<uint8_t> isTree = forestOf(inOrder, count, nodes.count(), device), kept(count, stream);
  keptKernel<<<blocksFor(count, kUsualBlock), kUsualBlock, 0, stream>>>(isTree.data(), order.data(), count, kept.data());
  CUDA_CHECK_LAUNCH("keptKernel");
  std::vector<uint8_t> isKept(count);
  device.staging().download(isKept.data(), kept.data(), count, stream);
  std::vector<Edge> result;
  for (uint32_t e = 0; e < count; ++e)
    if (isKept[e] != 0) result.push_back(in.edges[e]);
  return result;
}

}  // namespace arete::cuda
