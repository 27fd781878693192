// Searches the tree of boxes: a warp goes down it for 32 queries that lie together, one query per lane.
#pragma once

#include "compute/gpu/warp.cuh"
#include "compute/neighbours/knn/tree_walk.cuh"

namespace arete::cuda {

/// K keys in registers, in order.
template <class T, int K>
struct ShortList {
  Key<T> keys[K];
  /// Looks for k ≤ K: slots before the last k hold 0, which nothing displaces.
  __device__ explicit ShortList(uint32_t k) {
#pragma unroll
    for (int i = 0; i < K; ++i) keys[i] = i < K - int(k) ? Key<T>(0) : noKey<T>();
  }
  __device__ Key<T> last() const { return keys[K - 1]; }
  /// `key` is below last().
  __device__ void insert(Key<T> key) {
#pragma unroll
    for (int i = K - 1; i > 0; --i) keys[i] = key < keys[i - 1] ? keys[i - 1] : key < keys[i] ? key : keys[i];
    if (key < keys[0]) keys[0] = key;
  }
};

inline constexpr uint32_t kPacketThreads = 128;
inline constexpr uint32_t kWaiting = kLeaf + 8;  // keys that a lane has room for before they must be inserted

/// One query per lane. The warp shares the way through the tree; each lane looks into the leaves that it needs.
template <class T, int D, int K>
struct PacketVisitor {
  const TreeView<T, D>& tree;
  Packed<T, D> query;
  uint32_t leftOut;
  ShortList<T, K> list;
  Key<T>* store;  ///< the lane's, in shared memory, kPacketThreads apart
  uint32_t firstHome = 0, homes = 0, waiting = 0;

  __device__ Box<T, D> box() const {
    Box<T, D> box = boxOf(query);
    joinBoxes<kWarp>(box);
    return box;
  }
  __device__ Bits<T> bound() const { return largest(bitsOf<T>(list.last())); }

  /// The leaves around the query's own, so that bounds are small when the walk begins.
  __device__ void visitHome(uint32_t home) {
    constexpr uint32_t kHomes = (K + 15) / kLeaf + 1;
    homes = min(kHomes, tree.sizes[0]);
    firstHome = min(home - min(home, kHomes / 2), tree.sizes[0] - homes);
    for (uint32_t i = 0; i < homes; ++i) scan(firstHome + i, true);
    insertWaiting();
  }

  __device__ bool mayHold(uint32_t leaf) const {
    return std::bit_cast<Bits<T>>(gapBetween(load(tree.boxes[0] + leaf), boxOf(query))) <= bitsOf<T>(list.last());
  }

  /// The leaves first + b of all bits b of `live`.
  __device__ void visit(uint32_t first, uint32_t live) {
    uint32_t mine = 0;
    for (; live != 0; live &= live - 1) {
      const uint32_t bit = __ffs(int(live)) - 1;
      if (mayHold(first + bit) && first + bit - firstHome >= homes) mine |= 1u << bit;
    }
    while (__any_sync(kAllLanes, mine != 0)) {
      scan(first + (mine != 0 ? __ffs(int(mine)) - 1 : 0), mine != 0);
      mine &= mine - 1;
    }
    insertWaiting();
  }

  __device__ void scan(uint32_t leaf, bool wanted) {
    if (wanted) {
      const size_t begin = size_t(leaf) * kLeaf;
      const uint32_t end = tree.count - begin < kLeaf ? uint32_t(tree.count - begin) : kLeaf;
#pragma unroll
      for (uint32_t i = 0; i < kLeaf; ++i)
        if (i < end) offer(load(tree.points + begin + i));
    }
    if constexpr (K > 1)
      if (__any_sync(kAllLanes, waiting > kWaiting - kLeaf)) insertWaiting();
  }

  __device__ void offer(const Packed<T, D>& point) {
    const Key<T> key = makeKey(shared::squaredDistance<D>(query.x, point.x), point.index);
    if (key < list.last() && point.index != leftOut) {
      if constexpr (K == 1) list.keys[0] = key;
      else store[waiting++ * kPacketThreads] = key;
    }
  }

  /// Lanes insert their finds together: inserting each at once would keep a few lanes busy while the others wait, point after point.
  __device__ void insertWaiting() {
    if constexpr (K > 1) {
      for (uint32_t i = 0; __any_sync(kAllLanes, i < waiting); ++i) {
        const Key<T> key = i < waiting ? store[i * kPacketThreads] : noKey<T>();
        if (key < list.last()) list.insert(key);
      }
      waiting = 0;
    }
  }

  /// Four at a time where rows allow it: a row is written by one lane, and others' rows lie elsewhere.
  __device__ void write(size_t row, const DeviceAnswer<T>& answer) const {
    const int skipped = K - int(answer.k);
    if constexpr (K % 4 == 0 && sizeof(T) == 4)
      if (answer.k % 4 == 0) {
#pragma unroll
        for (int i = 0; i < K; i += 4)
          if (i >= skipped) {
            const size_t place = row * answer.k + (i - skipped);
            const Key<T>* const four = list.keys + i;
            *reinterpret_cast<uint4*>(answer.indices + place) = {uint32_t(four[0]), uint32_t(four[1]), uint32_t(four[2]), uint32_t(four[3])};
            *reinterpret_cast<uint4*>(answer.squared + place) = {bitsOf<T>(four[0]), bitsOf<T>(four[1]), bitsOf<T>(four[2]), bitsOf<T>(four[3])};
          }
        return;
      }
#pragma unroll
    for (int i = 0; i < K; ++i)
      if (i >= skipped) answer.write(row * answer.k + (i - skipped), list.keys[i]);
  }
};

/// `homes`: per query, or null where the queries are the tree's own points.
template <class T, int D, int K>
__global__ void __launch_bounds__(kPacketThreads)
    searchPackets(const __grid_constant__ TreeView<T, D> tree, const Packed<T, D>* queries, uint32_t count, uint32_t firstPacket, uint32_t packets,
                  const uint32_t* homes, uint32_t firstLeftOut, bool excludeSelf, Budget* budget, const __grid_constant__ SharedAnswer<T> answer) {
  __shared__ Key<T> store[K > 1 ? kWaiting * kPacketThreads : 1];
  const uint32_t packet = firstPacket + (blockIdx.x * kPacketThreads + threadIdx.x) / kWarp;
  if (packet >= packets) return;
  if (!__shfl_sync(kAllLanes, threadIdx.x % kWarp == 0 ? inTime(budget, packets - packet) : true, 0)) return;
  const size_t at = size_t(packet) * kWarp + threadIdx.x % kWarp, place = at < count ? at : count - 1;
  PacketVisitor<T, D, K> visitor{tree, load(queries + place), UINT32_MAX, ShortList<T, K>(answer.of[0].k), store + threadIdx.x};
  const uint32_t row = visitor.query.index;
  if (excludeSelf) visitor.leftOut = firstLeftOut + row;
  visitor.visitHome(homes != nullptr ? homes[place] : uint32_t(place / kLeaf));
  walk(tree, visitor);
  const uint32_t owner = row / answer.rowsEach;
  if (at < count) visitor.write(row - owner * answer.rowsEach, answer.of[owner]);
}

}  // namespace arete::cuda
