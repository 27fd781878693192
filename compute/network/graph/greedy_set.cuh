// Places of which none is removed by one taken before it, all decided by one launch: what seeds and thin choose by.
//
// Idea. Warps draw places in their order, by a ticket each. A warp looks at all places in its ball that come before its own and reach it: one that
// was taken removes its own; one that is not decided is waited for. That is held by a warp that drew before, and so on down to one that waits for
// nobody; so all warps that run come to an end, however many there are room for, and none waits for a warp that has not begun.
// Memory: 12 bytes a place and the grid. Cost: a ball for each place; places wait as long as the longest chain in which each one waits for the one
// before it, a microsecond each. Source: Blelloch, Fineman, Shun 2012, "Greedy sequential maximal independent set and matching are parallel on
// average", with tickets instead of rounds.
#pragma once

#include <thrust/iterator/counting_iterator.h>
#include <cstring>
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_select.cuh>
#include <vector>

#include "compute/gpu/cuda_device.h"
#include "compute/gpu/launch_shapes.h"
#include "compute/gpu/patience.cuh"
#include "compute/gpu/watch.h"
#include "compute/gpu/with_scratch.h"
#include "compute/network/look/row_grid.cuh"
#include "compute/network/look/warp_walk.cuh"

namespace arete::cuda {

inline constexpr uint32_t kSetBlock = 128;

/// What has become of a place. What is out of the set from the beginning is `gone`.
struct SetState {
  static constexpr uint32_t kOpen = 0, kTaken = 1, kGone = 2;
};

/// The places in their order, and for each its number in it.
struct SetOrder {
  const uint32_t* order;
  const uint32_t* rank;
  uint32_t count;
};

/// Reads a word that another warp may have written meanwhile.
__device__ inline uint32_t loadRelaxed(const uint32_t* word) {
  uint32_t value;
  asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];" : "=r"(value) : "l"(word) : "memory");
  return value;
}
__device__ inline void storeRelaxed(uint32_t* word, uint32_t value) {
  asm volatile("st.relaxed.gpu.global.u32 [%0], %1;" ::"l"(word), "r"(value) : "memory");
}

/// The rule where place j removes all within reach(j).
template <class Reach>
struct RemovesWithin {
  Reach reach;

  __device__ bool operator()(uint32_t j, const shared::Vector3& placeOfJ, uint32_t, const shared::Vector3& place) const {
    const double far = reach(j);
    return squaredDistance(placeOfJ, place) <= far * far;
  }
};

/// The states of places while they are decided, and how long one is waited for.
struct SetStates {
  uint32_t* states;
  Patience patience;

  __device__ uint32_t of(uint32_t place) const { return loadRelaxed(states + place); }
  /// Waits until it is decided. Who gives up takes it for one that is taken.
  __device__ uint32_t decided(uint32_t place) const {
    uint32_t state = SetState::kOpen;
    return patience.until([&] { return (state = of(place)) != SetState::kOpen; }) ? state : SetState::kTaken;
  }
};

/// Whether a place before it removes place i; waits for those that are not decided. `Removes`: removes(j, its place, i, its place), which no
/// place does beyond `widest`. Called by all lanes of a warp.
template <int D, class Removes>
__device__ bool isRemoved(const shared::RowsView& view, uint32_t i, const shared::Vector3& place, double widest, const Removes& removes,
                          const SetOrder& set, const SetStates& states) {
  bool removed = false;
  const uint32_t rank = set.rank[i];
  walkBall<D>(view, place, widest, [&](uint32_t at, bool isThere) {
    uint32_t state = SetState::kGone, other = 0;
    if (isThere) {
      other = view.index[at];
      if (set.rank[other] < rank && removes(other, view.template place<D>(at), i, place)) state = states.of(other);
    }
    removed = __any_sync(kAllLanes, state == SetState::kTaken);
    if (removed) return true;
    if (state == SetState::kOpen) state = states.decided(other);
    removed = __any_sync(kAllLanes, state == SetState::kTaken);
    return removed;
  });
  return removed;
}

/// `ticket`: 0 at first. States of places that are in the order and out of the set are kGone already.
template <int D, class Removes>
__global__ void __launch_bounds__(kSetBlock) greedySetKernel(const __grid_constant__ shared::RowsView view, const shared::Vector3* places,
                                                             double widest, Removes removes, SetOrder set, uint32_t* ticket, SetStates states) {
  const uint32_t lane = threadIdx.x % kWarp;
  for (;;) {
    uint32_t rank = 0;
    if (lane == 0) rank = atomicAdd(ticket, 1u);
    rank = __shfl_sync(kAllLanes, rank, 0);
    if (rank >= set.count) return;
    const uint32_t i = set.order[rank];
    if (states.of(i) == SetState::kGone) continue;
    const bool removed = isRemoved<D>(view, i, places[i], widest, removes, set, states);
    __syncwarp();
    if (lane == 0) storeRelaxed(states.states + i, removed ? SetState::kGone : SetState::kTaken);
  }
}

static __global__ void __launch_bounds__(kSetBlock) setRanksKernel(const uint32_t* order, uint32_t count, uint32_t* rank) {
  const uint32_t at = blockIdx.x * kSetBlock + threadIdx.x;
  if (at < count) rank[order[at]] = at;
}

struct IsTaken {
  __device__ bool operator()(uint32_t state) const { return state == SetState::kTaken; }
};

/// `keys`: the places by their keys from the lowest up, of equal ones by index; `bits` of a key count. `numbers`: 0, 1, 2 …, and `states`: kGone of
/// what is out of the set, else kOpen; both are changed. Returns those taken, ascending.
template <class Key, class Removes>
std::vector<uint32_t> greedySet(const shared::RowsView& view, const DevicePlaces& from, double widest, const Removes& removes,
                                const Buffer<Key>& keys, int bits, const Buffer<uint32_t>& numbers, const Buffer<uint32_t>& states,
                                CudaDevice& device) {
  const cudaStream_t stream = device.stream();
  const uint32_t count = from.count;
  const Buffer<Key> sorted(count, stream);
  const Buffer<uint32_t> order(count, stream), rank(count, stream), counters(2, stream), taken(count, stream);
  counters.clear();
  withScratch(stream, [&](void* scratch, size_t& bytes) {
    return cub::DeviceRadixSort::SortPairs(scratch, bytes, keys.data(), sorted.data(), numbers.data(), order.data(), count, 0, bits, stream);
  });
  setRanksKernel<<<blocksFor(count, kSetBlock), kSetBlock, 0, stream>>>(order.data(), count, rank.data());
  CUDA_CHECK_LAUNCH("setRanksKernel");
  const SetOrder set{order.data(), rank.data(), count};
  const auto launch = [&](auto kernel) {
    const uint32_t room = residentBlocks(kernel, kSetBlock) * uint32_t(device.multiprocessors());
    kernel<<<std::min(room, blocksFor(count, kSetBlock / kWarp)), kSetBlock, 0, stream>>>(view, from.places, widest, removes, set, counters.data(),
                                                                                          {states.data(), patience()});
    CUDA_CHECK_LAUNCH("greedySetKernel");
  };
  if (from.dimension == 2) launch(greedySetKernel<2, Removes>);
  else launch(greedySetKernel<3, Removes>);
  withScratch(stream, [&](void* scratch, size_t& bytes) {
    return cub::DeviceSelect::FlaggedIf(scratch, bytes, thrust::counting_iterator<uint32_t>(0), states.data(), taken.data(), counters.data() + 1,
                                        count, IsTaken{}, stream);
  });
  uint32_t found = 0;
  std::memcpy(&found, device.download(counters.data() + 1, sizeof found), sizeof found);
  std::vector<uint32_t> result(found);
  std::memcpy(result.data(), device.download(taken.data(), found * sizeof(uint32_t)), found * sizeof(uint32_t));
  return result;
}

}  // namespace arete::cuda
