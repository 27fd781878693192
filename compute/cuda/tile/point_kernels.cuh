// Kernels over points: count them into the parts of the tiles that are divided.
#pragma once

#include "compute/cuda/tile/tile_state.cuh"

namespace arete::cuda {

inline constexpr int kPointBlock = 512;  // threads; as many blocks as a multiprocessor takes

/// Counters, in the block's shared memory where that is worth it, else straight in global memory; with them the extent of what was counted.
template <class T, bool kTight>
class Counting {
 public:
  static constexpr uint32_t kMostPrivate = kPrivate_bytes / (sizeof(uint32_t) + (kTight ? 2 * sizeof(T) : 0));

  __device__ Counting(const TileState<T>& state, uint32_t used, uint32_t points, unsigned char* memory) : state_(state), used_(used) {
    const bool fits = used <= kMostPrivate;
    // Adding the block's counters to the others' must not cost more than counting.
    const bool pays = size_t(used) * gridDim.x <= points;
    private_ = state.histogram == TileHistogram::global ? false : state.histogram == TileHistogram::block ? fits : fits && pays;
    lows_ = reinterpret_cast<OrderedBits<T>*>(memory);
    highs_ = lows_ + (kTight ? kMostPrivate : 0);
    counts_ = reinterpret_cast<uint32_t*>(highs_ + (kTight ? kMostPrivate : 0));
    for (uint32_t i = threadIdx.x; private_ && i < used; i += kPointBlock) {
      counts_[i] = 0;
      if (kTight) lows_[i] = ~OrderedBits<T>(0), highs_[i] = 0;
    }
    __syncthreads();
  }
  __device__ void add(uint32_t counter, T x) const {
    const OrderedBits<T> bits = orderedBits(x);
    if (!private_) {
      atomicAdd(state_.counts + counter, 1u);
      if (kTight) widen(state_.lows, state_.highs, counter, bits, bits);
      return;
    }
    atomicAdd(counts_ + counter, 1u);
    if (!kTight) return;
    if (sizeof(T) > sizeof(float)) widen(lows_, highs_, counter, bits, bits);  // shared memory has no minimum of 64 bits, only a loop
    else atomicMin(lows_ + counter, bits), atomicMax(highs_ + counter, bits);
  }
  /// By all threads of the block, once, when everything is counted.
  __device__ void finish() const {
    if (!private_) return;
    __syncthreads();
    for (uint32_t i = threadIdx.x; i < used_; i += kPointBlock) {
      if (counts_[i] == 0) continue;
      atomicAdd(state_.counts + i, counts_[i]);
      if (kTight) widen(state_.lows, state_.highs, i, lows_[i], highs_[i]);
    }
  }

 private:
  __device__ static void widen(OrderedBits<T>* lows, OrderedBits<T>* highs, uint32_t at, OrderedBits<T> low, OrderedBits<T> high) {
    if (low < seen(lows + at)) atomicMin(lows + at, low);
    if (high > seen(highs + at)) atomicMax(highs + at, high);
  }
  /// Looks before it writes: of many points few widen an extent, and an atomic that waits for others costs more. An old value does no harm.
  __device__ static OrderedBits<T> seen(OrderedBits<T>* at) { return *static_cast<volatile OrderedBits<T>*>(at); }

  const TileState<T>& state_;
  const uint32_t used_;
  bool private_;
  OrderedBits<T>*lows_, *highs_;
  uint32_t* counts_;
};

/// The cell of level 1 that a point is in; with `path`, also kPathBits halvings from number `first` on, the earliest in the highest bit, by the
/// comparisons that a recursion would make.
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

/// The first division: points into cells.
template <class T, bool kTight>
__global__ void __launch_bounds__(kPointBlock) cellKernel(TileState<T> s) {
  __shared__ __align__(16) unsigned char memory[kPrivate_bytes];
  const Counting<T, kTight> counting(s, s.cells, s.points.count, memory);
  for (size_t i = size_t(blockIdx.x) * kPointBlock + threadIdx.x; i < s.points.count; i += size_t(gridDim.x) * kPointBlock) {
    const T* const point = s.point(i);
    const uint32_t cell = locate(s, point, 0, kTight ? nullptr : s.paths + i);
    s.places[i] = cell;
    counting.add(cell, *point);
  }
  counting.finish();
}

/// A further round: every point of a tile that is divided goes to the slot it was told and is counted into a part of that.
template <class T, bool kTight>
__global__ void __launch_bounds__(kPointBlock) roundKernel(TileState<T> s) {
  __shared__ __align__(16) unsigned char memory[kPrivate_bytes];
  const TileControl control = *s.control;
  if (isIdle(control)) return;
  const uint32_t bits = control.bits, halved = control.level - 1, known = halved % kPathBits;
  const Counting<T, kTight> counting(s, control.active << bits, control.activePoints, memory);
  for (size_t at = size_t(blockIdx.x) * kPointBlock + threadIdx.x; at < s.listed; at += size_t(gridDim.x) * kPointBlock) {
    const size_t i = s.list != nullptr ? s.list[at] : at;
    const uint32_t place = s.places[i];
    if (place & kDone) continue;
    const uint32_t slot = s.entries[place];
    uint32_t counter = slot;  // the leaf, when that is what it is
    if (!(slot & kDone)) {
      const T* const point = s.point(i);
      T next = 0;
      if constexpr (kTight) {
        counter = slot << 1 | uint32_t(s.coordinate(point, s.axisOf(control.level)) >= s.middles[slot]);
        next = T(s.coordinate(point, s.axisOf(control.level + 1)));
      } else {
        if (known == 0 && halved > 0) locate(s, point, halved, s.paths + i);
        counter = slot << bits | (s.paths[i] >> (kPathBits - known - bits) & ((1u << bits) - 1));
      }
      counting.add(counter, next);
    }
    s.places[i] = counter;
  }
  counting.finish();
}

/// Lists the points of the tiles that are still divided; by warp, in any order. The others are told their leaf.
template <class T>
__global__ void __launch_bounds__(kPointBlock) selectKernel(TileState<T> s, uint32_t* list, uint32_t* listed) {
  constexpr uint32_t kWarp = 32, kAll = 0xffffffffu;
  const uint32_t lane = threadIdx.x % kWarp;
  for (size_t first = size_t(blockIdx.x) * kPointBlock + threadIdx.x - lane; first < s.listed; first += size_t(gridDim.x) * kPointBlock) {
    const size_t at = first + lane;
    bool isActive = at < s.listed;
    size_t i = 0;
    if (isActive) {
      i = s.list != nullptr ? s.list[at] : at;
      const uint32_t place = s.places[i], entry = place & kDone ? place : s.entries[place];
      isActive = !(entry & kDone);
      if (!isActive) s.places[i] = entry;
    }
    const uint32_t active = __ballot_sync(kAll, isActive);
    uint32_t base = 0;
    if (lane == 0 && active != 0) base = atomicAdd(listed, uint32_t(__popc(active)));
    base = __shfl_sync(kAll, base, 0);
    if (isActive) list[base + uint32_t(__popc(active & ((1u << lane) - 1)))] = uint32_t(i);
  }
}

/// The number of each point's leaf, and its own.
template <class T>
__global__ void __launch_bounds__(kPointBlock) leafKernel(TileState<T> s, const uint32_t* leafOfNode, uint32_t* leaves, uint32_t* indices) {
  for (size_t i = size_t(blockIdx.x) * kPointBlock + threadIdx.x; i < s.points.count; i += size_t(gridDim.x) * kPointBlock) {
    const uint32_t place = s.places[i], entry = place & kDone ? place : s.entries[place];
    leaves[i] = leafOfNode[entry & ~kDone];
    indices[i] = uint32_t(i);
  }
}

}  // namespace arete::cuda
