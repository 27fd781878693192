// Kernels over buckets of points: make them, move them, cut them. The idea is in buckets.cu.
#pragma once

#include "compute/gpu/warp.cuh"
#include "compute/tiles/tile_state.cuh"

namespace arete::cuda {

inline constexpr uint32_t kBucketPoints = 64;  // at most: two a lane
inline constexpr uint32_t kBucketBlock = 256;
inline constexpr uint32_t kKeyBits = 32;
inline constexpr uint32_t kMadeWords = kDeepestTileLevel + kWarp;  // by round, in whole warps

/// values[axis] without an address, so that they stay in registers.
template <class Value, int D>
__device__ Value along(const Value (&values)[D], uint32_t axis) {
  Value value = values[0];
#pragma unroll
  for (int k = 1; k < D; ++k) value = axis == uint32_t(k) ? values[k] : value;
  return value;
}

/// A point during the moves: what is needed of it after the sort.
template <int D>
struct alignas(D == 3 ? 16 : 4) BucketPoint {
  float x[D];
  uint32_t index;
};

/// A bucket in one sector of memory: extents, and where its points are.
template <int D>
struct alignas(16) Bucket {
  OrderedBits<float> low[D], high[D];
  uint32_t begin, size;

  __device__ OrderedBits<float> lowAlong(uint32_t axis) const { return along(low, axis); }
  __device__ OrderedBits<float> highAlong(uint32_t axis) const { return along(high, axis); }
};

/// Placeholder for a bucket that will be made from the upper half of another one.
struct alignas(16) BucketCut {
  uint32_t of, slot;     // that bucket, and the slot of its tile
  uint32_t begin, size;  // its points
};

/// The buckets, in device memory, unordered, except that a round's new ones come after earlier ones.
template <int D>
struct BucketState {
  BucketPoint<D>* points;  // those of a bucket one after the other
  Bucket<D>* buckets;
  uint32_t* places;  // as those of points
  uint32_t room;
  uint32_t* made;  // buckets: by the sort, then by each round

  __device__ BucketCut& cut(uint32_t at) const {
    static_assert(sizeof(BucketCut) <= sizeof(Bucket<D>) && alignof(BucketCut) <= alignof(Bucket<D>));
    return *reinterpret_cast<BucketCut*>(buckets + at);
  }
  /// How many buckets there were when a round began. By a whole warp.
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
  /// Reads before it writes, as few buckets widen a tile.
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
    keys[i] = cell << halvings | path >> (D * kAxisBits - halvings);
    points[i] = point;
  }
}

/// Sizes and extents, one warp per bucket.
template <int D>
__global__ void __launch_bounds__(kBucketBlock) boxKernel(TileState<float> s, BucketState<D> b, const uint32_t* begins) {
  const uint32_t lane = threadIdx.x % kWarp, made = *b.made, count = min(made, b.room);
  if (made > b.room && blockIdx.x == 0 && threadIdx.x == 0) s.control->crowded = 1;
  const size_t warps = size_t(gridDim.x) * kBucketBlock / kWarp;
  for (size_t i = (size_t(blockIdx.x) * kBucketBlock + threadIdx.x) / kWarp; i < count; i += warps) {
    const uint32_t begin = begins[i], size = (i + 1 < made ? begins[i + 1] : s.points.count) - begin;
    Bucket<D> bucket{.begin = begin, .size = size};
#pragma unroll
    for (int k = 0; k < D; ++k) bucket.low[k] = ~0u, bucket.high[k] = 0;
#pragma unroll
    for (uint32_t h = 0; h < kBucketPoints / kWarp; ++h) {
      if (lane + h * kWarp >= size) break;
      const BucketPoint<D> point = b.points[begin + lane + h * kWarp];
#pragma unroll
      for (int k = 0; k < D; ++k)
        bucket.low[k] = min(bucket.low[k], orderedBits(point.x[k])), bucket.high[k] = max(bucket.high[k], orderedBits(point.x[k]));
    }
#pragma unroll
    for (int k = 0; k < D; ++k) bucket.low[k] = smallest(bucket.low[k]), bucket.high[k] = ~smallest(~bucket.high[k]);
    if (lane == 0) b.buckets[i] = bucket;
  }
}

/// The first division: buckets into cells.
template <int D>
__global__ void __launch_bounds__(kBucketBlock) bucketCellKernel(TileState<float> s, BucketState<D> b, const uint32_t* keys, uint32_t halvings) {
  const uint32_t count = b.before(1);
  for (size_t i = size_t(blockIdx.x) * kBucketBlock + threadIdx.x; i - threadIdx.x % kWarp < count; i += size_t(gridDim.x) * kBucketBlock) {
    const bool isHere = i < count;
    const Bucket<D> bucket = isHere ? b.buckets[i] : Bucket<D>{};
    const uint32_t cell = isHere ? keys[bucket.begin] >> halvings : 0;
    const Sharers sharers(cell, isHere);
    sharers.count(s.counts + cell, bucket.size);
    sharers.widen(s.lows + cell, s.highs + cell, bucket.low[0], bucket.high[0]);
    if (isHere) b.places[i] = cell;
  }
}

/// A further round: one lane per bucket. A bucket on one side of its tile's boundary goes there as a whole. The others will be cut: each gets a new
/// bucket for its upper half, which tells cutKernel what to do.
template <int D>
__global__ void __launch_bounds__(kBucketBlock) moveKernel(TileState<float> s, BucketState<D> b) {
  const TileControl control = *s.control;
  if (isIdle(control)) return;
  const uint32_t count = b.before(control.round), lane = threadIdx.x % kWarp;
  const uint32_t axis = s.axisOf(control.level), next = s.axisOf(control.level + 1);
  for (size_t first = size_t(blockIdx.x) * kBucketBlock + threadIdx.x - lane; first < count; first += size_t(gridDim.x) * kBucketBlock) {
    const uint32_t i = uint32_t(first) + lane, place = i < count ? b.places[i] : kDone, slot = place & kDone ? kDone : s.entries[place];
    const bool isActive = !(slot & kDone);
    if (!isActive && !(place & kDone)) b.places[i] = slot;  // its leaf
    if (!__any_sync(kAllLanes, isActive)) continue;
    const Bucket<D> bucket = isActive ? b.buckets[i] : Bucket<D>{};
    const double middle = isActive ? s.middles[slot] : 0;
    const bool isUpper = isActive && double(fromOrdered<float>(bucket.lowAlong(axis))) >= middle;
    const bool isCut = isActive && !isUpper && double(fromOrdered<float>(bucket.highAlong(axis))) >= middle, moves = isActive && !isCut;
    const uint32_t counter = slot << 1 | uint32_t(isUpper);
    const Sharers sharers(counter, moves);
    sharers.count(s.counts + counter, bucket.size);
    sharers.widen(s.lows + counter, s.highs + counter, bucket.lowAlong(next), bucket.highAlong(next));
    if (moves) b.places[i] = counter;
    const uint32_t cuts = __ballot_sync(kAllLanes, isCut);
    if (cuts == 0) continue;
    uint32_t at = lane == 0 ? atomicAdd(b.made + control.round, uint32_t(__popc(cuts))) : 0;
    at = count + __shfl_sync(kAllLanes, at, 0) + uint32_t(__popc(cuts & ((1u << lane) - 1)));
    if (!isCut) continue;
    if (at < b.room) b.cut(at) = {i, slot, bucket.begin, bucket.size};
    else s.control->crowded = 1;
  }
}

/// One warp per bucket to be cut: divides its points, keeping their order within each half, and describes both halves.
template <int D>
__global__ void __launch_bounds__(kBucketBlock) cutKernel(TileState<float> s, BucketState<D> b) {
  constexpr uint32_t kEach = kBucketPoints / kWarp;
  const TileControl control = *s.control;
  if (isIdle(control)) return;
  const uint32_t count = b.before(control.round), end = b.before(control.round + 1), lane = threadIdx.x % kWarp, before = (1u << lane) - 1;
  const uint32_t axis = s.axisOf(control.level), next = s.axisOf(control.level + 1), warps = gridDim.x * (kBucketBlock / kWarp);
  for (uint32_t at = count + (blockIdx.x * kBucketBlock + threadIdx.x) / kWarp; at < end; at += warps) {
    const BucketCut cut = b.cut(at);
    const uint32_t begin = cut.begin, size = cut.size;
    BucketPoint<D> points[kEach];
#pragma unroll
    for (uint32_t h = 0; h < kEach; ++h)
      if (lane + h * kWarp < size) points[h] = b.points[begin + lane + h * kWarp];
    const double middle = s.middles[cut.slot];
    __syncwarp();                                      // all have read what is written now
    uint32_t halves[kEach], uppers[kEach], upper = 0;  // halves: of this thread's points, 2 for none
#pragma unroll
    for (uint32_t h = 0; h < kEach; ++h) {
      halves[h] = lane + h * kWarp < size ? uint32_t(double(along(points[h].x, axis)) >= middle) : 2;
      uppers[h] = __ballot_sync(kAllLanes, halves[h] == 1);
      upper += uint32_t(__popc(uppers[h]));
    }
    uint32_t toUpper = begin + size - upper, toLower = begin;
#pragma unroll
    for (uint32_t h = 0; h < kEach; ++h) {
      const uint32_t own = uint32_t(__popc(uppers[h] & before));
      if (halves[h] == 1) b.points[toUpper + own] = points[h];
      if (halves[h] == 0) b.points[toLower + lane - own] = points[h];
      toUpper += uint32_t(__popc(uppers[h])), toLower += kWarp - uint32_t(__popc(uppers[h]));
    }
#pragma unroll
    for (uint32_t half = 0; half < 2; ++half) {
      const uint32_t to = half == 0 ? cut.of : at, counter = cut.slot << 1 | half;
      Bucket<D> bucket{.begin = half == 0 ? begin : begin + size - upper, .size = half == 0 ? size - upper : upper};
#pragma unroll
      for (int k = 0; k < D; ++k) {
        OrderedBits<float> low = ~0u, high = 0;
#pragma unroll
        for (uint32_t h = 0; h < kEach; ++h)
          if (halves[h] == half) low = min(low, orderedBits(points[h].x[k])), high = max(high, orderedBits(points[h].x[k]));
        bucket.low[k] = smallest(low), bucket.high[k] = ~smallest(~high);
      }
      if (lane != 0) continue;
      b.buckets[to] = bucket, b.places[to] = counter;
      atomicAdd(s.counts + counter, bucket.size);
      atomicMin(s.lows + counter, bucket.lowAlong(next)), atomicMax(s.highs + counter, bucket.highAlong(next));
    }
  }
}

}  // namespace arete::cuda
