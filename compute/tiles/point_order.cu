#include "compute/tiles/point_order.cuh"

#include <algorithm>
#include <bit>
#include <cub/device/device_radix_sort.cuh>

#include "compute/gpu/launch_shapes.h"
#include "compute/gpu/warp.cuh"
#include "compute/gpu/with_scratch.h"

namespace arete::cuda {

namespace {

constexpr uint32_t kOrderBlock = 512;
constexpr uint32_t kPlaces = 1024;  // neighbouring places that a warp looks at
constexpr uint32_t kAxes = 3;       // coordinates of a point are adjacent, points of a leaf are scattered: so several axes share each access

/// Keys that put the parts in the order of their points, with everything else behind. `shift`: bits of a place.
template <class T>
__global__ void __launch_bounds__(kUsualBlock)
    partKeyKernel(TileState<T> s, uint32_t count, uint32_t shift, uint64_t* keys, uint32_t* numbers, uint32_t* small) {
  const uint32_t i = blockIdx.x * kUsualBlock + threadIdx.x;
  if (i >= count) return;
  const DeviceTileNode node = s.nodes[i];
  const bool isPart = node.level > 0 && (node.end - node.begin <= s.roundCapacity || node.level == kDeepestTileLevel);
  keys[i] = uint64_t(isPart ? 0 : 1) << shift | node.begin;
  numbers[i] = i;
  if (isPart && !isLeaf(s, node)) small[atomicAdd(&s.control->small, 1u)] = i;
}

__global__ void __launch_bounds__(kUsualBlock)
    levelKeyKernel(const DeviceTileNode* nodes, uint32_t count, uint32_t shift, uint64_t* keys, uint32_t* numbers) {
  const uint32_t i = blockIdx.x * kUsualBlock + threadIdx.x;
  if (i < count) keys[i] = uint64_t(nodes[i].level) << shift | nodes[i].begin, numbers[i] = i;
}

__global__ void __launch_bounds__(kUsualBlock) partNumberKernel(const uint32_t* partNodes, uint32_t parts, uint32_t* partOfNode) {
  const uint32_t i = blockIdx.x * kUsualBlock + threadIdx.x;
  if (i < parts) partOfNode[partNodes[i]] = i;
}

/// The number of each point's part, and its own.
template <class T>
__global__ void __launch_bounds__(kOrderBlock) partKernel(TileState<T> s, const uint32_t* partOfNode, uint32_t* parts, uint32_t* indices) {
  for (size_t i = size_t(blockIdx.x) * kOrderBlock + threadIdx.x; i < s.points.count; i += size_t(gridDim.x) * kOrderBlock) {
    const uint32_t place = s.places[i], entry = place & kDone ? place : s.entries[place];
    parts[i] = partOfNode[entry & ~kDone];
    indices[i] = uint32_t(i);
  }
}

/// Extents of a leaf along some axes, over the points that a thread has seen.
template <class T>
struct Seen {
  uint32_t node = TileNode::kNone;
  OrderedBits<T> lows[kAxes], highs[kAxes];

  __device__ void add(const TileState<T>& s, uint32_t index, uint32_t axis) {
    const T* const point = s.point(index);
#pragma unroll
    for (uint32_t k = 0; k < kAxes; ++k) {
      if (axis + k >= uint32_t(s.points.dimension)) break;
      const OrderedBits<T> bits = orderedBits(point[(axis + k) * s.points.coordinateStride]);
      lows[k] = min(lows[k], bits), highs[k] = max(highs[k], bits);
    }
  }
  __device__ void start(uint32_t next) {
    node = next;
#pragma unroll
    for (uint32_t k = 0; k < kAxes; ++k) lows[k] = ~OrderedBits<T>(0), highs[k] = 0;
  }
  __device__ void tell(const LeafExtents<T>& extents, uint32_t dimension, uint32_t axis) const {
    if (node == TileNode::kNone) return;
#pragma unroll
    for (uint32_t k = 0; k < kAxes; ++k) {
      if (axis + k >= dimension) break;
      OrderedBits<T>*const low = extents.lows + size_t(node) * dimension + axis + k, *const high = extents.highs + (low - extents.lows);
      if (lows[k] < *static_cast<volatile OrderedBits<T>*>(low)) atomicMin(low, lows[k]);
      if (highs[k] > *static_cast<volatile OrderedBits<T>*>(high)) atomicMax(high, highs[k]);
    }
  }
};

/// A warp looks at kPlaces places: widens the extents of the leaves that it comes through, along kAxes axes from `axis` on.
template <class T>
__global__ void __launch_bounds__(kOrderBlock) leafExtentKernel(TileState<T> s, const uint32_t* partNodes, const uint32_t* partOfPlace,
                                                                const uint32_t* order, uint32_t* ordered, LeafExtents<T> extents, uint32_t axis) {
  const size_t warp = (size_t(blockIdx.x) * kOrderBlock + threadIdx.x) / kWarp, lane = threadIdx.x % kWarp;
  const size_t end = min(size_t(s.points.count), (warp + 1) * kPlaces);
  Seen<T> seen;
  uint32_t part = TileNode::kNone;
  bool belongs = false;  // the part is a leaf
  for (size_t place = warp * kPlaces + lane; place < end; place += kWarp) {
    if (partOfPlace[place] != part) {
      seen.tell(extents, uint32_t(s.points.dimension), axis);
      part = partOfPlace[place];
      belongs = isLeaf(s, s.nodes[partNodes[part]]);
      seen.start(belongs ? partNodes[part] : TileNode::kNone);
    }
    if (!belongs) continue;
    const uint32_t index = order[place];
    seen.add(s, index, axis);
    if (axis == 0) ordered[place] = index;
  }
  seen.tell(extents, uint32_t(s.points.dimension), axis);
}

/// numbers[i] by the keys' lowest bits.
void sortNumbers(const Buffer<uint64_t>& keys, const Buffer<uint32_t>& numbers, uint32_t* sorted, int bits, cudaStream_t stream) {
  const Buffer<uint64_t> sortedKeys(keys.size(), stream);
  withScratch(stream, [&](void* scratch, size_t& bytes) {
    return cub::DeviceRadixSort::SortPairs(scratch, bytes, keys.data(), sortedKeys.data(), numbers.data(), sorted, int64_t(keys.size()), 0, bits,
                                           stream);
  });
}

}  // namespace

template <class T>
PointOrder<T>::PointOrder(const TileState<T>& state, const TileControl& control, const CudaDevice& device)
    : device_(device),
      count_(state.points.count),
      parts_(control.parts),
      partNodes_(control.nodes, device.stream()),
      small_(control.parts, device.stream()),
      words_(size_t(count_) * 4, device.stream()) {
  const cudaStream_t stream = device.stream();
  const uint32_t count = control.nodes;
  const Buffer<uint64_t> keys(count, stream);
  const Buffer<uint32_t> numbers(count, stream), partOfNode(count, stream);
  const int placeBits = std::bit_width(count_);
  partKeyKernel<T>
      <<<blocksFor(count, kUsualBlock), kUsualBlock, 0, stream>>>(state, count, uint32_t(placeBits), keys.data(), numbers.data(), small_.data());
  CUDA_CHECK_LAUNCH("partKeyKernel");
  sortNumbers(keys, numbers, partNodes_.data(), placeBits + 1, stream);
  partNumberKernel<<<blocksFor(parts_, kUsualBlock), kUsualBlock, 0, stream>>>(partNodes_.data(), parts_, partOfNode.data());
  CUDA_CHECK_LAUNCH("partNumberKernel");
  partKernel<T><<<blocks(), kOrderBlock, 0, stream>>>(state, partOfNode.data(), words_.data(), words_.data() + size_t(count_) * 2);
  CUDA_CHECK_LAUNCH("partKernel");
}

template <class T>
void PointOrder<T>::sort() {
  uint32_t* const words = words_.data();
  cub::DoubleBuffer<uint32_t> parts(words, words + count_), indices(words + size_t(count_) * 2, words + size_t(count_) * 3);
  const int bits = std::max(1, int(std::bit_width(parts_ - 1)));
  withScratch(device_.stream(), [&](void* scratch, size_t& bytes) {
    return cub::DeviceRadixSort::SortPairs(scratch, bytes, parts, indices, int64_t(count_), 0, bits, device_.stream());
  });
  order_ = indices.Current(), spare_ = indices.Alternate(), partOfPlace_ = parts.Current();
}

template <class T>
void PointOrder<T>::boundLeaves(const TileState<T>& state, const LeafExtents<T>& extents) const {
  const size_t warps = (size_t(count_) + kPlaces - 1) / kPlaces;
  for (uint32_t axis = 0; axis < uint32_t(state.points.dimension); axis += kAxes) {
    leafExtentKernel<T><<<blocksFor(warps * kWarp, kOrderBlock), kOrderBlock, 0, device_.stream()>>>(state, partNodes_.data(), partOfPlace_, order_,
                                                                                                     spare_, extents, axis);
    CUDA_CHECK_LAUNCH("leafExtentKernel");
  }
}

template <class T>
uint32_t PointOrder<T>::blocks() const {
  const auto each = uint32_t(device_.properties().maxThreadsPerMultiProcessor / kOrderBlock);
  return std::clamp(blocksFor(count_, kOrderBlock), 1u, uint32_t(device_.multiprocessors()) * each);
}

template <class T>
Buffer<uint32_t> nodesByLevel(const TileState<T>& state, const TileControl& control, const CudaDevice& device) {
  const cudaStream_t stream = device.stream();
  const Buffer<uint64_t> keys(control.nodes, stream);
  const Buffer<uint32_t> numbers(control.nodes, stream);
  Buffer<uint32_t> sorted(control.nodes, stream);
  const int placeBits = std::bit_width(state.points.count);
  levelKeyKernel<<<blocksFor(control.nodes, kUsualBlock), kUsualBlock, 0, stream>>>(state.nodes, control.nodes, uint32_t(placeBits), keys.data(),
                                                                                    numbers.data());
  CUDA_CHECK_LAUNCH("levelKeyKernel");
  sortNumbers(keys, numbers, sorted.data(), placeBits + int(std::bit_width(control.level)), stream);
  return sorted;
}

template class PointOrder<float>;
template class PointOrder<double>;
template Buffer<uint32_t> nodesByLevel(const TileState<float>&, const TileControl&, const CudaDevice&);
template Buffer<uint32_t> nodesByLevel(const TileState<double>&, const TileControl&, const CudaDevice&);

}  // namespace arete::cuda
