#include "compute/network/wire_strands/candidates.cuh"

#include <bit>
#include <cstring>
#include <cub/device/device_radix_sort.cuh>

#include "compute/gpu/launch_shapes.h"
#include "compute/gpu/with_scratch.h"
#include "compute/network/look/warp_walk.cuh"
#include "compute/network/wire_strands/wire_pairs.h"

namespace arete::cuda::wire_strands {

inline constexpr uint32_t kPairBlock = 256;

/// Pairs as keys, the lower node above the bits of the higher one, and the bits of their costs. More than there is room for are only counted.
struct PairList {
  uint64_t *pairs, *costs;
  uint32_t room;
  uint32_t* count;
};

/// One warp per node: the pairs that are looked at from there.
__global__ void __launch_bounds__(kPairBlock) pairsKernel(const __grid_constant__ RowLevels levels, const __grid_constant__ NetworkRules rules,
                                                          double r1, const RidgeNode* nodes, uint32_t count, int bits, PairList list) {
  const uint32_t i = (blockIdx.x * kPairBlock + threadIdx.x) / kWarp, lane = threadIdx.x % kWarp;
  if (i >= count) return;  // the whole warp
  const RidgeNode& node = nodes[i];
  const shared::Vector3 place = node.place;
  const double reach = rules.reach * node.radius, squaredReach = reach * reach;
  const shared::RowsView& view = levels.of(reach);
  walkBall<3>(view, place, reach, [&](uint32_t at, bool isThere) {
    double cost = -1;  // no pair
    uint32_t other = i;
    if (isThere && squaredDistance(view.place<3>(at), place) <= squaredReach) other = view.index[at];
    if (looksForPair(node, i, nodes[other], other)) cost = strandCost(node, nodes[other], r1, rules);
    const bool has = cost >= 0;
    const uint32_t mask = __ballot_sync(kAllLanes, has);
    if (mask == 0) return false;
    uint32_t first = 0;
    if (lane == 0) first = atomicAdd(list.count, static_cast<uint32_t>(__popc(mask)));
    const uint32_t to = __shfl_sync(kAllLanes, first, 0) + __popc(mask & ((1u << lane) - 1));
    if (has && to < list.room)
      list.pairs[to] = static_cast<uint64_t>(min(i, other)) << bits | max(i, other),
      list.costs[to] = static_cast<uint64_t>(__double_as_longlong(cost));
    return false;
  });
}

__global__ void __launch_bounds__(kPairBlock)
    slotsKernel(const uint64_t* pairs, uint32_t count, int bits, const RidgeNode* nodes, Candidate* candidates) {
  const uint32_t rank = blockIdx.x * kPairBlock + threadIdx.x;
  if (rank >= count) return;
  const auto a = static_cast<uint32_t>(pairs[rank] >> bits), b = static_cast<uint32_t>(pairs[rank] & ((uint64_t(1) << bits) - 1));
  candidates[rank] = {{a, b}, {2 * a + (isAhead(nodes[a], nodes[b]) ? 1 : 0), 2 * b + (isAhead(nodes[b], nodes[a]) ? 1 : 0)}};
}

Buffer<Candidate> candidatesInOrder(const WireStrandsInput& in, const NodesOnDevice& nodes, CudaDevice& device) {
  constexpr uint32_t kUsual = 16;  // pairs a node
  const cudaStream_t stream = device.stream();
  const uint32_t size = nodes.count();
  const int bits = std::max(1, int(std::bit_width(size - 1)));
  const double least = in.rules.reach * std::min(in.r1, nodes.range().leastRadius), greatest = in.rules.reach * nodes.range().greatestRadius;
  RowGrids grids(least, 3);
  grids.need(least, greatest, nodes.places(3), stream);
  const Buffer<uint32_t> counter(1, stream);
  Buffer<uint64_t> pairs(size_t(kUsual) * size, stream), costs(size_t(kUsual) * size, stream);
  uint32_t count = 0;
  for (;;) {
    counter.clear();
    pairsKernel<<<blocksFor(size, kPairBlock / kWarp), kPairBlock, 0, stream>>>(grids.levels(), in.rules, in.r1, nodes.nodes(), size, bits,
                                                                                {pairs.data(), costs.data(), uint32_t(pairs.size()), counter.data()});
    CUDA_CHECK_LAUNCH("wire_strands::pairsKernel");
    std::memcpy(&count, device.download(counter.data(), sizeof count), sizeof count);
    if (count <= pairs.size()) break;
    pairs.reserve(count, stream), costs.reserve(count, stream);
  }
  Buffer<Candidate> candidates(count, stream);
  if (count == 0) return candidates;
  const Buffer<uint64_t> byPair(count, stream), costsByPair(count, stream);
  const auto sort = [&](const Buffer<uint64_t>& keys, const Buffer<uint64_t>& to, const Buffer<uint64_t>& values, const Buffer<uint64_t>& valuesTo,
                        int last) {
    withScratch(stream, [&](void* scratch, size_t& bytes) {
      return cub::DeviceRadixSort::SortPairs(scratch, bytes, keys.data(), to.data(), values.data(), valuesTo.data(), count, 0, last, stream);
    });
  };
  sort(pairs, byPair, costs, costsByPair, 2 * bits);
  sort(costsByPair, costs, byPair, pairs, 64);  // keeps the order of equal ones
  slotsKernel<<<blocksFor(count, kPairBlock), kPairBlock, 0, stream>>>(pairs.data(), count, bits, nodes.nodes(), candidates.data());
  CUDA_CHECK_LAUNCH("wire_strands::slotsKernel");
  return candidates;
}

}  // namespace arete::cuda::wire_strands
