// Searches the tree of boxes for one query per warp, with a list that is too long for registers.
#pragma once

#include "compute/gpu/warp.cuh"
#include "compute/neighbours/knn/tree_walk.cuh"

namespace arete::cuda {

/// Lanes take points of several leaves; candidates are collected in shared memory and sorted into the list when it is full.
template <class T, int D>
struct LongVisitor {
  const TreeView<T, D>& tree;
  Packed<T, D> query;
  uint32_t leftOut, k, size, filled;
  Key<T>*list, *buffer;
  Key<T> worst;
  uint32_t firstHome = 0, homes = 0;

  __device__ Box<T, D> box() const { return boxOf(query); }
  __device__ Bits<T> bound() const { return bitsOf<T>(worst); }

  /// Enough leaves around the query's own to fill the list.
  __device__ void visitHome(uint32_t home) {
    const uint32_t wanted = k / kLeaf + 4;
    homes = min(wanted, tree.sizes[0]);
    firstHome = min(home - min(home, wanted / 2), tree.sizes[0] - homes);
    const size_t begin = size_t(firstHome) * kLeaf, end = begin + homes * kLeaf;
    for (size_t at = begin; at < end; at += kWarp) offer(at + threadIdx.x % kWarp, end);
    flush();
  }

  /// The leaves first + b of all bits b of `live`.
  __device__ void visit(Turn turn, uint32_t first, uint32_t live) {
    if (turn == Turn::last) return flush();
    if (turn == Turn::first) return;
    const uint32_t lane = threadIdx.x % kWarp;
    live &= ~__ballot_sync(kAllLanes, first + lane - firstHome < homes);
    while (live != 0) {
      uint32_t own = live;
      for (uint32_t i = 0; i < kWarp / kLeaf; ++i) {
        if (i < lane / kLeaf) own &= own - 1;
        live &= live - 1;
      }
      const size_t leaf = first + (own != 0 ? __ffs(int(own)) - 1 : 0);
      offer(leaf * kLeaf + lane % kLeaf, own != 0 ? tree.count : 0);
    }
  }

  /// The lane's point, if it is below `end`.
  __device__ void offer(size_t at, size_t end) {
    Key<T> key = noKey<T>();
    if (at < end && at < tree.count) {
      const Packed<T, D> point = load(tree.points + at);
      if (point.index != leftOut) key = makeKey(shared::squaredDistance<D>(query.x, point.x), point.index);
    }
    const bool wanted = key < worst;
    const uint32_t lanes = __ballot_sync(kAllLanes, wanted);
    if (wanted) buffer[filled + __popc(lanes & ((1u << threadIdx.x % kWarp) - 1))] = key;
    filled += __popc(lanes);
    __syncwarp();
    if (filled > size - kWarp) flush();
  }

  /// Halves that are compared `distance` apart; `descending`: the larger first.
  __device__ void exchange(Key<T>* keys, uint32_t distance, uint32_t run, bool descending) {
    for (uint32_t pair = threadIdx.x % kWarp; pair < size / 2; pair += kWarp) {
      const uint32_t low = 2 * pair - (pair & (distance - 1)), high = low + distance;
      const bool down = descending != ((low & run) != 0);
      const Key<T> a = keys[low], b = keys[high];
      if (down ? a < b : b < a) {
        keys[low] = b;
        keys[high] = a;
      }
    }
    __syncwarp();
  }

  __device__ void flush() {
    const uint32_t lane = threadIdx.x % kWarp;
    for (uint32_t i = filled + lane; i < size; i += kWarp) buffer[i] = noKey<T>();
    __syncwarp();
    for (uint32_t run = 2; run <= size; run *= 2)
      for (uint32_t distance = run / 2; distance > 0; distance /= 2) exchange(buffer, distance, run < size ? run : 0, true);
    for (uint32_t i = lane; i < size; i += kWarp)
      if (buffer[i] < list[i]) list[i] = buffer[i];
    __syncwarp();
    for (uint32_t distance = size / 2; distance > 0; distance /= 2) exchange(list, distance, 0, false);
    worst = list[k - 1];
    filled = 0;
    __syncwarp();
  }
};

inline constexpr uint32_t kMostLongWarps = 4;  // of a block

/// Shared memory: for each warp two arrays of `size` keys, a power of two that is at least k and 64. Queries firstQuery … count − 1.
template <class T, int D>
__global__ void __launch_bounds__(kWarp* kMostLongWarps)
    searchLong(const __grid_constant__ TreeView<T, D> tree, const Packed<T, D>* queries, uint32_t count, uint32_t firstQuery, const uint32_t* homes,
               uint32_t firstLeftOut, bool excludeSelf, uint32_t size, Budget* budget, const __grid_constant__ SharedAnswer<T> answer) {
  extern __shared__ uint4 memory[];
  const uint32_t lane = threadIdx.x % kWarp, warp = threadIdx.x / kWarp, place = firstQuery + blockIdx.x * (blockDim.x / kWarp) + warp;
  if (place >= count) return;
  if (!__shfl_sync(kAllLanes, lane == 0 ? inTime(budget, count - place) : true, 0)) return;
  Key<T>* const list = reinterpret_cast<Key<T>*>(memory) + size_t(warp) * 2 * size;
  for (uint32_t i = lane; i < size; i += kWarp) list[i] = noKey<T>();
  __syncwarp();
  LongVisitor<T, D> visitor{tree, load(queries + place), UINT32_MAX, answer.of[0].k, size, 0, list, list + size, noKey<T>()};
  const uint32_t row = visitor.query.index;
  if (excludeSelf) visitor.leftOut = firstLeftOut + row;
  visitor.visitHome(homes != nullptr ? homes[place] : place / kLeaf);
  walk(tree, visitor);
  const uint32_t owner = row / answer.rowsEach;
  const DeviceAnswer<T>& of = answer.of[owner];
  const size_t first = size_t(row - owner * answer.rowsEach) * of.k;
  for (uint32_t i = lane; i < of.k; i += kWarp) of.write(first + i, list[i]);
}

}  // namespace arete::cuda
