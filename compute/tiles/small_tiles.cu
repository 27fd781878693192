#include "compute/tiles/small_tiles.cuh"

#include <algorithm>

#include "compute/gpu/launch_shapes.h"
#include "compute/gpu/warp.cuh"

namespace arete::cuda {

namespace {

constexpr uint32_t kSmallWarps = kSmallBlock / kWarp, kCounters = 2 * kSmallSlots;
constexpr uint32_t kMostLeaves = (kDeepestTileLevel - 1) * kSmallSlots + 1;
constexpr uint32_t kNoLeaf = 0xffffffffu, kRankBits = 16;
constexpr uint32_t kBatch = kWarp;  // leaves that points are put in order for at a time
constexpr uint32_t kLoaded = 8;     // coordinates that a thread waits for at the same time
constexpr uint32_t kFieldBits = 5;  // of a thread's counts, side by side in one word
static_assert(kCounters * kFieldBits <= 64 && kSmallEach < (1u << kFieldBits));
static_assert(kSmallWarps == kWarp && kMostLeaves < (1u << kRankBits));

/// A block's data about its tile, in shared memory; the coordinates follow, axis after axis.
template <class T>
struct Desk {
  uint32_t tile, active, opened, leaves, made, firstNode;  // active: tiles that are divided now; the next three: made of them
  uint32_t counts[kCounters], entries[kCounters];          // entries: slot or kDone and leaf
  OrderedBits<T> lows[kCounters], highs[kCounters];
  double middles[kSmallSlots];
  uint32_t slotNodes[2][kSmallSlots], slotBegins[2][kSmallSlots];
  uint32_t leafNodes[kMostLeaves], leafBegins[kMostLeaves];  // begins: within the tile
  uint32_t warpCounts[kSmallWarps][kBatch + 1];
  OrderedBits<T> leafLows[kMaxDimension][kBatch], leafHighs[kMaxDimension][kBatch];
};

/// Reads before it writes, as few points widen an extent.
template <class Bits>
__device__ inline void widen(Bits* low, Bits* high, Bits bits) {
  if (bits < *static_cast<volatile Bits*>(low)) atomicMin(low, bits);
  if (bits > *static_cast<volatile Bits*>(high)) atomicMax(high, bits);
}

/// A tile that a block works on: all methods are called by all threads.
template <class T>
class SmallTile {
 public:
  __device__ SmallTile(const TileState<T>& state, Desk<T>& desk, T* coordinates, uint32_t room, uint32_t node)
      : s_(state),
        desk_(desk),
        coordinates_(coordinates),
        room_(room),
        node_(node),
        begin_(state.nodes[node].begin),
        count_(state.nodes[node].end - begin_),
        level_(state.nodes[node].level),
        steps_((count_ + kSmallBlock - 1) / kSmallBlock),
        lane_(threadIdx.x % kWarp),
        warp_(threadIdx.x / kWarp) {}

  /// Neighbouring threads fetch the coordinates of one point, which lie together.
  __device__ void load(const uint32_t* order) {
    const auto d = uint32_t(s_.points.dimension);
    const uint32_t all = count_ * d;
    for (uint32_t first = threadIdx.x; first < all; first += kLoaded * kSmallBlock) {
      T values[kLoaded];
#pragma unroll
      for (uint32_t i = 0; i < kLoaded; ++i) {
        const uint32_t each = first + i * kSmallBlock, point = each / d;
        if (each < all) values[i] = s_.point(order[begin_ + point])[(each - point * d) * s_.points.coordinateStride];
      }
#pragma unroll
      for (uint32_t i = 0; i < kLoaded; ++i) {
        const uint32_t each = first + i * kSmallBlock, point = each / d;
        if (each < all) coordinates_[(each - point * d) * room_ + point] = values[i];
      }
    }
#pragma unroll
    for (uint32_t i = 0; i < kSmallEach; ++i) places_[i] = isThere(i) ? 0 : kDone;
  }

  /// The tile itself is the first to be divided.
  __device__ void begin() {
    if (threadIdx.x < kCounters) clear(threadIdx.x);
    if (threadIdx.x == 0) {
      desk_.active = 1, desk_.opened = desk_.leaves = desk_.made = 0, desk_.entries[0] = 0;
      desk_.slotNodes[0][0] = node_, desk_.slotBegins[0][0] = 0;
    }
    __syncthreads();
    const T* const x = coordinates_ + s_.axisOf(level_) * room_;
    for (uint32_t i = 0; i < steps_; ++i)
      if (isThere(i)) widen(desk_.lows, desk_.highs, orderedBits(x[at(i)]));
    __syncthreads();
    if (threadIdx.x == 0) desk_.middles[0] = middleOf(double(fromOrdered<T>(desk_.lows[0])), double(fromOrdered<T>(desk_.highs[0]))), clear(0);
    __syncthreads();
  }

  /// Levels, until no tile is too full.
  __device__ void divide() {
    for (uint32_t turn = 0; desk_.active > 0; ++turn) {
      count();
      __syncthreads();
      makeNodes(turn % 2);
      ++level_;
    }
  }

  __device__ uint32_t level() const { return level_; }  // of the last nodes

  /// Points by leaf, and the bounds of the leaves.
  __device__ void finish(const uint32_t* order, uint32_t* ordered, const LeafExtents<T>& extents) {
    const uint32_t leaves = desk_.leaves;
    for (uint32_t first = 0; first < leaves; first += kBatch) {
      const uint32_t here = min(kBatch, leaves - first);
      for (uint32_t i = threadIdx.x; i < kMaxDimension * kBatch; i += kSmallBlock)
        desk_.leafLows[i / kBatch][i % kBatch] = ~OrderedBits<T>(0), desk_.leafHighs[i / kBatch][i % kBatch] = 0;
      __syncthreads();
      rank(first, here);
      __syncthreads();
      addUp();
      __syncthreads();
#pragma unroll
      for (uint32_t i = 0; i < kSmallEach; ++i) {
        const uint32_t leaf = (places_[i] & ~kDone) >> kRankBits, own = leaf - first;
        if (!isThere(i) || own >= here) continue;
        ordered[begin_ + desk_.leafBegins[leaf] + desk_.warpCounts[warp_][own] + (places_[i] & ((1u << kRankBits) - 1))] = order[begin_ + at(i)];
      }
      const auto d = uint32_t(s_.points.dimension);
      for (uint32_t i = threadIdx.x; i < here * d; i += kSmallBlock) {
        const uint32_t node = desk_.leafNodes[first + i / d];
        if (node >= s_.nodeRoom) continue;
        extents.lows[size_t(node) * d + i % d] = desk_.leafLows[i % d][i / d],
                                            extents.highs[size_t(node) * d + i % d] = desk_.leafHighs[i % d][i / d];
      }
      __syncthreads();
    }
  }

 private:
  __device__ uint32_t at(uint32_t step) const { return (warp_ * steps_ + step) * kWarp + lane_; }
  __device__ bool isThere(uint32_t step) const { return step < steps_ && at(step) < count_; }
  __device__ void clear(uint32_t counter) { desk_.counts[counter] = 0, desk_.lows[counter] = ~OrderedBits<T>(0), desk_.highs[counter] = 0; }

  /// Points go to their assigned slot, and are counted into its halves, with their extents along the axis that is halved next.
  __device__ void count() {
    const T *const x = coordinates_ + s_.axisOf(level_) * room_, *const next = coordinates_ + s_.axisOf(level_ + 1) * room_;
    const uint32_t counters = 2 * desk_.active;
    uint64_t mine = 0;
#pragma unroll
    for (uint32_t i = 0; i < kSmallEach; ++i) {
      if (i >= steps_) break;
      uint32_t place = places_[i];
      if (!(place & kDone)) place = desk_.entries[place];
      if (!(place & kDone)) {
        place = 2 * place | uint32_t(double(x[at(i)]) >= desk_.middles[place]);
        widen(desk_.lows + place, desk_.highs + place, orderedBits(next[at(i)]));
        mine += uint64_t(1) << (kFieldBits * place);
      }
      places_[i] = place;
    }
    for (uint32_t c = 0; c < counters; ++c, mine >>= kFieldBits) {
      uint32_t sum = uint32_t(mine) & ((1u << kFieldBits) - 1);
#pragma unroll
      for (uint32_t step = kWarp / 2; step > 0; step /= 2) sum += __shfl_xor_sync(kAllLanes, sum, step);
      if (lane_ == c && sum > 0) atomicAdd(desk_.counts + c, sum);
    }
  }

  /// One thread per half: makes its node, and tells where its points go. Empty halves get no node.
  __device__ void makeNodes(uint32_t now) {
    const uint32_t counter = threadIdx.x, slot = counter / 2, size = counter < 2 * desk_.active ? desk_.counts[counter] : 0;
    const bool isDivided = size > s_.capacity && level_ + 1 < kDeepestTileLevel;
    uint32_t number = 0, entry = 0;
    if (size > 0) {
      number = atomicAdd(&desk_.made, 1u);
      entry = isDivided ? atomicAdd(&desk_.opened, 1u) : atomicAdd(&desk_.leaves, 1u);
    }
    __syncthreads();
    if (threadIdx.x == 0) desk_.firstNode = atomicAdd(&s_.control->nodes, desk_.made);
    __syncthreads();
    if (size > 0) {
      const uint32_t node = desk_.firstNode + number;
      const uint32_t begin = desk_.slotBegins[now][slot] + (counter % 2 == 1 ? desk_.counts[counter - 1] : 0);
      if (node < s_.nodeRoom) s_.nodes[node] = {desk_.slotNodes[now][slot], begin_ + begin, begin_ + begin + size, level_ + 1};
      desk_.entries[counter] = isDivided ? entry : kDone | entry << kRankBits;
      if (isDivided) {
        desk_.slotNodes[1 - now][entry] = node, desk_.slotBegins[1 - now][entry] = begin;
        desk_.middles[entry] = middleOf(double(fromOrdered<T>(desk_.lows[counter])), double(fromOrdered<T>(desk_.highs[counter])));
      } else {
        desk_.leafNodes[entry] = node, desk_.leafBegins[entry] = begin;
      }
    }
    __syncthreads();
    if (counter < kCounters) clear(counter);
    if (threadIdx.x == 0) desk_.active = desk_.opened, desk_.opened = desk_.made = 0;
    __syncthreads();
  }

  /// For the leaves from `first` on: each point's rank in its leaf within the warp, and the warp's number of points in each leaf.
  __device__ void rank(uint32_t first, uint32_t leaves) {
    uint32_t* const found = desk_.warpCounts[warp_];
    found[lane_] = 0;
    __syncwarp();
#pragma unroll
    for (uint32_t i = 0; i < kSmallEach; ++i) {
      if (i >= steps_) break;
      uint32_t place = places_[i];
      if (!(place & kDone)) place = desk_.entries[place];
      const uint32_t leaf = isThere(i) ? ((place & ~kDone) >> kRankBits) - first : kNoLeaf;
      const uint32_t same = __match_any_sync(kAllLanes, leaf), before = __popc(same & ((1u << lane_) - 1));
      if (leaf < leaves) place |= found[leaf] + before;
      __syncwarp();
      if (leaf < leaves) {
        if (before == 0) found[leaf] += __popc(same);
        for (int k = 0; k < s_.points.dimension; ++k)
          widen(desk_.leafLows[k] + leaf, desk_.leafHighs[k] + leaf, orderedBits(coordinates_[uint32_t(k) * room_ + at(i)]));
      }
      places_[i] = place;
      __syncwarp();
    }
  }

  /// Turns the counts of the warps into the number of a leaf's points in earlier warps: one warp per leaf.
  __device__ void addUp() {
    const uint32_t own = desk_.warpCounts[lane_][warp_];
    uint32_t sum = own;
#pragma unroll
    for (uint32_t step = 1; step < kWarp; step *= 2) {
      const uint32_t before = __shfl_up_sync(kAllLanes, sum, step);
      if (lane_ >= step) sum += before;
    }
    desk_.warpCounts[lane_][warp_] = sum - own;
  }

  const TileState<T>& s_;
  Desk<T>& desk_;
  T* const coordinates_;
  const uint32_t room_, node_, begin_, count_;
  uint32_t level_;
  const uint32_t steps_, lane_, warp_;
  uint32_t places_[kSmallEach];  // for each point, its counter, or kDone and its leaf, then also its rank in that
};

/// Divides `most` of the small tiles from number `first` on.
template <class T>
__global__ void __launch_bounds__(kSmallBlock) smallTilesKernel(TileState<T> s, uint32_t room, const uint32_t* tiles, uint32_t first, uint32_t most,
                                                                const uint32_t* order, uint32_t* ordered, LeafExtents<T> extents) {
  extern __shared__ __align__(16) unsigned char memory[];
  Desk<T>& desk = *reinterpret_cast<Desk<T>*>(memory);
  T* const coordinates = reinterpret_cast<T*>(memory + sizeof(Desk<T>));
  const uint32_t small = s.control->small, count = small > first ? min(small - first, most) : 0;
  for (;;) {
    if (threadIdx.x == 0) desk.tile = atomicAdd(&s.control->ticket, 1u);
    __syncthreads();
    if (desk.tile >= count) return;
    SmallTile<T> tile(s, desk, coordinates, room, tiles[first + desk.tile]);
    tile.load(order);
    tile.begin();
    tile.divide();
    if (threadIdx.x == 0) atomicMax(&s.control->level, tile.level());
    tile.finish(order, ordered, extents);
  }
}

}  // namespace

template <class T>
uint32_t mostSmallPoints(int dimension, uint32_t capacity, uint32_t points, const CudaDevice& device) {
  constexpr uint32_t kLeastTilesEach = 4;  // for each multiprocessor; with fewer some would wait for others, and a round of all costs less
  const size_t memory = device.sharedRoom(smallTilesKernel<T>);
  if (capacity < kSmallLeastCapacity || memory <= sizeof(Desk<T>)) return 0;
  const uint64_t fits = (memory - sizeof(Desk<T>)) / (size_t(dimension) * sizeof(T));
  const uint64_t most = std::min({fits, uint64_t(kSmallBlock) * kSmallEach, uint64_t(kSmallSlots) * (uint64_t(capacity) + 1)});
  if (points / kLeastTilesEach / uint32_t(device.multiprocessors()) < most) return 0;
  return most >= 2 * uint64_t(capacity) ? uint32_t(most) : 0;
}

template <class T>
void divideSmallTiles(const TileState<T>& state, const uint32_t* tiles, const uint32_t* order, uint32_t* ordered, const LeafExtents<T>& extents,
                      const CudaDevice& device) {
  const size_t bytes = sizeof(Desk<T>) + size_t(state.roundCapacity) * size_t(state.points.dimension) * sizeof(T);
  CUDA_CHECK(cudaFuncSetAttribute(smallTilesKernel<T>, cudaFuncAttributeMaxDynamicSharedMemorySize, int(bytes)));
  const uint32_t blocks = residentBlocks(smallTilesKernel<T>, kSmallBlock, bytes) * uint32_t(device.multiprocessors());
  constexpr uint64_t kAtOnce = uint64_t(3) << 29;  // coordinates: a launch ends within 40 ms
  const auto most = uint32_t(std::max<uint64_t>(kAtOnce / (uint64_t(state.roundCapacity) * uint64_t(state.points.dimension)), 1));
  const uint32_t mostTiles = state.points.count / (state.capacity + 1);  // at most: the device knows how many
  for (uint64_t first = 0; first < mostTiles; first += most) {
    CUDA_CHECK(cudaMemsetAsync(&state.control->ticket, 0, sizeof state.control->ticket, device.stream()));
    smallTilesKernel<T>
        <<<blocks, kSmallBlock, bytes, device.stream()>>>(state, state.roundCapacity, tiles, uint32_t(first), most, order, ordered, extents);
    CUDA_CHECK_LAUNCH("smallTilesKernel");
  }
}

template uint32_t mostSmallPoints<float>(int, uint32_t, uint32_t, const CudaDevice&);
template uint32_t mostSmallPoints<double>(int, uint32_t, uint32_t, const CudaDevice&);
template void divideSmallTiles(const TileState<float>&, const uint32_t*, const uint32_t*, uint32_t*, const LeafExtents<float>&, const CudaDevice&);
template void divideSmallTiles(const TileState<double>&, const uint32_t*, const uint32_t*, uint32_t*, const LeafExtents<double>&, const CudaDevice&);

}  // namespace arete::cuda
