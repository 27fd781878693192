// Kernels over buckets of points: make them, move or cut them, put the points in the order of the leaves. The idea is in buckets.cu.
#pragma once

#include "compute/cuda/tile/small_tiles.cuh"
#include "compute/cuda/tile/tile_state.cuh"
#include "compute/cuda/warp.cuh"

namespace arete::cuda {

inline constexpr uint32_t kBucketPoints = 64;  // at most: two a lane
inline constexpr uint32_t kBucketBlock = 256;
inline constexpr uint32_t kKeyBits = 32;
inline constexpr uint32_t kMostLeafPoints = 4096;                  // that a block sorts
inline constexpr uint32_t kMadeWords = kDeepestTileLevel + kWarp;  // by round, in whole warps

/// A point on its way: what is needed of it from the sort on.
template <int D>
struct alignas(D == 3 ? 16 : 4) BucketPoint {
  float x[D];
  uint32_t index;

  __device__ float along(uint32_t axis) const {
    float value = x[0];
#pragma unroll
    for (int k = 1; k < D; ++k) value = axis == uint32_t(k) ? x[k] : value;
    return value;
  }
};

/// The buckets, in device memory, in no order but that a round's cuts come after those before it.
template <int D>
struct BucketState {
  BucketPoint<D>* points;           // those of a bucket one after the other
  uint32_t* begins;                 // of a bucket in them; room for one a point, all others for `room`
  uint32_t *sizes, *places;         // places: as those of points; in the end where its points go
  OrderedBits<float>*lows, *highs;  // extents, axis after axis
  uint32_t room;
  uint32_t* made;  // buckets: by the sort, then by each round

  /// How many there were when a round began. By a whole warp.
  __device__ uint32_t before(uint32_t round) const {
    uint32_t count = 0;
    for (uint32_t i = threadIdx.x % kWarp; i < kMadeWords; i += kWarp) count += i < round ? made[i] : 0;
    return min(added(count), room);
  }
};

/// The lanes of a warp that widen the same extent, or count for the same counter: mostly all, as neighbours are of the same tile.
struct Sharers {
  uint32_t lanes;
  bool isHere, leads;

  __device__ Sharers(uint32_t counter, bool here) : lanes(__match_any_sync(kAllLanes, here ? counter : ~counter)), isHere(here), leads(false) {
    lanes &= __ballot_sync(kAllLanes, here);
    leads = here && uint32_t(__ffs(int(lanes))) - 1 == threadIdx.x % kWarp;
  }
  __device__ void count(uint32_t* to, uint32_t points) const {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
    if (!isHere) return;
    const uint32_t sum = __reduce_add_sync(lanes, points);
    if (leads) atomicAdd(to, sum);
#else
    if (isHere) atomicAdd(to, points);
#endif
  }
  /// Looks before it writes: few buckets widen a tile.
  __device__ void widen(OrderedBits<float>* to, OrderedBits<float>* upTo, OrderedBits<float> low, OrderedBits<float> high) const {
    if (!isHere) return;
    bool writes = true;
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
    low = __reduce_min_sync(lanes, low), high = __reduce_max_sync(lanes, high), writes = leads;
#endif
    if (writes && low < *static_cast<volatile OrderedBits<float>*>(to)) atomicMin(to, low);
    if (writes && high > *static_cast<volatile OrderedBits<float>*>(upTo)) atomicMax(upTo, high);
  }
};

/// Bits of x with D − 1 bits of 0 between them.
template <int D>
__device__ uint32_t spread(uint32_t x) {
  if constexpr (D == 2) {
    x = (x | x << 8) & 0x00ff00ff, x = (x | x << 4) & 0x0f0f0f0f, x = (x | x << 2) & 0x33333333;
    return (x | x << 1) & 0x55555555;
  } else {
    x = (x | x << 16) & 0x030000ff, x = (x | x << 8) & 0x0300f00f, x = (x | x << 4) & 0x030c30c3;
    return (x | x << 2) & 0x09249249;
  }
}

/// The cell of level 1, exactly, and about which halves of it a point is in: where buckets end does not change the tree.
template <int D>
__global__ void __launch_bounds__(kBucketBlock) keyKernel(TileState<float> s, uint32_t halvings, uint32_t* keys, BucketPoint<D>* points) {
  constexpr uint32_t kAxisBits = kKeyBits / D;
  for (size_t i = size_t(blockIdx.x) * kBucketBlock + threadIdx.x; i < s.points.count; i += size_t(gridDim.x) * kBucketBlock) {
    BucketPoint<D> point;
    uint32_t cell = 0, stride = 1, path = 0;
#pragma unroll
    for (int k = 0; k < D; ++k) {
      point.x[k] = s.point(i)[size_t(k) * s.points.coordinateStride];
      const uint32_t at = s.axes.cellOf(k, double(point.x[k])), bits = (kPathBits - 1 - k) / D + 1;  // as pathScale has them
      cell += stride * at, stride *= s.axes.counts[k];
      const double half = (double(point.x[k]) - s.axes.boundaries[s.axes.first[k] + at]) * s.axes.pathScale[k];
      const uint32_t halves = half > 0 ? uint32_t(fmin(half, double((1u << bits) - 1))) >> (bits - kAxisBits) : 0;
      path |= spread<D>(halves) << (D - 1 - k);
    }
    point.index = uint32_t(i);
    keys[i] = uint32_t(uint64_t(cell) << halvings) | path >> (D * kAxisBits - halvings);
    points[i] = point;
  }
}

/// Sizes and extents, a warp a bucket.
template <int D>
__global__ void __launch_bounds__(kBucketBlock) boxKernel(TileState<float> s, BucketState<D> b) {
  const uint32_t lane = threadIdx.x % kWarp, made = *b.made, count = min(made, b.room);
  if (made > b.room && blockIdx.x == 0 && threadIdx.x == 0) s.control->crowded = 1;
  const size_t warps = size_t(gridDim.x) * kBucketBlock / kWarp;
  for (size_t i = (size_t(blockIdx.x) * kBucketBlock + threadIdx.x) / kWarp; i < count; i += warps) {
    const uint32_t begin = b.begins[i], size = (i + 1 < made ? b.begins[i + 1] : s.points.count) - begin;
    OrderedBits<float> lows[D], highs[D];
#pragma unroll
    for (int k = 0; k < D; ++k) lows[k] = ~0u, highs[k] = 0;
#pragma unroll
    for (uint32_t h = 0; h < kBucketPoints / kWarp; ++h) {
      if (lane + h * kWarp >= size) break;
      const BucketPoint<D> point = b.points[begin + lane + h * kWarp];
#pragma unroll
      for (int k = 0; k < D; ++k) lows[k] = min(lows[k], orderedBits(point.x[k])), highs[k] = max(highs[k], orderedBits(point.x[k]));
    }
#pragma unroll
    for (int k = 0; k < D; ++k) {
      const OrderedBits<float> low = smallest(lows[k]), high = ~smallest(~highs[k]);
      if (lane == 0) b.lows[size_t(k) * b.room + i] = low, b.highs[size_t(k) * b.room + i] = high;
    }
    if (lane == 0) b.sizes[i] = size;
  }
}

/// The first division: buckets into cells.
template <int D>
__global__ void __launch_bounds__(kBucketBlock) bucketCellKernel(TileState<float> s, BucketState<D> b, const uint32_t* keys, uint32_t halvings) {
  const uint32_t count = b.before(1);
  for (size_t i = size_t(blockIdx.x) * kBucketBlock + threadIdx.x; i - threadIdx.x % kWarp < count; i += size_t(gridDim.x) * kBucketBlock) {
    const bool isHere = i < count;
    const auto cell = isHere ? uint32_t(uint64_t(keys[b.begins[i]]) >> halvings) : 0;
    const Sharers sharers(cell, isHere);
    sharers.count(s.counts + cell, isHere ? b.sizes[i] : 0);
    sharers.widen(s.lows + cell, s.highs + cell, isHere ? b.lows[i] : 0, isHere ? b.highs[i] : 0);
    if (isHere) b.places[i] = cell;
  }
}

/// A warp cuts bucket i of a tile at its boundary: the points of the upper half become bucket `at`.
template <int D>
__device__ void cutBucket(const TileState<float>& s, const BucketState<D>& b, uint32_t axis, uint32_t next, uint32_t i, uint32_t at, uint32_t slot,
                          double middle) {
  constexpr uint32_t kEach = kBucketPoints / kWarp;
  const uint32_t lane = threadIdx.x % kWarp, begin = b.begins[i], size = b.sizes[i], before = (1u << lane) - 1;
  BucketPoint<D> points[kEach];
  uint32_t halves[kEach], uppers[kEach], upper = 0;  // halves: of this thread's points, 2 for none
#pragma unroll
  for (uint32_t h = 0; h < kEach; ++h) {
    const bool isHere = lane + h * kWarp < size;
    if (isHere) points[h] = b.points[begin + lane + h * kWarp];
    halves[h] = isHere ? uint32_t(double(points[h].along(axis)) >= middle) : 2;
    uppers[h] = __ballot_sync(kAllLanes, halves[h] == 1);
    upper += uint32_t(__popc(uppers[h]));
  }
  const uint32_t lower = size - upper;
  uint32_t to = begin + lower, toLower = begin;  // the order within a half stays
#pragma unroll
  for (uint32_t h = 0; h < kEach; ++h) {
    const uint32_t here = min(kWarp, size > h * kWarp ? size - h * kWarp : 0), own = uint32_t(__popc(uppers[h] & before));
    if (halves[h] == 1) b.points[to + own] = points[h];
    if (halves[h] == 0) b.points[toLower + lane - own] = points[h];
    to += uint32_t(__popc(uppers[h])), toLower += here - uint32_t(__popc(uppers[h]));
  }
#pragma unroll
  for (uint32_t half = 0; half < 2; ++half) {
    const uint32_t bucket = half == 0 ? i : at, counter = slot << 1 | half;
#pragma unroll
    for (uint32_t k = 0; k < uint32_t(D); ++k) {
      OrderedBits<float> low = ~0u, high = 0;
#pragma unroll
      for (uint32_t h = 0; h < kEach; ++h)
        if (halves[h] == half) low = min(low, orderedBits(points[h].x[k])), high = max(high, orderedBits(points[h].x[k]));
      low = smallest(low), high = ~smallest(~high);
      if (lane == 0) b.lows[size_t(k) * b.room + bucket] = low, b.highs[size_t(k) * b.room + bucket] = high;
      if (lane == 0 && k == next) atomicMin(s.lows + counter, low), atomicMax(s.highs + counter, high);
    }
    if (lane == 0) {
      b.begins[bucket] = begin + (half == 0 ? 0 : lower), b.sizes[bucket] = half == 0 ? lower : upper, b.places[bucket] = counter;
      atomicAdd(s.counts + counter, half == 0 ? lower : upper);
    }
  }
}

/// A further round: a lane a bucket. What lies on one side of its tile's boundary goes there as a whole; a warp cuts the others together.
template <int D>
__global__ void __launch_bounds__(kBucketBlock) bucketRoundKernel(TileState<float> s, BucketState<D> b) {
  const TileControl control = *s.control;
  if (isIdle(control) || control.crowded != 0) return;
  const uint32_t count = b.before(control.round), lane = threadIdx.x % kWarp;
  const uint32_t axis = s.axisOf(control.level), next = s.axisOf(control.level + 1);
  const OrderedBits<float>*const lows = b.lows + size_t(axis) * b.room, *const highs = b.highs + size_t(axis) * b.room;
  const OrderedBits<float>*const nextLows = b.lows + size_t(next) * b.room, *const nextHighs = b.highs + size_t(next) * b.room;
  for (size_t first = size_t(blockIdx.x) * kBucketBlock + threadIdx.x - lane; first < count; first += size_t(gridDim.x) * kBucketBlock) {
    const uint32_t i = uint32_t(first) + lane, place = i < count ? b.places[i] : kDone, slot = place & kDone ? kDone : s.entries[place];
    const bool isActive = !(slot & kDone);
    if (!isActive && !(place & kDone)) b.places[i] = slot;  // its leaf
    if (!__any_sync(kAllLanes, isActive)) continue;
    const double middle = isActive ? s.middles[slot] : 0;
    const bool isUpper = isActive && double(fromOrdered<float>(lows[i])) >= middle;
    const bool isCut = isActive && !isUpper && double(fromOrdered<float>(highs[i])) >= middle, moves = isActive && !isCut;
    const uint32_t counter = slot << 1 | uint32_t(isUpper);
    const Sharers sharers(counter, moves);
    sharers.count(s.counts + counter, moves ? b.sizes[i] : 0);
    sharers.widen(s.lows + counter, s.highs + counter, moves ? nextLows[i] : 0, moves ? nextHighs[i] : 0);
    if (moves) b.places[i] = counter;
    uint32_t cuts = __ballot_sync(kAllLanes, isCut), at = 0;
    if (cuts == 0) continue;
    if (lane == 0) at = atomicAdd(b.made + control.round, uint32_t(__popc(cuts)));
    at = count + __shfl_sync(kAllLanes, at, 0);
    if (uint64_t(at) + uint32_t(__popc(cuts)) > b.room) {
      if (lane == 0) s.control->crowded = 1;
      return;
    }
    for (; cuts != 0; cuts &= cuts - 1, ++at) {
      const int from = __ffs(int(cuts)) - 1;
      cutBucket(s, b, axis, next, uint32_t(first) + uint32_t(from), at, __shfl_sync(kAllLanes, slot, from), __shfl_sync(kAllLanes, middle, from));
    }
  }
}

/// Where the points of each bucket go, and the extents of the leaves. `taken`: by node, 0.
template <int D>
__global__ void __launch_bounds__(kBucketBlock) leafKernel(TileState<float> s, BucketState<D> b, LeafExtents<float> extents, uint32_t* taken) {
  const uint32_t count = b.before(kMadeWords);
  for (size_t i = size_t(blockIdx.x) * kBucketBlock + threadIdx.x; i - threadIdx.x % kWarp < count; i += size_t(gridDim.x) * kBucketBlock) {
    const bool isHere = i < count;
    const uint32_t place = isHere ? b.places[i] : kDone, node = (place & kDone ? place : s.entries[place]) & ~kDone;
    const Sharers sharers(node, isHere);
#pragma unroll
    for (uint32_t k = 0; k < uint32_t(D); ++k) {
      const size_t at = size_t(node) * D + k, own = size_t(k) * b.room + i;
      sharers.widen(extents.lows + at, extents.highs + at, isHere ? b.lows[own] : 0, isHere ? b.highs[own] : 0);
    }
    if (!isHere) continue;
    b.places[i] = s.nodes[node].begin + atomicAdd(taken + node, b.sizes[i]);
    if (s.nodes[node].end - s.nodes[node].begin > kMostLeafPoints) s.control->crowded = 1;
  }
}

/// Indices to their leaves, a warp a bucket.
template <int D>
__global__ void __launch_bounds__(kBucketBlock) indexKernel(BucketState<D> b, uint32_t* order) {
  const uint32_t lane = threadIdx.x % kWarp, count = b.before(kMadeWords);
  const size_t warps = size_t(gridDim.x) * kBucketBlock / kWarp;
  for (size_t i = (size_t(blockIdx.x) * kBucketBlock + threadIdx.x) / kWarp; i < count; i += warps)
    for (uint32_t at = lane; at < b.sizes[i]; at += kWarp) order[b.places[i] + at] = b.points[b.begins[i] + at].index;
}

}  // namespace arete::cuda
