// Searching the tree of boxes: a warp goes through it for 32 queries that lie together, or for one query with a long list.
#pragma once

#include "compute/cuda/knn/tree_build.cuh"

namespace arete::cuda {

inline constexpr int kMostLevels = 7;  // 32⁷ leaves

template <class T, int D>
struct TreeView {
  const Packed<T, D>* points;
  uint32_t count;
  int levels;
  const Box<T, D>* boxes[kMostLevels];  ///< level 0: the leaves
  uint32_t sizes[kMostLevels];
};

/// Squared distance between two boxes, or less: no query in one is nearer to a point in the other, as rounding is monotone and sums are
/// taken in the same order.
template <class T, int D>
__device__ T gapBetween(const Box<T, D>& a, const Box<T, D>& b) {
  T sum = T(0);
#pragma unroll
  for (int k = 0; k < D; ++k) {
    const T above = a.low[k] - b.high[k], below = b.low[k] - a.high[k];
    const T gap = above > T(0) ? above : below > T(0) ? below : T(0);
    sum = sum + gap * gap;
  }
  return sum;
}

__device__ inline uint32_t warpMaximum(uint32_t value) {
#if __CUDA_ARCH__ >= 800
  return __reduce_max_sync(0xffffffffu, value);
#else
  for (int lanes = 16; lanes > 0; lanes /= 2) value = max(value, __shfl_xor_sync(0xffffffffu, value, lanes));
  return value;
#endif
}
__device__ inline uint64_t warpMaximum(uint64_t value) {
  for (int lanes = 16; lanes > 0; lanes /= 2) value = max(value, __shfl_xor_sync(0xffffffffu, value, lanes));
  return value;
}

/// When a launch began, and from which packet on it gave up: kernels end in time, whatever the points are like. Nanoseconds.
struct Budget {
  unsigned long long begin;
  uint32_t unfinished;
};
inline constexpr unsigned long long kBudget_ns = 40'000'000;

/// Called by a warp's lane 0 before it starts with work number `item`: false when the time is over. What is not started is launched again.
__device__ inline bool inTime(Budget* budget, uint32_t item) {
  unsigned long long now;
  asm volatile("mov.u64 %0, %globaltimer;" : "=l"(now));
  if (blockIdx.x == 0) *reinterpret_cast<volatile unsigned long long*>(&budget->begin) = now;
  const unsigned long long begin = *reinterpret_cast<volatile unsigned long long*>(&budget->begin);
  if (begin == 0 || now < begin + kBudget_ns) return true;
  atomicMin(&budget->unfinished, item);
  return false;
}

/// Goes through the tree nearest box first among siblings. Visitor: box(), the queries' box; bound(), the bits of the largest squared distance
/// that still matters, the same in all lanes; visit(leaf), called by all lanes. The leaves around `home` are visited first, so that the bound
/// is small when the walk begins.
template <class T, int D, class Visitor>
__device__ void traverse(const TreeView<T, D>& tree, uint32_t home, Visitor& visitor) {
  const uint32_t lane = threadIdx.x % 32;
  uint32_t open[kMostLevels], first[kMostLevels];
  Bits<T> gaps[kMostLevels];
#ifndef AROUND
#define AROUND 1
#endif
  const uint32_t firstHome = home > AROUND ? home - AROUND : 0, lastHome = min(home + AROUND, tree.sizes[0] - 1);
  visitor.visit(home);
  for (uint32_t leaf = firstHome; leaf <= lastHome; ++leaf)
    if (leaf != home) visitor.visit(leaf);
  Bits<T> bound = visitor.bound();
  const Box<T, D> box = visitor.box();
  int level = tree.levels - 1;
  const auto enter = [&](uint32_t from) {
    const uint32_t child = from + lane;
    gaps[level] = ~Bits<T>(0);
    if (child < tree.sizes[level]) gaps[level] = std::bit_cast<Bits<T>>(gapBetween(tree.boxes[level][child], box));
    open[level] = __ballot_sync(0xffffffffu, child < tree.sizes[level] && !(level == 0 && child >= firstHome && child <= lastHome));
    first[level] = from;
  };
  enter(0);
  while (level < tree.levels) {
    const uint32_t live = open[level] & __ballot_sync(0xffffffffu, gaps[level] <= bound);
    if (live == 0) {
      ++level;
      continue;
    }
    const bool mine = live >> lane & 1;
    const uint32_t order = uint32_t(gaps[level] >> (8 * sizeof(T) - 32));
    const uint32_t nearest = ~warpMaximum(mine ? ~order : 0u);
    const uint32_t candidates = __ballot_sync(0xffffffffu, mine && order == nearest);
    const int next = __ffs(int(candidates != 0 ? candidates : live)) - 1;
    open[level] = live & ~(1u << next);
    const uint32_t child = first[level] + next;
    if (level == 0) {
      visitor.visit(child);
      bound = visitor.bound();
    } else {
      --level;
      enter(child * kFan);
    }
  }
}

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
#ifndef STRIDE
#define STRIDE 4
#endif
inline constexpr uint32_t kStride = STRIDE;        // points that go by between two looks at who has no more room
inline constexpr uint32_t kWaiting = kStride + 8;  // keys that a lane has room for before they must be inserted

/// A query a lane. A leaf's points go by in front of all lanes.
template <class T, int D, int K>
struct PacketVisitor {
  const TreeView<T, D>& tree;
  Packed<T, D> query;
  uint32_t leftOut;
  ShortList<T, K> list;
  Key<T>* store;  ///< the lane's, in shared memory, kPacketThreads apart
  uint32_t waiting = 0;

  __device__ Box<T, D> box() const {
    Box<T, D> box;
#pragma unroll
    for (int k = 0; k < D; ++k) {
      box.low[k] = box.high[k] = query.x[k];
      for (int lanes = 16; lanes > 0; lanes /= 2) {
        box.low[k] = lowerOf(box.low[k], lanes);
        box.high[k] = -lowerOf(-box.high[k], lanes);
      }
    }
    return box;
  }
  __device__ Bits<T> bound() const { return warpMaximum(bitsOf<T>(list.last())); }

  __device__ void visit(uint32_t leaf) {
    Box<T, D> own;
#pragma unroll
    for (int k = 0; k < D; ++k) own.low[k] = own.high[k] = query.x[k];
    const Bits<T> gap = std::bit_cast<Bits<T>>(gapBetween(tree.boxes[0][leaf], own));
    if (__ballot_sync(0xffffffffu, gap <= bitsOf<T>(list.last())) == 0) return;
    const uint32_t begin = leaf * kLeaf, end = min(begin + kLeaf, tree.count);
    const Packed<T, D>* const points = tree.points + begin;
    for (uint32_t first = 0; first < end - begin; first += kStride) {
      if (end - begin == kLeaf) {
#pragma unroll
        for (uint32_t i = 0; i < kStride; ++i) offer(load(points + first + i));
      } else
        for (uint32_t i = 0; i < kStride && first + i < end - begin; ++i) offer(load(points + first + i));
      if constexpr (K > 1)
        if (__any_sync(0xffffffffu, waiting > kWaiting - kStride)) insertWaiting();
    }
    if constexpr (K > 1) insertWaiting();
  }

  __device__ void offer(const Packed<T, D>& point) {
    const Key<T> key = makeKey(shared::squaredDistance<D>(query.x, point.x), point.index);
    if (key < list.last() && point.index != leftOut) {
      if constexpr (K == 1) list.keys[0] = key;
      else store[waiting++ * kPacketThreads] = key;
    }
  }

  /// Lanes insert what they found at the same time: inserting at once would have a few lanes busy and the others wait, point after point.
  __device__ void insertWaiting() {
    for (uint32_t i = 0; __any_sync(0xffffffffu, i < waiting); ++i) {
      const Key<T> key = i < waiting ? store[i * kPacketThreads] : noKey<T>();
      if (key < list.last()) list.insert(key);
    }
    waiting = 0;
  }
};

template <class T, int D, int K>
#ifndef MINB
#define MINB 1
#endif
__global__ void __launch_bounds__(kPacketThreads, MINB)
    searchPackets(const __grid_constant__ TreeView<T, D> tree, const Packed<T, D>* queries, uint32_t count, uint32_t firstPacket,
                  const uint32_t* homes, uint32_t firstLeftOut, bool excludeSelf, Budget* budget, DeviceAnswer<T> answer) {
  __shared__ Key<T> store[K > 1 ? kWaiting * kPacketThreads : 1];
  const uint32_t packet = firstPacket + (blockIdx.x * kPacketThreads + threadIdx.x) / 32;
  const size_t place = size_t(packet) * 32 + threadIdx.x % 32;
  if (size_t(packet) * 32 >= count) return;
  if (!__shfl_sync(0xffffffffu, threadIdx.x % 32 == 0 ? inTime(budget, packet) : true, 0)) return;
  PacketVisitor<T, D, K> visitor{tree, load(queries + (place < count ? place : count - 1)), UINT32_MAX, ShortList<T, K>(answer.k),
                                 store + threadIdx.x};
  const size_t row = visitor.query.index;
  if (excludeSelf) visitor.leftOut = uint32_t(firstLeftOut + row);
  traverse(tree, homes != nullptr ? homes[packet] : packet * (kFan / kLeaf), visitor);
  if (place >= count) return;
#pragma unroll
  for (int i = 0; i < K; ++i) {
    const int rank = i - (K - int(answer.k));
    if (rank >= 0) answer.write(row * answer.k + rank, visitor.list.keys[i]);
  }
}

/// One query a warp: lanes take a leaf's points, candidates gather in shared memory and are sorted into the list when there is no more room.
template <class T, int D>
struct LongVisitor {
  const TreeView<T, D>& tree;
  Packed<T, D> query;
  uint32_t leftOut, k, size, filled;
  Key<T>*list, *buffer;
  Key<T> worst;

  __device__ Box<T, D> box() const {
    Box<T, D> own;
#pragma unroll
    for (int i = 0; i < D; ++i) own.low[i] = own.high[i] = query.x[i];
    return own;
  }
  __device__ Bits<T> bound() const { return bitsOf<T>(worst); }

  __device__ void visit(uint32_t leaf) {
    const uint32_t lane = threadIdx.x % 32;
    const size_t at = size_t(leaf) * kLeaf + lane;
    Key<T> key = noKey<T>();
    if (lane < kLeaf && at < tree.count) {
      const Packed<T, D> point = load(tree.points + at);
      if (point.index != leftOut) key = makeKey(shared::squaredDistance<D>(query.x, point.x), point.index);
    }
    const bool wanted = key < worst;
    const uint32_t lanes = __ballot_sync(0xffffffffu, wanted);
    if (wanted) buffer[filled + __popc(lanes & ((1u << lane) - 1))] = key;
    filled += __popc(lanes);
    __syncwarp();
    if (filled > size - 32) flush();
  }

  /// Halves that are compared `distance` apart; `descending`: the larger first.
  __device__ void exchange(Key<T>* keys, uint32_t distance, uint32_t run, bool descending) {
    for (uint32_t pair = threadIdx.x % 32; pair < size / 2; pair += 32) {
      const uint32_t low = pair / distance * 2 * distance + pair % distance, high = low + distance;
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
    const uint32_t lane = threadIdx.x % 32;
    for (uint32_t i = filled + lane; i < size; i += 32) buffer[i] = noKey<T>();
    __syncwarp();
    for (uint32_t run = 2; run <= size; run *= 2)
      for (uint32_t distance = run / 2; distance > 0; distance /= 2) exchange(buffer, distance, run < size ? run : 0, true);
    for (uint32_t i = lane; i < size; i += 32)
      if (buffer[i] < list[i]) list[i] = buffer[i];
    __syncwarp();
    for (uint32_t distance = size / 2; distance > 0; distance /= 2) exchange(list, distance, 0, false);
    worst = list[k - 1];
    filled = 0;
    __syncwarp();
  }
};

/// Shared memory: two arrays of `size` keys, a power of two that is at least k and 64.
template <class T, int D>
__global__ void __launch_bounds__(32)
    searchLong(const __grid_constant__ TreeView<T, D> tree, const Packed<T, D>* queries, uint32_t firstQuery, const uint32_t* homes,
               uint32_t firstLeftOut, bool excludeSelf, uint32_t size, Budget* budget, DeviceAnswer<T> answer) {
  extern __shared__ uint4 memory[];
  Key<T>* const list = reinterpret_cast<Key<T>*>(memory);
  const uint32_t place = firstQuery + blockIdx.x;
  if (!__shfl_sync(0xffffffffu, threadIdx.x == 0 ? inTime(budget, place) : true, 0)) return;
  for (uint32_t i = threadIdx.x; i < size; i += 32) list[i] = noKey<T>();
  __syncwarp();
  LongVisitor<T, D> visitor{tree, load(queries + place), UINT32_MAX, answer.k, size, 0, list, list + size, noKey<T>()};
  const size_t row = visitor.query.index;
  if (excludeSelf) visitor.leftOut = uint32_t(firstLeftOut + row);
  traverse(tree, homes != nullptr ? homes[place / 32] : place / kLeaf, visitor);
  visitor.flush();
  for (uint32_t i = threadIdx.x; i < answer.k; i += 32) answer.write(row * answer.k + i, list[i]);
}

}  // namespace arete::cuda
