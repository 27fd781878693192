// bridges.cuda.directions_aside: where each end points is found by a thread, then one warp per end looks at the nodes in its ball. Only what may
// become a bridge comes back to the host, which sorts that, leaves out on all threads what would close too short a loop, and builds bridges one after
// the other, as each changes what may follow. Memory: a grid of the nodes, the lists of neighbours, 24 bytes an end. Cost: a ball of nodes for each
// end; on the host a search of the ways for each end, and for each bridge that closes a loop. Floor: reading the edges. Loses to CPU threads for less
// than some thousand ends: the grid takes longer to make. Source: network, step 11.
#include <algorithm>
#include <cstring>

#include "compute/gpu/launch_shapes.h"
#include "compute/network/bridges/bridge_builder.h"
#include "compute/network/bridges/contract.h"
#include "compute/network/graph/lists_on_device.cuh"
#include "compute/network/graph/nodes_on_device.cuh"
#include "compute/network/look/warp_walk.cuh"

namespace arete::cuda {

using shared::Vector3;

namespace {

/// The directions of ends, seen from some nodes behind them.
__global__ void __launch_bounds__(kUsualBlock) directionsKernel(NeighbourLists lists, const RidgeNode* nodes, uint32_t count, Vector3* directions) {
  const uint32_t i = blockIdx.x * kUsualBlock + threadIdx.x;
  if (i >= count || lists.degree(i) != 1) return;
  const WalkPlace behind =
      walkBranch(lists, nodes, i, lists.neighbours[lists.starts[i]], [](const WalkPlace& at) { return at.edges >= kBridgeBehind; });
  directions[i] = unit(nodes[i].place - nodes[behind.node].place);
}

struct BridgeList {
  Bridge* bridges;
  uint32_t room;
  uint32_t* count;
};

template <int D>
__global__ void __launch_bounds__(kUsualBlock)
    bridgesKernel(const __grid_constant__ RowLevels levels, const __grid_constant__ NetworkRules rules, NeighbourLists lists, const RidgeNode* nodes,
                  uint32_t count, const Vector3* directions, BridgeList list) {
  const uint32_t end = (blockIdx.x * kUsualBlock + threadIdx.x) / kWarp;
  if (end >= count || lists.degree(end) != 1) return;  // the whole warp
  const Vector3 place = nodes[end].place, outwards = directions[end];
  const double reach = shared::greater(rules.bridgeEnds, rules.bridgeNode) * nodes[end].radius;
  const uint32_t joined = lists.neighbours[lists.starts[end]];
  const shared::RowsView& view = levels.of(reach);
  walkBall<D>(view, place, reach, [&](uint32_t at, bool isThere) {
    if (!isThere) return false;
    const uint32_t node = view.index[at];
    if (node == end || node == joined || lists.degree(node) == 0 || squaredDistance(view.template place<D>(at), place) > reach * reach) return false;
    const double rank = bridgeRank(rules, nodes[end], nodes[node], outwards, lists.degree(node) == 1, [&] { return directions[node]; });
    if (rank < 0) return false;
    const uint32_t number = atomicAdd(list.count, 1u);
    if (number < list.room) list.bridges[number] = {rank, end, node};
    return false;
  });
}

/// The possible bridges in their order.
std::vector<Bridge> possibleBridges(const BridgesInput& in, CudaDevice& device) {
  const cudaStream_t stream = device.stream();
  const double longest = std::max(in.rules.bridgeEnds, in.rules.bridgeNode);
  if (longest <= 0) return {};  // none are wanted
  const NodesOnDevice nodes(in.nodes, device);
  const ListsOnDevice lists(in.nodes.size(), in.edges, device);
  const uint32_t count = nodes.count();
  RowGrids grids(longest * in.r1, in.dimension);
  grids.need(longest * std::min(in.r1, nodes.range().leastRadius), longest * nodes.range().greatestRadius, nodes.places(in.dimension), stream);
  const Buffer<Vector3> directions(count, stream);
  directionsKernel<<<blocksFor(count, kUsualBlock), kUsualBlock, 0, stream>>>(lists.lists(), nodes.nodes(), count, directions.data());
  CUDA_CHECK_LAUNCH("directionsKernel");
  const Buffer<uint32_t> found(1, stream);
  for (uint32_t room = 4 * count;;) {
    const Buffer<Bridge> bridges(room, stream);
    found.clear();
    const BridgeList list{bridges.data(), room, found.data()};
    const auto launch = [&](auto kernel) {
      kernel<<<blocksFor(count, kUsualBlock / kWarp), kUsualBlock, 0, stream>>>(grids.levels(), in.rules, lists.lists(), nodes.nodes(), count,
                                                                                directions.data(), list);
      CUDA_CHECK_LAUNCH("bridgesKernel");
    };
    if (in.dimension == 2) launch(bridgesKernel<2>);
    else launch(bridgesKernel<3>);
    uint32_t many = 0;
    std::memcpy(&many, device.download(found.data(), sizeof many), sizeof many);
    if (many > room) {
      room = many;
      continue;
    }
    std::vector<Bridge> all(many);
    device.staging().download(all.data(), bridges.data(), many * sizeof(Bridge), stream);
    std::ranges::sort(all);
    return all;
  }
}

}  // namespace

std::vector<Edge> bridgesDirectionsAside(const BridgesInput& in, const StageContext& context) {
  context.checkStop();
  if (in.edges.empty()) return {};
  return withBridges(withoutShortLoops(possibleBridges(in, cudaDevice(context)), in, context), in, context);
}

}  // namespace arete::cuda
