// Local tiles of large clouds without rounds over their points.
//
// Idea. Boundaries of local tiles are those of their points, so rounds make one level and look at all points for it, wherever they lie. But most
// neighbours go the same way. So points are sorted once by a key of 32 bits: the cell of level 1, exactly, then about which halves of it they are
// in; coordinates and indices travel along. Neighbours whose keys begin with the same bits are a bucket, of at most 64 points, as few bits as that
// takes (headKernel). A round moves a whole bucket where its extents are on one side of its tile's boundary (moveKernel); else a warp cuts it
// into two (cutKernel). Both count into the counters of rounds over points, from which nodeKernel makes the tiles as usual. So boundaries, tiles
// and levels are those of the points, bit for bit: the key decides only where buckets end. Finally a block collects the indices of a leaf from
// its buckets and puts them in order (leaf_kernels.cuh).
//
// Memory: by point 40 bytes (2D: 32), used twice, and 5 for the sort; rounds where they are not free. Cost: four passes of the sort, which are
// the largest part, and some 20 levels over buckets, half of that moving and half cutting (docs/measured/performance-gpu.md). Loses to rounds below
// 5 million points, where sorting costs more than what rounds do. Where buckets would become too many (a stray far outside puts all others into
// few keys: then every level cuts all), or more equal points are together than a leaf may have, `crowded` is set, and rounds start anew. Only for
// floats in 2D and 3D, whose points take 12 and 16 bytes on every pass of the sort; doubles take 20 and 28. Rounds over exact cells (grouped,
// extended tiles) make up to eight levels and are faster. Leaves of more points than a block can put in order: rounds.
// Source: spec "Tiled detection"; own.
#include "compute/tiles/buckets.cuh"

#include <thrust/iterator/counting_iterator.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_select.cuh>
#include <numeric>
#include <type_traits>
#include <utility>

#include "compute/gpu/launch_shapes.h"
#include "compute/gpu/with_scratch.h"
#include "compute/tiles/leaf_kernels.cuh"

namespace arete::cuda {

namespace {

constexpr uint32_t kHeadKeys = kBucketBlock * 8;       // that a block decides about
constexpr uint32_t kLeastPoints = 5'000'000;           // from which on buckets are faster
constexpr uint32_t kLeastCapacity = 512;               // below it tiles have hardly more points than buckets
constexpr uint32_t kRoomShare = 6, kLeastRoom = 4096;  // room for count / kRoomShare + kLeastRoom buckets

/// Whether a bucket begins at each key: it does if the smallest group of keys with the same first bits that contains it and the previous one has more
/// than kBucketPoints, so that the group is divided between them. Longer runs of equal keys are divided evenly.
__global__ void __launch_bounds__(kBucketBlock) headKernel(const uint32_t* keys, size_t count, uint32_t halvings, uint8_t* heads) {
  __shared__ uint32_t near[kHeadKeys + 2 * kBucketPoints];
  const size_t base = size_t(blockIdx.x) * kHeadKeys;
  const uint32_t least = base == 0 ? kBucketPoints : 0;  // places that exist
  const auto most = uint32_t(min(size_t(kHeadKeys) + 2 * kBucketPoints, count - base + kBucketPoints)) - 1;
  for (uint32_t i = threadIdx.x; i < kHeadKeys + 2 * kBucketPoints; i += kBucketBlock)
    if (i >= least && i <= most) near[i] = keys[base + i - kBucketPoints];
  __syncthreads();
  for (uint32_t i = threadIdx.x + kBucketPoints; i < kHeadKeys + kBucketPoints && i <= most; i += kBucketBlock) {
    const size_t at = base + i - kBucketPoints;
    const uint32_t key = near[i], other = at == 0 ? 0 : near[i - 1] ^ key;
    bool isHead = at == 0 || other >> halvings != 0;
    if (!isHead && (other != 0 || at % kBucketPoints == 0)) {
      const uint32_t shift = kKeyBits - uint32_t(__clz(int(other)));  // below 32, as there are fewer halvings
      uint32_t first = i - 1, last = i;
#pragma unroll
      for (uint32_t step = kBucketPoints / 2; step > 0; step /= 2) {
        if (first >= least + step && near[first - step] >> shift == key >> shift) first -= step;
        if (last + step <= most && near[last + step] >> shift == key >> shift) last += step;
      }
      isHead = last - first + 1 > kBucketPoints;
    }
    heads[at] = isHead;
  }
}

/// Sorts the indices within the leaves that were too crowded for bins; one block per leaf. `bits`: of an index, more than the largest has.
__global__ void __launch_bounds__(kLeafBlock) lateLeafKernel(TileState<float> s, const uint32_t* late, uint32_t* order, int bits) {
  constexpr int kEach = kMostLeafPoints / kLeafBlock;
  using Sort = cub::BlockRadixSort<uint32_t, kLeafBlock, kEach, cub::NullType, 5>;
  __shared__ typename Sort::TempStorage memory;
  for (uint32_t leaf = blockIdx.x; leaf < late[-1]; leaf += gridDim.x) {
    const DeviceTileNode node = s.nodes[late[leaf]];
    uint32_t indices[kEach];
#pragma unroll
    for (int i = 0; i < kEach; ++i) {
      const uint32_t at = node.begin + uint32_t(i) * kLeafBlock + threadIdx.x;
      indices[i] = at < node.end ? order[at] : ~0u;  // behind all others
    }
    Sort(memory).SortBlockedToStriped(indices, 0, bits);
#pragma unroll
    for (int i = 0; i < kEach; ++i) {
      const uint32_t at = node.begin + uint32_t(i) * kLeafBlock + threadIdx.x;
      if (at < node.end) order[at] = indices[i];
    }
    __syncthreads();
  }
}

/// The layout of one allocation, in bytes per point: keys 4 and 4, points 12 or 16 and as much again. Data made after the sort takes the place
/// of data no longer needed. (Separate allocations took a millisecond for 100 million points.)
template <int D>
class BucketMemory {
 public:
  explicit BucketMemory(uint32_t count)
      : room_(count / kRoomShare + kLeastRoom),
        keys_(rounded(count * sizeof(uint32_t))),
        buckets_(rounded(room_ * sizeof(Bucket<D>))),
        places_(rounded(room_ * sizeof(uint32_t))),
        points_(std::max(rounded(count * sizeof(BucketPoint<D>)), buckets_ + places_ + keys_)) {}

  size_t bytes() const { return 2 * (keys_ + points_); }
  void allocate(cudaStream_t stream) { memory_ = Buffer<std::byte>(bytes(), stream); }
  uint32_t room() const { return uint32_t(room_); }

  cub::DoubleBuffer<uint32_t> keys() const { return {at<uint32_t>(0), at<uint32_t>(keys_)}; }
  cub::DoubleBuffer<BucketPoint<D>> points() const { return {at<BucketPoint<D>>(2 * keys_), at<BucketPoint<D>>(2 * keys_ + points_)}; }
  /// Over the keys.
  LeafPiece* pieces() const { return at<LeafPiece>(0); }
  /// Over the points as they were before the sort: `spare`.
  uint8_t* heads(BucketPoint<D>* spare) const { return reinterpret_cast<uint8_t*>(spare); }
  Bucket<D>* buckets(BucketPoint<D>* spare) const { return reinterpret_cast<Bucket<D>*>(spare); }
  uint32_t* places(BucketPoint<D>* spare) const { return reinterpret_cast<uint32_t*>(reinterpret_cast<std::byte*>(spare) + buckets_); }
  uint32_t* order(BucketPoint<D>* spare) const { return reinterpret_cast<uint32_t*>(reinterpret_cast<std::byte*>(spare) + buckets_ + places_); }

 private:
  static size_t rounded(size_t bytes) { return (bytes + 255) / 256 * 256; }
  template <class Value>
  Value* at(size_t offset) const {
    return reinterpret_cast<Value*>(memory_.data() + offset);
  }
  size_t room_, keys_, buckets_, places_, points_;
  Buffer<std::byte> memory_;
};

template <int D>
class SortedBuckets final : public Buckets {
 public:
  SortedBuckets(const TileState<float>& state, BucketMemory<D> memory, const CudaDevice& device)
      : device_(device), stream_(device.stream()), count_(state.points.count), memory_(std::move(memory)), made_(kMadeWords, stream_) {
    memory_.allocate(stream_);
    const int cellBits = std::bit_width(state.cells - 1);
    halvings_ = std::min<uint32_t>({kKeyBits - uint32_t(cellBits), kKeyBits / D * D, kKeyBits - 1});
    keyBits_ = cellBits + int(halvings_);
    made_.clear();
    state_.made = made_.data(), state_.room = memory_.room();
  }

  void countCells(const TileState<float>& state) override {
    cub::DoubleBuffer<uint32_t> keys = memory_.keys();
    cub::DoubleBuffer<BucketPoint<D>> points = memory_.points();
    launch(keyKernel<D>, state, halvings_, keys.Current(), points.Current());
    withScratch(stream_, [&](void* scratch, size_t& bytes) {
      return cub::DeviceRadixSort::SortPairs(scratch, bytes, keys, points, int64_t(count_), 0, keyBits_, stream_);
    });
    state_.points = points.Current(), spare_ = points.Alternate();
    state_.buckets = memory_.buckets(spare_), state_.places = memory_.places(spare_);
    uint32_t* const begins = keys.Alternate();
    findBegins(keys.Current(), begins);
    launch(boxKernel<D>, state, state_, begins);
    launch(bucketCellKernel<D>, state, state_, keys.Current(), halvings_);
  }

  void countHalves(const TileState<float>& state) override {
    launch(moveKernel<D>, state, state_);
    launch(cutKernel<D>, state, state_);
  }

  const uint32_t* order(const TileState<float>& state, uint32_t nodes, const LeafExtents<float>& extents) override {
    const Buffer<LeafPieces> taken(nodes, stream_);
    const Buffer<uint32_t> late(size_t(nodes) + 1, stream_);
    uint32_t* const order = memory_.order(spare_);
    taken.clear();
    CUDA_CHECK(cudaMemsetAsync(late.data(), 0, sizeof(uint32_t), stream_));
    launch(leafKernel<D>, state, state_, extents, taken.data(), memory_.pieces());
    indexKernel<D><<<nodes, kLeafBlock, 0, stream_>>>(state, state_.points, taken.data(), memory_.pieces(), order, late.data() + 1);
    CUDA_CHECK_LAUNCH("indexKernel");
    constexpr uint32_t kBlocksEach = 2;
    const uint32_t blocks = std::min(nodes, kBlocksEach * uint32_t(device_.multiprocessors()));
    lateLeafKernel<<<blocks, kLeafBlock, 0, stream_>>>(state, late.data() + 1, order, std::bit_width(count_));
    CUDA_CHECK_LAUNCH("lateLeafKernel");
    return order;
  }

  uint32_t count() const override {
    const std::vector<uint32_t> made = made_.download(kMadeWords);
    return std::accumulate(made.begin(), made.end(), 0u);
  }

 private:
  /// As many blocks as the device runs side by side.
  template <class... Arguments>
  void launch(void (*kernel)(Arguments...), const std::type_identity_t<Arguments>&... arguments) const {
    kernel<<<residentBlocks(kernel, kBucketBlock) * uint32_t(device_.multiprocessors()), kBucketBlock, 0, stream_>>>(arguments...);
    CUDA_CHECK_LAUNCH("a kernel over buckets");
  }

  void findBegins(const uint32_t* keys, uint32_t* begins) {
    uint8_t* const heads = memory_.heads(spare_);
    headKernel<<<blocksFor(count_, kHeadKeys), kBucketBlock, 0, stream_>>>(keys, count_, halvings_, heads);
    CUDA_CHECK_LAUNCH("headKernel");
    withScratch(stream_, [&](void* scratch, size_t& bytes) {
      return cub::DeviceSelect::Flagged(scratch, bytes, thrust::counting_iterator<uint32_t>(0), heads, begins, state_.made, int64_t(count_), stream_);
    });
  }

  const CudaDevice& device_;
  const cudaStream_t stream_;
  const uint32_t count_;
  BucketMemory<D> memory_;
  const Buffer<uint32_t> made_;
  uint32_t halvings_ = 0;  // in a key
  int keyBits_ = 0;
  BucketState<D> state_{};
  BucketPoint<D>* spare_ = nullptr;
};

template <int D>
std::unique_ptr<Buckets> makeBuckets(const TileState<float>& state, const CudaDevice& device) {
  constexpr size_t kScratchShare = 8;  // of the sort, with some to spare
  BucketMemory<D> memory(state.points.count);
  if (!device.hasFree(memory.bytes() + memory.bytes() / kScratchShare)) return nullptr;
  return std::make_unique<SortedBuckets<D>>(state, std::move(memory), device);
}

}  // namespace

std::unique_ptr<Buckets> makeBuckets(const TileState<float>& state, TileDivision wanted, const CudaDevice& device) {
  const bool isFaster = state.points.count >= kLeastPoints && state.capacity >= kLeastCapacity;
  if (wanted == TileDivision::rounds || (wanted == TileDivision::automatic && !isFaster) || state.capacity > kMostLeafPoints) return nullptr;
  if (state.points.dimension == 2) return makeBuckets<2>(state, device);
  if (state.points.dimension == 3) return makeBuckets<3>(state, device);
  return nullptr;
}

}  // namespace arete::cuda
