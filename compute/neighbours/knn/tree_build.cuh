// Points in the order of space, and boxes over them.
#pragma once

#include <cub/block/block_radix_sort.cuh>
#include <cub/device/device_scan.cuh>

#include "compute/gpu/launch_shapes.h"
#include "compute/gpu/warp.cuh"
#include "compute/gpu/with_scratch.h"
#include "compute/neighbours/knn/space_order.cuh"

namespace arete::cuda {

/// A point with its number, in pieces that one instruction loads. Missing dimensions are 0 on both sides: adding 0² to a sum
/// of squares leaves its bits.
template <class T, int D>
struct alignas(16) Packed {
  T x[D];
  uint32_t index;
};

template <class T, int D>
struct alignas(16) Box {
  T low[D], high[D];
};

/// 16 bytes at a time.
template <class S>
__device__ S load(const S* from) {
  struct Raw {
    uint4 part[sizeof(S) / 16];
  } raw;
#pragma unroll
  for (size_t i = 0; i < sizeof(raw) / 16; ++i) raw.part[i] = __ldg(reinterpret_cast<const uint4*>(from) + i);
  return __builtin_bit_cast(S, raw);
}

/// All of it including the padding, as it will be loaded.
template <class S>
__device__ void store(S* to, const S& value) {
  struct Raw {
    uint4 part[sizeof(S) / 16];
  };
  const Raw raw = __builtin_bit_cast(Raw, value);
#pragma unroll
  for (size_t i = 0; i < sizeof(raw) / 16; ++i) reinterpret_cast<uint4*>(to)[i] = raw.part[i];
}

/// Points in the order of a curve, and the data to find a place on it. Behind them come some at no place, to the end of a leaf: they are not nearer
/// than anything.
template <class T, int D>
struct OrderedPoints {
  uint32_t count = 0;
  Buffer<Packed<T, D>> points;
  Buffer<uint32_t> starts;  ///< narrow frames: where each cell's points begin, or would
  Buffer<uint64_t> codes;   ///< wide frames: each point's
};

/// Room for the points, and those behind.
template <class T, int D>
void makeRoom(uint32_t count, OrderedPoints<T, D>& ordered, cudaStream_t stream) {
  const size_t all = size_t(blocksFor(count, kLeaf)) * kLeaf;
  ordered.count = count;
  ordered.points = Buffer<Packed<T, D>>(all, stream);
  if (all > count) CUDA_CHECK(cudaMemsetAsync(ordered.points.data() + count, 0xff, (all - count) * sizeof(Packed<T, D>), stream));  // not a number
}

/// A point's cell among the counted ones, and how many points of the cell came before it.
struct Place {
  uint32_t cell, rank;
};

template <class T, int D>
__global__ void countCells(Strided<T> points, uint32_t count, int dimension, CodeFrame<T> frame, int bits, uint32_t* counts, Place* places) {
  const size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i >= count) return;
  uint32_t cell[D];
#pragma unroll
  for (int k = 0; k < D; ++k)
    if (k < dimension) cell[k] = cellOf(frame, k, points.at(i, k)) >> (frame.bits - bits);
  const uint32_t place = placeOnCurve<uint32_t>(cell, dimension, bits);
  const uint32_t lanes = __activemask(), lane = threadIdx.x % kWarp, first = __ffs(int(lanes)) - 1;
  if (__all_sync(lanes, place == __shfl_sync(lanes, place, int(first)))) {  // else equal points would queue up
    uint32_t before = 0;
    if (lane == first) before = atomicAdd(&counts[place], __popc(lanes));
    places[i] = {place, __shfl_sync(lanes, before, int(first)) + __popc(lanes & ((1u << lane) - 1))};
  } else places[i] = {place, atomicAdd(&counts[place], 1)};
}

/// Places first … end − 1 of the ordered points.
struct Stretch {
  uint32_t first, end;
  uint32_t size() const { return end - first; }
};

/// Two threads: where a share begins and ends, at the first cells that begin there or later. The same on all GPUs, as cells' counts are.
static __global__ void findStretch(const uint32_t* starts, uint32_t cells, uint32_t count, CurveShare share, uint32_t* ends) {
  const uint32_t part = share.part + threadIdx.x, wanted = uint32_t(uint64_t(count) * part / share.parts);
  uint32_t low = 0, high = cells;
  while (low < high) {
    const uint32_t half = low + (high - low) / 2;
    if (starts[half] < wanted) low = half + 1;
    else high = half;
  }
  ends[threadIdx.x] = low < cells && part < share.parts ? starts[low] : count;
}

inline Stretch stretchOf(const Buffer<uint32_t>& starts, uint32_t count, CurveShare share, cudaStream_t stream) {
  if (share.parts == 1) return {0, count};
  const Buffer<uint32_t> ends(2, stream);
  findStretch<<<1, 2, 0, stream>>>(starts.data(), uint32_t(starts.size()), count, share, ends.data());
  CUDA_CHECK_LAUNCH("findStretch");
  const std::vector<uint32_t> found = ends.download(2);
  return {found[0], found[1]};
}

/// Those of the stretch, which is all that `ordered` has.
template <class T, int D>
__global__ void scatterPoints(Strided<T> points, uint32_t count, int dimension, const Place* places, const uint32_t* starts, Stretch stretch,
                              Packed<T, D>* ordered) {
  const size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const Place place = places[i];
  const uint32_t at = starts[place.cell] + place.rank - stretch.first;  // beyond all where it comes before the stretch
  if (at >= stretch.end - stretch.first) return;
  Packed<T, D> point;
  point.index = uint32_t(i);
#pragma unroll
  for (int k = 0; k < D; ++k) point.x[k] = k < dimension ? points.at(i, k) : T(0);
  store(ordered + at, point);
}

/// The leaf of each of a tree's own points from the `first` on.
static __global__ void findOwnHomes(uint32_t first, uint32_t count, uint32_t* homes) {
  const size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < count) homes[i] = uint32_t((first + i) / kLeaf);
}

/// The leaf in which each point would lie, of a tree whose cells begin at `starts`.
template <class T, int D>
__global__ void findHomes(const Packed<T, D>* points, uint32_t count, int dimension, CodeFrame<T> frame, int bits, const uint32_t* starts,
                          uint32_t treeCount, uint32_t* homes) {
  const size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const Packed<T, D> point = load(points + i);
  uint32_t cell[D];
#pragma unroll
  for (int k = 0; k < D; ++k)
    if (k < dimension) cell[k] = cellOf(frame, k, point.x[k]) >> (frame.bits - bits);
  homes[i] = min(starts[placeOnCurve<uint32_t>(cell, dimension, bits)], treeCount - 1) / kLeaf;
}

inline constexpr uint32_t kWindowThreads = 256, kWindowEach = 8, kWindow = kWindowThreads * kWindowEach;

/// Dense cells, whose points are unordered: windows with many leaves inside one cell are sorted by the full codes.
template <class T, int D>
__global__ void __launch_bounds__(kWindowThreads) sortCrowded(Packed<T, D>* points, uint32_t count, int dimension, CodeFrame<T> frame, int bits) {
  using Sort = cub::BlockRadixSort<uint32_t, kWindowThreads, kWindowEach, uint32_t>;
  __shared__ typename Sort::TempStorage storage;
  const size_t begin = size_t(blockIdx.x) * kWindow;
  const auto cellsOf = [&](size_t i, uint32_t(&cell)[D]) {
#pragma unroll
    for (int k = 0; k < D; ++k)
      if (k < dimension) cell[k] = cellOf(frame, k, points[i].x[k]);
  };
  bool crowded = false;
  if (const size_t first = begin + threadIdx.x * kWindowEach; first + kWindowEach <= count) {
    uint32_t a[D], b[D];
    cellsOf(first, a);
    cellsOf(first + kWindowEach - 1, b);
    crowded = true;
#pragma unroll
    for (int k = 0; k < D; ++k)
      if (k < dimension) crowded = crowded && ((a[k] ^ b[k]) >> (frame.bits - bits)) == 0;
  }
  if (uint32_t(__syncthreads_count(crowded)) * 4 < kWindowThreads) return;
  uint32_t codes[kWindowEach], from[kWindowEach];
#pragma unroll
  for (uint32_t i = 0; i < kWindowEach; ++i) {
    from[i] = threadIdx.x * kWindowEach + i;
    codes[i] = ~0u;
    if (begin + from[i] < count) {
      uint32_t cell[D];
      cellsOf(begin + from[i], cell);
      codes[i] = placeOnCurve<uint32_t>(cell, dimension, frame.bits);
    }
  }
  Sort(storage).SortBlockedToStriped(codes, from);
  constexpr size_t kParts = sizeof(Packed<T, D>) / 16;
  uint4* const parts = reinterpret_cast<uint4*>(points);
  for (size_t part = 0; part < kParts; ++part) {
    uint4 moved[kWindowEach];
#pragma unroll
    for (uint32_t i = 0; i < kWindowEach; ++i)
      if (begin + from[i] < count) moved[i] = parts[(begin + from[i]) * kParts + part];
    __syncthreads();
#pragma unroll
    for (uint32_t i = 0; i < kWindowEach; ++i)
      if (const size_t to = begin + i * kWindowThreads + threadIdx.x; to < count) parts[to * kParts + part] = moved[i];
  }
}

/// In a sorted order.
template <class T, int D>
__global__ void packPoints(Strided<T> points, uint32_t count, int dimension, const uint32_t* order, Packed<T, D>* packed) {
  const size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i >= count) return;
  Packed<T, D> point;
  point.index = order[i];
#pragma unroll
  for (int k = 0; k < D; ++k) point.x[k] = k < dimension ? points.at(point.index, k) : T(0);
  store(packed + i, point);
}

/// The same by codes: the last leaf whose first one is not above.
template <class T, int D>
__global__ void findHomes(const uint64_t* codes, uint32_t count, const uint64_t* queryCodes, uint32_t queries, uint32_t* homes) {
  const size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i >= queries) return;
  const uint64_t code = queryCodes[i];
  uint32_t low = 0, high = (count - 1) / kLeaf + 1;
  while (high - low > 1) {
    const uint32_t half = low + (high - low) / 2;
    if (codes[size_t(half) * kLeaf] <= code) low = half;
    else high = half;
  }
  homes[i] = low;
}

/// Points of a narrow frame: counted in cells, then each that lies in the share written to its place.
template <class T, int D>
OrderedPoints<T, D> orderByCounting(const DevicePointSet<T>& points, const CodeFrame<T>& frame, int bits, CurveShare share, cudaStream_t stream) {
  const uint32_t n = points.size(), blocks = blocksFor(n, kBuildThreads);
  const int dimension = points.dimension();
  OrderedPoints<T, D> ordered;
  const Buffer<Place> places(n, stream);
  const size_t cells = size_t(1) << (bits * dimension);
  Buffer<uint32_t>& starts = ordered.starts = Buffer<uint32_t>(cells, stream);
  starts.clear();
  countCells<T, D><<<blocks, kBuildThreads, 0, stream>>>(points.view(), n, dimension, frame, bits, starts.data(), places.data());
  CUDA_CHECK_LAUNCH("countCells");
  withScratch(stream, [&](void* scratch, size_t& bytes) {
    return cub::DeviceScan::ExclusiveSum(scratch, bytes, starts.data(), starts.data(), int(cells), stream);
  });
  const Stretch stretch = stretchOf(starts, n, share, stream);
  makeRoom(stretch.size(), ordered, stream);
  if (stretch.size() == 0) return ordered;
  scatterPoints<T, D>
      <<<blocks, kBuildThreads, 0, stream>>>(points.view(), n, dimension, places.data(), starts.data(), stretch, ordered.points.data());
  CUDA_CHECK_LAUNCH("scatterPoints");
  if (frame.bits > bits) {
    sortCrowded<T, D>
        <<<blocksFor(stretch.size(), kWindow), kWindowThreads, 0, stream>>>(ordered.points.data(), stretch.size(), dimension, frame, bits);
    CUDA_CHECK_LAUNCH("sortCrowded");
  }
  return ordered;
}

template <class T, int D>
OrderedPoints<T, D> orderBySpace(const DevicePointSet<T>& points, const CodeFrame<T>& frame, int bits, CurveShare share, cudaStream_t stream) {
  if (!frame.wide) return orderByCounting<T, D>(points, frame, bits, share, stream);
  const uint32_t n = points.size(), blocks = blocksFor(n, kBuildThreads);
  SortedCodes sorted = sortBySpace<T>(points, frame, stream);
  OrderedPoints<T, D> ordered;
  makeRoom(n, ordered, stream);
  packPoints<T, D><<<blocks, kBuildThreads, 0, stream>>>(points.view(), n, points.dimension(), sorted.order.data(), ordered.points.data());
  CUDA_CHECK_LAUNCH("packPoints");
  ordered.codes = std::move(sorted.codes);
  return ordered;
}

/// For each query the leaf of `tree` in which it would lie; both are ordered with the same frame and bits.
template <class T, int D>
Buffer<uint32_t> homesOf(const OrderedPoints<T, D>& queries, const OrderedPoints<T, D>& tree, int dimension, const CodeFrame<T>& frame, int bits,
                         cudaStream_t stream) {
  const uint32_t m = queries.count, n = tree.count, blocks = blocksFor(m, kBuildThreads);
  Buffer<uint32_t> homes(m, stream);
  if (m == 0) return homes;
  if (frame.wide) findHomes<T, D><<<blocks, kBuildThreads, 0, stream>>>(tree.codes.data(), n, queries.codes.data(), m, homes.data());
  else findHomes<T, D><<<blocks, kBuildThreads, 0, stream>>>(queries.points.data(), m, dimension, frame, bits, tree.starts.data(), n, homes.data());
  CUDA_CHECK_LAUNCH("findHomes");
  return homes;
}

template <class T>
__device__ T lowerOf(T value, int lanes) {
  const T other = __shfl_xor_sync(kAllLanes, value, lanes);
  return other < value ? other : value;
}

/// Smallest box over those of each kLanes lanes, in all of them.
template <uint32_t kLanes, class T, int D>
__device__ void joinBoxes(Box<T, D>& box) {
#pragma unroll
  for (int k = 0; k < D; ++k)
    for (int lanes = kLanes / 2; lanes > 0; lanes /= 2) {
      box.low[k] = lowerOf(box.low[k], lanes);
      box.high[k] = -lowerOf(-box.high[k], lanes);
    }
}

template <class T, int D>
__device__ Box<T, D> boxOf(const Packed<T, D>& point) {
  Box<T, D> box;
#pragma unroll
  for (int k = 0; k < D; ++k) box.low[k] = box.high[k] = point.x[k];
  return box;
}

template <class T, int D>
__global__ void boundLeaves(const Packed<T, D>* points, uint32_t count, Box<T, D>* leaves) {
  const size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i / kWarp * kWarp >= count) return;
  Box<T, D> box = boxOf(points[i < count ? i : count - 1]);
  joinBoxes<kLeaf>(box);
  if (i % kLeaf == 0 && i < count) store(leaves + i / kLeaf, box);
}

template <class T, int D>
__global__ void groupBoxes(const Box<T, D>* children, uint32_t count, Box<T, D>* parents) {
  const size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i / kWarp * kWarp >= count) return;
  Box<T, D> box = children[i < count ? i : count - 1];
  joinBoxes<kFan>(box);
  if (i % kWarp == 0) store(parents + i / kWarp, box);
}

}  // namespace arete::cuda
