// Searches the tree of boxes: a warp goes down it for 32 queries that lie together, one query per lane.
#pragma once

#include <algorithm>

#include "compute/gpu/warp.cuh"
#include "compute/neighbours/knn/nearest_squares.cuh"
#include "compute/neighbours/knn/tree_walk.cuh"

namespace arete::cuda {

/// How the lanes of a warp keep what they find. A list of one is a key. Longer lists are distances in registers, and keys in shared memory, where
/// those that may be among the K nearest wait until room is short.
template <int K>
struct PacketShape {
  static constexpr uint32_t kThreads = K <= 20 ? 128 : 64;
  static constexpr uint32_t kHomes = (K + 15) / kLeaf + 1;                         ///< leaves that a walk begins with
  static constexpr uint32_t kRoom = K == 1 ? 1 : K <= 8 ? 24 : K <= 20 ? 40 : 56;  ///< points of a lane
};

/// One query per lane. The warp shares the way through the tree; each lane looks into the leaves that it needs.
template <class T, int D, int K>
struct PacketVisitor {
  using Shape = PacketShape<K>;
  static constexpr uint32_t kThreads = Shape::kThreads;
  static constexpr uint32_t kNone = UINT32_MAX;
  static constexpr size_t kLoaded_bytes = 128;
  static constexpr uint32_t kMostWaiting = 8;  ///< leaves that a lane has room for before they must be looked into
  static constexpr int kBusyLanes = 14;        ///< fewer wait until more lanes have a leaf to look into
  static constexpr uint32_t kFewToInsert = 3;  ///< one by one; more are joined

  struct Room {
    Key<T> keys[Shape::kRoom * kThreads];
    uint32_t leaves[kMostWaiting * kThreads];
  };

  const TreeView<T, D>& tree;
  Packed<T, D> query;
  uint32_t leftOut, k;
  NearestSquares<T, K> nearest;
  Room& room;
  Key<T> worst = makeKey(std::numeric_limits<T>::infinity(), UINT32_MAX);  ///< only smaller keys can be among the nearest
  uint32_t firstHome, homes;  ///< the leaves around the query's own, so that bounds are small when the walk begins
  // Places behind what the lane has in its room, and behind what of it is in order.
  uint32_t found = threadIdx.x, joined = threadIdx.x, waiting = threadIdx.x;

  __device__ PacketVisitor(const TreeView<T, D>& tree, const Packed<T, D>& query, uint32_t leftOut, uint32_t k, uint32_t home, Room& room)
      : tree(tree), query(query), leftOut(leftOut), k(k), nearest(k), room(room), homes(min(Shape::kHomes, tree.sizes[0])) {
    firstHome = min(home - min(home, Shape::kHomes / 2), tree.sizes[0] - homes);
  }

  __device__ Box<T, D> box() const {
    Box<T, D> box = boxOf(query);
    joinBoxes<kWarp>(box);
    return box;
  }
  __device__ Bits<T> bound() const { return largest(bitsOf<T>(worst)); }

  __device__ void visit(Turn turn, uint32_t first, uint32_t live) {
    uint32_t mine = neededOf(first, live);
    if (turn == Turn::first) first = firstHome, mine = (1u << homes) - 1;
    const int least = turn == Turn::leaves ? kBusyLanes : 1;
    while (true) {
      const bool isFull = __any_sync(kAllLanes, before(waiting) + __popc(mine) > kMostWaiting);
      const bool isOver = !isFull && __popc(__ballot_sync(kAllLanes, mine != 0 || before(waiting) > 0)) < least;
      if (isOver || isShort()) makeRoom();
      if (isOver) break;
      uint32_t leaf = kNone;
      if (mine != 0) leaf = takeFrom(mine, first);
      else if (before(waiting) > 0) leaf = room.leaves[waiting -= kThreads];
      if (leaf != kNone) scan(leaf);
    }
    for (; __any_sync(kAllLanes, mine != 0);)
      if (mine != 0) room.leaves[waiting] = takeFrom(mine, first), waiting += kThreads;
  }

  /// first + b of one of the bits b, which is cleared.
  __device__ static uint32_t takeFrom(uint32_t& bits, uint32_t first) {
    const uint32_t bit = __ffs(int(bits)) - 1;
    bits &= bits - 1;
    return first + bit;
  }

  /// The bits b of `live` whose leaf first + b may hold what the lane needs.
  __device__ uint32_t neededOf(uint32_t first, uint32_t live) const {
    uint32_t needed = 0;
    const auto look = [&](uint32_t bit, const Box<T, D>& box) {
      if (std::bit_cast<Bits<T>>(gapTo(box, query)) <= bitsOf<T>(worst)) needed |= 1u << bit;
    };
    while (live != 0) {  // two at once: their loads do not wait for each other
      const uint32_t one = __ffs(int(live)) - 1;
      live &= live - 1;
      const uint32_t other = live != 0 ? __ffs(int(live)) - 1 : one;
      live &= live - 1;
      const Box<T, D> box = load(tree.boxes[0] + first + one), otherBox = load(tree.boxes[0] + first + other);
      look(one, box);
      look(other, otherBox);
    }
    const int shift = int(firstHome - first);
    const uint32_t own = (1u << homes) - 1;
    return needed & ~(shift >= 0 ? __funnelshift_lc(0, own, uint32_t(shift)) : __funnelshift_rc(own, 0, uint32_t(-shift)));
  }

  /// Some points at once: their loads do not wait for each other.
  __device__ void scan(uint32_t leaf) {
    constexpr uint32_t kAtOnce = std::clamp<uint32_t>(kLoaded_bytes / sizeof(Packed<T, D>), 1, kLeaf);
    const Packed<T, D>* const points = tree.points + size_t(leaf) * kLeaf;
#pragma unroll
    for (uint32_t from = 0; from < kLeaf; from += kAtOnce) {
      Packed<T, D> some[kAtOnce];
#pragma unroll
      for (uint32_t i = 0; i < kAtOnce; ++i) some[i] = load(points + from + i);
#pragma unroll
      for (uint32_t i = 0; i < kAtOnce; ++i) offer(some[i]);
    }
  }

  __device__ void offer(const Packed<T, D>& point) {
    const Key<T> key = makeKey(shared::squaredDistance<D>(query.x, point.x), point.index);
    if (!(key < worst) || point.index == leftOut) return;
    if constexpr (K == 1) worst = key;
    else room.keys[found] = key, found += kThreads;
  }

  /// How many places of a lane come before this one.
  __device__ static uint32_t before(uint32_t place) { return place / kThreads; }

  /// Whether some lane has no room for the points of another leaf.
  __device__ bool isShort() const { return K > 1 && __any_sync(kAllLanes, before(found) > Shape::kRoom - kLeaf); }
  __device__ void makeRoom() {
    if constexpr (K > 1) {
      joinFound();
      if (isShort()) dropFar();
      if (isShort()) dropTies();
    }
  }

  /// What was found since is brought into order, by all lanes: one lane at a time would keep the others waiting.
  __device__ void joinFound() {
    constexpr int kTogether = NearestSquares<T, K>::kTogether;
    const auto next = [&] {
      const T squared = joined < found ? squaredOf<T>(room.keys[joined]) : std::numeric_limits<T>::infinity();
      joined += kThreads;
      return squared;
    };
    uint32_t most = largest(before(found - joined));
    for (; most > kFewToInsert; most -= min(most, uint32_t(kTogether))) {
      T more[kTogether];
#pragma unroll
      for (int i = 0; i < kTogether; ++i) more[i] = next();
      nearest.join(more);
    }
    for (; most > 0; --most) nearest.insert(next());
    joined = found;
    const Key<T> bound = makeKey(nearest.last(), UINT32_MAX);
    if (bound < worst) worst = bound;
  }

  __device__ void dropFar() {
    const uint32_t most = largest(before(found));
    uint32_t kept = threadIdx.x, place = kept;
    for (uint32_t i = 0; i < most; ++i, place += kThreads)
      if (place < found)
        if (const Key<T> key = room.keys[place]; key <= worst) room.keys[kept] = key, kept += kThreads;
    found = joined = kept;
  }

  /// Many points as far away as the last of the nearest: those of lower index are nearer.
  __device__ void dropTies() {
    const uint32_t first = threadIdx.x;
    for (uint32_t sorted = first + kThreads; sorted < found; sorted += kThreads) {
      const Key<T> key = room.keys[sorted];
      uint32_t place = sorted;
      for (; place > first && key < room.keys[place - kThreads]; place -= kThreads) room.keys[place] = room.keys[place - kThreads];
      room.keys[place] = key;
    }
    if (before(found) >= k) {
      found = joined = first + k * kThreads;
      worst = room.keys[found - kThreads];
    }
    __syncwarp();
  }

  /// The keys of the nearest in order, behind those that are not wanted.
  __device__ void finish(Key<T> (&keys)[K]) {
    if constexpr (K == 1) keys[0] = uint32_t(worst) == UINT32_MAX ? noKey<T>() : worst;
    else {
      dropFar();
      if (__any_sync(kAllLanes, before(found) > k)) dropTies();
#pragma unroll
      for (uint32_t i = 0; i < K; ++i) {
        const uint32_t place = threadIdx.x + (i + k - K) * kThreads;
        keys[i] = i + k < K ? Key<T>(0) : place < found ? room.keys[place] : noKey<T>();
      }
      sortInRegisters(keys);
    }
  }
};

/// Four at a time where rows allow it: a row is written by one lane, and others' rows lie elsewhere.
template <class T, int K>
__device__ void writeRow(const Key<T> (&keys)[K], size_t row, const DeviceAnswer<T>& answer) {
  const int skipped = K - int(answer.k);
  if constexpr (K % 4 == 0 && sizeof(T) == 4)
    if (answer.k % 4 == 0) {
#pragma unroll
      for (int i = 0; i < K; i += 4)
        if (i >= skipped) {
          const size_t place = row * answer.k + (i - skipped);
          const Key<T>* const four = keys + i;
          *reinterpret_cast<uint4*>(answer.indices + place) = {uint32_t(four[0]), uint32_t(four[1]), uint32_t(four[2]), uint32_t(four[3])};
          *reinterpret_cast<uint4*>(answer.squared + place) = {bitsOf<T>(four[0]), bitsOf<T>(four[1]), bitsOf<T>(four[2]), bitsOf<T>(four[3])};
        }
      return;
    }
#pragma unroll
  for (int i = 0; i < K; ++i)
    if (i >= skipped) answer.write(row * answer.k + (i - skipped), keys[i]);
}

/// `homes`: per query, or null where the queries are the tree's own points.
template <class T, int D, int K>
__global__ void __launch_bounds__(PacketShape<K>::kThreads)
    searchPackets(const __grid_constant__ TreeView<T, D> tree, const Packed<T, D>* queries, uint32_t count, uint32_t firstPacket, uint32_t packets,
                  const uint32_t* homes, uint32_t firstLeftOut, bool excludeSelf, Budget* budget, const __grid_constant__ SharedAnswer<T> answer) {
  constexpr uint32_t kThreads = PacketShape<K>::kThreads;
  __shared__ typename PacketVisitor<T, D, K>::Room room;
  const uint32_t packet = firstPacket + (blockIdx.x * kThreads + threadIdx.x) / kWarp;
  if (packet >= packets) return;
  if (!__shfl_sync(kAllLanes, threadIdx.x % kWarp == 0 ? inTime(budget, packets - packet) : true, 0)) return;
  const size_t at = size_t(packet) * kWarp + threadIdx.x % kWarp, place = at < count ? at : count - 1;
  const Packed<T, D> query = load(queries + place);
  const uint32_t row = query.index, home = homes != nullptr ? homes[place] : uint32_t(place / kLeaf);
  PacketVisitor<T, D, K> visitor(tree, query, excludeSelf ? firstLeftOut + row : UINT32_MAX, answer.of[0].k, home, room);
  walk(tree, visitor);
  Key<T> keys[K];
  visitor.finish(keys);
  const uint32_t owner = row / answer.rowsEach;
  if (at < count) writeRow<T>(keys, row - owner * answer.rowsEach, answer.of[owner]);
}

}  // namespace arete::cuda
