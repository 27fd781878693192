// Kernels over points: count them into the parts of the tiles that are divided.
#pragma once

#include "compute/gpu/cluster.cuh"
#include "compute/gpu/warp.cuh"
#include "compute/tiles/tile_state.cuh"

namespace arete::cuda {

inline constexpr int kPointBlock = 512;      // threads; as many blocks as a multiprocessor takes
inline constexpr int kCountingBlock = 1024;  // threads that count

/// Counters, and the extents of the counted points: in the shared memory of the block or of its cluster where that is worthwhile, else
/// directly in global memory.
template <class T, bool kTight>
class Counting {
 public:
  static constexpr uint32_t kCounter_bytes = sizeof(uint32_t) + (kTight ? 2 * sizeof(T) : 0);

  __device__ Counting(const TileState<T>& state, uint32_t used, uint32_t points, unsigned char* memory)
      : state_(state), used_(used), sharers_(used <= state.ownCounters ? 1 : state.cluster) {
    const bool fits = used <= state.ownCounters * sharers_;
    // Adding up the counters of all blocks must not cost more than counting.
    const bool pays = uint64_t(used) * (gridDim.x / sharers_) <= points;
    private_ = state.histogram == TileHistogram::global ? false : state.histogram == TileHistogram::block ? fits : fits && pays;
    lows_ = reinterpret_cast<OrderedBits<T>*>(memory);
    highs_ = lows_ + (kTight ? state.ownCounters : 0);
    counts_ = reinterpret_cast<uint32_t*>(highs_ + (kTight ? state.ownCounters : 0));
    for (uint32_t i = threadIdx.x; private_ && i < own(); i += kCountingBlock) {
      counts_[i] = 0;
      if (kTight) lows_[i] = ~OrderedBits<T>(0), highs_[i] = 0;
    }
    sync();
  }
  __device__ void add(uint32_t counter, T x) const {
    const OrderedBits<T> bits = orderedBits(x);
    if (!private_) {
      atomicAdd(state_.counts + counter, 1u);
      if (kTight) widen(state_.lows, state_.highs, counter, bits);
    } else if (sharers_ == 1) {
      atomicAdd(counts_ + counter, 1u);
      if (kTight) widenShared(lows_, highs_, counter, bits);
    } else {
      const uint32_t rank = counter & (sharers_ - 1), at = counter >> (__ffs(int(sharers_)) - 1);
      atomicAdd(inBlock(counts_, rank) + at, 1u);
      if (kTight) widenShared(inBlock(lows_, rank), inBlock(highs_, rank), at, bits);
    }
  }
  /// By all threads of the block, once, when everything is counted.
  __device__ void finish() const {
    if (!private_) return;
    sync();
    const uint32_t rank = sharers_ == 1 ? 0 : rankInCluster();
    for (uint32_t i = threadIdx.x; i < own(); i += kCountingBlock) {
      const uint32_t counter = i * sharers_ + rank;
      if (counter >= used_ || counts_[i] == 0) continue;
      atomicAdd(state_.counts + counter, counts_[i]);
      if (kTight) widen(state_.lows, state_.highs, counter, lows_[i]), widen(state_.lows, state_.highs, counter, highs_[i]);
    }
  }

 private:
  __device__ uint32_t own() const { return (used_ + sharers_ - 1) / sharers_; }  // counters in this block's memory
  __device__ void sync() const {
    if (private_ && sharers_ > 1) syncCluster();
    else __syncthreads();
  }
  __device__ static void widen(OrderedBits<T>* lows, OrderedBits<T>* highs, uint32_t at, OrderedBits<T> bits) {
    if (bits < seen(lows + at)) atomicMin(lows + at, bits);
    if (bits > seen(highs + at)) atomicMax(highs + at, bits);
  }
  __device__ static void widenShared(OrderedBits<T>* lows, OrderedBits<T>* highs, uint32_t at, OrderedBits<T> bits) {
    if (sizeof(T) > sizeof(float)) widen(lows, highs, at, bits);  // shared memory has no minimum of 64 bits, only a loop
    else atomicMin(lows + at, bits), atomicMax(highs + at, bits);
  }
  /// Reads before it writes: of many points few widen an extent, and an atomic that waits for others costs more. An old value does no harm.
  __device__ static OrderedBits<T> seen(OrderedBits<T>* at) { return *static_cast<volatile OrderedBits<T>*>(at); }

  const TileState<T>& state_;
  const uint32_t used_, sharers_;  // sharers: blocks among which the counters are dealt out
  bool private_;
  OrderedBits<T>*lows_, *highs_;
  uint32_t* counts_;
};

/// The halvings of a cell along one axis, from the first on, by a multiplication: true when rounding cannot have changed one of the comparisons
/// that a recursion would make. In widths of the smallest part, with m halvings, coordinates up to M and u = 2^-53: boundaries by recursion are
/// within 2^m · 32 · 2 u · M / width of where they should be, the scaled coordinate within 2^m · (4 u + 14 u · M / width); the slack,
/// 2^m · 2^-46 · (1 + M / width), is more than both together. It is above 1/2 where that cannot be known, so that nothing is sure.
template <class T>
__device__ bool pathWithin(const TileState<T>& s, int axis, double low, double x, uint32_t* halves) {
  const double scaled = (x - low) * s.axes.pathScale[axis], parts = floor(scaled), rest = scaled - parts, slack = s.axes.pathSlack[axis];
  *halves = uint32_t(parts);
  return rest > slack && rest < 1 - slack;
}

/// The cell of level 1 that a point is in; with `path`, also kPathBits halvings from number `first` on, the earliest in the highest bit, by the
/// comparisons that a recursion would make, or where these are sure without making them.
template <class T>
__device__ uint32_t locate(const TileState<T>& s, const T* point, uint32_t first, uint32_t* path) {
  const auto d = uint32_t(s.points.dimension);
  uint32_t cell = 0, stride = 1, halves = 0;
  for (uint32_t k = 0; k < d; stride *= s.axes.counts[k++]) {
    const double x = s.coordinate(point, k);
    const uint32_t at = s.axes.cellOf(int(k), x);
    cell += stride * at;
    if (path == nullptr) continue;
    double low = s.axes.boundaries[s.axes.first[k] + at], high = s.axes.boundaries[s.axes.first[k] + at + 1];
    uint32_t within;
    if (first == 0 && pathWithin(s, int(k), low, x, &within)) {
      for (uint32_t h = k + (kPathBits - 1 - k) / d * d; h < kPathBits; h -= d, within >>= 1) halves |= (within & 1) << (kPathBits - 1 - h);
      continue;
    }
    for (uint32_t h = k; h < first + kPathBits; h += d) {
      const double middle = shared::tileBoundary(low, high, 1, 2);
      const bool upper = high > low && x >= middle;
      if (upper && h >= first) halves |= 1u << (first + kPathBits - 1 - h);
      (upper ? low : high) = middle;
    }
  }
  if (path != nullptr) *path = halves;
  return cell;
}

extern __shared__ __align__(16) unsigned char ownMemory[];

/// The first division: `listed` points from `first` on into cells.
template <class T, bool kTight>
__global__ void __launch_bounds__(kCountingBlock) cellKernel(TileState<T> s) {
  const Counting<T, kTight> counting(s, s.cells, s.listed, ownMemory);
  for (size_t at = size_t(blockIdx.x) * kCountingBlock + threadIdx.x; at < s.listed; at += size_t(gridDim.x) * kCountingBlock) {
    const size_t i = s.first + at;
    const T* const point = s.point(i);
    const uint32_t cell = locate(s, point, 0, kTight ? nullptr : s.paths + i);
    s.places[i] = cell;
    counting.add(cell, *point);
  }
  counting.finish();
}

/// For a point of a tile that is divided: its new counter, and with tight bounds its coordinate along the axis that is halved next.
template <class T, bool kTight>
__device__ uint32_t nextCounter(const TileState<T>& s, const TileControl& control, size_t i, uint32_t slot, T* next) {
  const uint32_t bits = control.bits, halved = control.level - 1, known = halved % kPathBits;
  if constexpr (kTight) {
    const T* const point = s.point(i);
    *next = T(s.coordinate(point, s.axisOf(control.level + 1)));
    return slot << 1 | uint32_t(s.coordinate(point, s.axisOf(control.level)) >= s.middles[slot]);
  }
  if (known == 0 && halved > 0) locate(s, s.point(i), halved, s.paths + i);
  return slot << bits | (s.paths[i] >> (kPathBits - known - bits) & ((1u << bits) - 1));
}

/// A further round: every point of a tile that is divided goes to its assigned slot and is counted into one of the slot's parts.
/// kTogether: points that a thread looks at side by side; kBlocksEach: blocks that a multiprocessor should have room for.
template <class T, bool kTight, uint32_t kTogether, int kBlocksEach>
__global__ void __launch_bounds__(kCountingBlock, kBlocksEach) roundKernel(TileState<T> s) {
  const TileControl control = *s.control;
  if (isIdle(control)) return;
  const Counting<T, kTight> counting(s, control.active << control.bits, control.activePoints, ownMemory);
  const size_t together = size_t(gridDim.x) * kCountingBlock;
  for (size_t first = size_t(blockIdx.x) * kCountingBlock + threadIdx.x; first < s.listed; first += together * kTogether) {
    size_t points[kTogether];
    uint32_t places[kTogether], counters[kTogether];
    T next[kTogether];
#pragma unroll
    for (uint32_t p = 0; p < kTogether; ++p) {
      const size_t at = first + p * together;
      points[p] = at < s.listed && s.list != nullptr ? s.list[at] : at;
      places[p] = at < s.listed ? s.places[points[p]] : kDone;
    }
#pragma unroll
    for (uint32_t p = 0; p < kTogether; ++p) counters[p] = places[p] & kDone ? kDone : s.entries[places[p]];  // a slot, or the part
#pragma unroll
    for (uint32_t p = 0; p < kTogether; ++p)
      if (!(counters[p] & kDone)) counters[p] = nextCounter<T, kTight>(s, control, points[p], counters[p], next + p);
#pragma unroll
    for (uint32_t p = 0; p < kTogether; ++p) {
      if (places[p] & kDone) continue;
      if (!(counters[p] & kDone)) counting.add(counters[p], kTight ? next[p] : T(0));
      s.places[points[p]] = counters[p];
    }
  }
  counting.finish();
}

/// Lists the points of the tiles that are still divided; by warp, in any order. The others get their part.
template <class T>
__global__ void __launch_bounds__(kPointBlock) selectKernel(TileState<T> s, uint32_t* list, uint32_t* listed) {
  constexpr uint32_t kSteps = 8;  // an addition for kSteps · kWarp points: all are to one counter
  const uint32_t lane = threadIdx.x % kWarp;
  const size_t warp = (size_t(blockIdx.x) * kPointBlock + threadIdx.x) / kWarp, warps = size_t(gridDim.x) * kPointBlock / kWarp;
  for (size_t first = warp * kSteps * kWarp; first < s.listed; first += warps * kSteps * kWarp) {
    size_t points[kSteps];
    uint32_t active[kSteps], found = 0;
#pragma unroll
    for (uint32_t step = 0; step < kSteps; ++step) {
      const size_t at = first + step * kWarp + lane;
      bool isActive = at < s.listed;
      if (isActive) {
        const size_t i = points[step] = s.list != nullptr ? s.list[at] : at;
        const uint32_t place = s.places[i], entry = place & kDone ? place : s.entries[place];
        isActive = !(entry & kDone);
        if (!isActive) s.places[i] = entry;
      }
      active[step] = __ballot_sync(kAllLanes, isActive);
      found += uint32_t(__popc(active[step]));
    }
    uint32_t base = 0;
    if (lane == 0 && found > 0) base = atomicAdd(listed, found);
    base = __shfl_sync(kAllLanes, base, 0);
#pragma unroll
    for (uint32_t step = 0; step < kSteps; ++step) {
      if (active[step] >> lane & 1) list[base + uint32_t(__popc(active[step] & ((1u << lane) - 1)))] = uint32_t(points[step]);
      base += uint32_t(__popc(active[step]));
    }
  }
}

}  // namespace arete::cuda
