// Local tiles of large clouds without rounds over their points.
//
// Idea. HEADER
#include "compute/cuda/tile/buckets.cuh"

#include <thrust/iterator/counting_iterator.h>
#include <algorithm>
#include <bit>
#include <cub/block/block_radix_sort.cuh>
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_select.cuh>
#include <numeric>
#include <type_traits>
#include <utility>

#include "compute/cuda/tile/bucket_kernels.cuh"
#include "compute/cuda/with_scratch.h"

namespace arete::cuda {

namespace {

constexpr uint32_t kHeadKeys = kBucketBlock * 8;       // that a block decides about
constexpr uint32_t kSortBlock = 512;                   // threads that sort the indices of a leaf
constexpr uint32_t kLeastPoints = 4'000'000;           // from which on buckets are faster
constexpr uint32_t kLeastCapacity = 1024;              // below it tiles have hardly more points than buckets
constexpr uint32_t kRoomShare = 4, kLeastRoom = 4096;  // room for a bucket in so many points, and for so many more
constexpr size_t kPointBytes = 48;                     // by point: keys and points twice, scratch memory

/// Whether a bucket begins at each key: the smallest group of keys with the same first bits that the key and the one before are both in has more
/// than kBucketPoints, so that it is divided between them. Of more equal keys than that, every so many are one.
__global__ void __launch_bounds__(kBucketBlock) headKernel(const uint32_t* keys, size_t count, uint32_t halvings, uint8_t* heads) {
  __shared__ uint32_t near[kHeadKeys + 2 * kBucketPoints];
  const size_t base = size_t(blockIdx.x) * kHeadKeys;
  const uint32_t least = base == 0 ? kBucketPoints : 0;  // places that there are
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

template <int kEach>
using LeafSort = cub::BlockRadixSort<uint32_t, kSortBlock, kEach, cub::NullType, 5>;

template <int kEach>
__device__ void sortLeaf(typename LeafSort<kEach>::TempStorage& memory, const uint32_t* from, uint32_t* to, uint32_t size, int bits) {
  uint32_t indices[kEach];
#pragma unroll
  for (int i = 0; i < kEach; ++i) {
    const uint32_t at = uint32_t(i) * kSortBlock + threadIdx.x;
    indices[i] = at < size ? from[at] : ~0u;  // behind all others
  }
  LeafSort<kEach>(memory).SortBlockedToStriped(indices, 0, bits);
#pragma unroll
  for (int i = 0; i < kEach; ++i) {
    const uint32_t at = uint32_t(i) * kSortBlock + threadIdx.x;
    if (at < size) to[at] = indices[i];
  }
}

/// Indices ascending within each leaf; a block a node. `bits`: of an index, more than the largest has.
__global__ void __launch_bounds__(kSortBlock) leafSortKernel(TileState<float> s, const uint32_t* order, uint32_t* sorted, int bits) {
  __shared__ union {
    typename LeafSort<2>::TempStorage two;
    typename LeafSort<4>::TempStorage four;
    typename LeafSort<8>::TempStorage eight;
  } memory;
  const DeviceTileNode node = s.nodes[blockIdx.x];
  const uint32_t size = node.end - node.begin;
  if (!isLeaf(s, node) || size > kMostLeafPoints) return;
  const uint32_t* const from = order + node.begin;
  uint32_t* const to = sorted + node.begin;
  if (size <= 2 * kSortBlock) sortLeaf<2>(memory.two, from, to, size, bits);
  else if (size <= 4 * kSortBlock) sortLeaf<4>(memory.four, from, to, size, bits);
  else sortLeaf<8>(memory.eight, from, to, size, bits);
}

template <int D>
class SortedBuckets final : public Buckets {
 public:
  SortedBuckets(const TileState<float>& state, const CudaDevice& device)
      : device_(device), stream_(device.stream()), count_(state.points.count), made_(kMadeWords, stream_) {
    const int cellBits = std::bit_width(state.cells - 1);
    halvings_ = std::min<uint32_t>({kKeyBits - uint32_t(cellBits), kKeyBits / D * D, kKeyBits - 1});
    keyBits_ = cellBits + int(halvings_);
    state_.room = count_ / kRoomShare + kLeastRoom;
    made_.clear();
    state_.made = made_.data();
  }

  void countCells(const TileState<float>& state) override {
    sort(state);
    findBuckets();
    launch(boxKernel<D>, state, state_);
    launch(bucketCellKernel<D>, state, state_, keys_.data(), halvings_);
    keys_ = {};
  }

  void countHalves(const TileState<float>& state) override { launch(bucketRoundKernel<D>, state, state_); }

  const uint32_t* order(const TileState<float>& state, uint32_t nodes, const LeafExtents<float>& extents) override {
    const Buffer<uint32_t> taken(nodes, stream_), unsorted(count_, stream_);
    taken.clear();
    order_ = Buffer<uint32_t>(count_, stream_);
    launch(leafKernel<D>, state, state_, extents, taken.data());
    launch(indexKernel<D>, state_, unsorted.data());
    leafSortKernel<<<nodes, kSortBlock, 0, stream_>>>(state, unsorted.data(), order_.data(), std::bit_width(count_));
    CUDA_CHECK_LAUNCH("leafSortKernel");
    return order_.data();
  }

  uint32_t count() const override {
    const std::vector<uint32_t> made = made_.download(kMadeWords);
    return std::accumulate(made.begin(), made.end(), 0u);
  }

 private:
  /// As many blocks as the device runs side by side.
  template <class... Arguments>
  void launch(void (*kernel)(Arguments...), const std::type_identity_t<Arguments>&... arguments) const {
    int each = 0;
    CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, kernel, int(kBucketBlock), 0));
    kernel<<<uint32_t(each * device_.multiprocessors()), kBucketBlock, 0, stream_>>>(arguments...);
    CUDA_CHECK_LAUNCH("buckets of points");
  }

  void sort(const TileState<float>& state) {
    Buffer<uint32_t> keys(count_, stream_), otherKeys(count_, stream_);
    Buffer<BucketPoint<D>> points(count_, stream_), otherPoints(count_, stream_);
    launch(keyKernel<D>, state, halvings_, keys.data(), points.data());
    cub::DoubleBuffer<uint32_t> key(keys.data(), otherKeys.data());
    cub::DoubleBuffer<BucketPoint<D>> point(points.data(), otherPoints.data());
    withScratch(stream_, [&](void* scratch, size_t& bytes) {
      return cub::DeviceRadixSort::SortPairs(scratch, bytes, key, point, int64_t(count_), 0, keyBits_, stream_);
    });
    if (key.Current() != keys.data()) std::swap(keys, otherKeys);
    if (point.Current() != points.data()) std::swap(points, otherPoints);
    keys_ = std::move(keys), begins_ = std::move(otherKeys), points_ = std::move(points);
    state_.points = points_.data();
  }

  void findBuckets() {
    const Buffer<uint8_t> heads(count_, stream_);
    headKernel<<<uint32_t((size_t(count_) + kHeadKeys - 1) / kHeadKeys), kBucketBlock, 0, stream_>>>(keys_.data(), count_, halvings_, heads.data());
    CUDA_CHECK_LAUNCH("headKernel");
    state_.begins = begins_.data();
    withScratch(stream_, [&](void* scratch, size_t& bytes) {
      return cub::DeviceSelect::Flagged(scratch, bytes, thrust::counting_iterator<uint32_t>(0), heads.data(), state_.begins, state_.made,
                                        int64_t(count_), stream_);
    });
    words_ = Buffer<uint32_t>(size_t(state_.room) * (2 + 2 * D), stream_);
    state_.sizes = words_.data(), state_.places = state_.sizes + state_.room;
    state_.lows = state_.places + state_.room, state_.highs = state_.lows + size_t(state_.room) * D;
  }

  const CudaDevice& device_;
  const cudaStream_t stream_;
  const uint32_t count_;
  uint32_t halvings_ = 0;  // in a key
  int keyBits_ = 0;
  BucketState<D> state_{};
  Buffer<uint32_t> made_, keys_, begins_, words_, order_;
  Buffer<BucketPoint<D>> points_;
};

}  // namespace

std::unique_ptr<Buckets> makeBuckets(const TileState<float>& state, TileDivision wanted, const CudaDevice& device) {
  const uint32_t count = state.points.count, capacity = state.capacity;
  const int d = state.points.dimension;
  const bool isFaster = count >= kLeastPoints && capacity >= kLeastCapacity;
  if (wanted == TileDivision::rounds || (wanted == TileDivision::automatic && !isFaster)) return nullptr;
  if ((d != 2 && d != 3) || capacity > kMostLeafPoints || device.freeBytes() < count * kPointBytes) return nullptr;
  if (d == 2) return std::make_unique<SortedBuckets<2>>(state, device);
  return std::make_unique<SortedBuckets<3>>(state, device);
}

}  // namespace arete::cuda
