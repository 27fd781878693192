#include "compute/tiles/surroundings.cuh"

#include <thrust/iterator/transform_iterator.h>

#include <algorithm>
#include <cub/device/device_scan.cuh>

#include "compute/gpu/launch_shapes.h"
#include "compute/gpu/warp.cuh"
#include "compute/gpu/with_scratch.h"
#include "compute/tiles/tile_rule.h"

namespace arete::cuda {

namespace {

constexpr uint32_t kNearBlock = 128;
constexpr uint32_t kPiece = 1 << 10;             // points of a near leaf that a warp looks at
constexpr uint64_t kAtOnce = uint64_t(1) << 20;  // pieces of a launch, so that it can be cancelled

/// A node for the search, which needs no stack: the node to continue with is stored for when this one is too far away.
struct SearchNode {
  uint32_t firstChild, skip, leaf;  // leaf: its number; kNone for other nodes
};
struct SearchLeaf {
  uint32_t node, begin, end;
};

/// Points from `first` on of a leaf that is near another one.
struct NearPiece {
  uint32_t leaf, near, first;
};

struct Search {
  const SearchNode* nodes;
  const SearchLeaf* leaves;
  const double* bounds;
  uint32_t leafCount;
  int dimension;
  double reach;  // squared

  __device__ const double* low(uint32_t node) const { return bounds + size_t(node) * 2 * uint32_t(dimension); }
  __device__ const double* high(uint32_t node) const { return low(node) + dimension; }
  /// Calls visit(number) for the other leaves whose boxes are within reach, in their order.
  template <class Visit>
  __device__ void forEachNear(uint32_t leaf, const Visit& visit) const {
    const uint32_t self = leaves[leaf].node;
    for (uint32_t at = 0; at != TileNode::kNone;) {
      const SearchNode node = nodes[at];
      if (at == self || shared::squaredGap(low(self), high(self), low(at), high(at), dimension) > reach) {
        at = node.skip;
        continue;
      }
      if (node.leaf != TileNode::kNone) visit(node.leaf);
      at = node.leaf != TileNode::kNone ? node.skip : node.firstChild;
    }
  }
};

/// Counts the near leaves of each leaf, or writes them from starts[leaf] on.
__global__ void __launch_bounds__(kNearBlock)
    touchingKernel(Search search, uint32_t first, const uint64_t* starts, uint64_t* counts, uint32_t* near) {
  const uint32_t leaf = first + blockIdx.x * kNearBlock + threadIdx.x;
  if (leaf >= search.leafCount) return;
  uint64_t found = starts != nullptr ? starts[leaf] : 0;
  search.forEachNear(leaf, [&](uint32_t other) {
    if (starts != nullptr) near[found] = other;
    ++found;
  });
  if (starts == nullptr) counts[leaf] = found;
}

/// The same, but with large leaves in pieces.
__global__ void __launch_bounds__(kNearBlock)
    pieceKernel(Search search, uint32_t first, const uint64_t* starts, uint64_t* counts, NearPiece* pieces) {
  const uint32_t leaf = first + blockIdx.x * kNearBlock + threadIdx.x;
  if (leaf >= search.leafCount) return;
  uint64_t found = starts != nullptr ? starts[leaf] : 0;
  search.forEachNear(leaf, [&](uint32_t other) {
    const SearchLeaf near = search.leaves[other];
    for (uint32_t at = near.begin; at < near.end; at += min(kPiece, near.end - at), ++found)
      if (starts != nullptr) pieces[found] = {leaf, other, at};
  });
  if (starts == nullptr) counts[leaf] = found;
}

/// One warp per piece: counts the points within reach of the leaf's box, or writes them from places[piece] on.
template <class T>
__global__ void __launch_bounds__(kNearBlock)
    surroundingsKernel(Search search, DevicePoints<T> points, const uint32_t* order, const NearPiece* pieces, uint64_t firstPiece, uint64_t endPiece,
                       const uint64_t* places, uint32_t* counts, uint32_t* surroundings) {
  const uint32_t lane = threadIdx.x % kWarp;
  const uint64_t number = firstPiece + (uint64_t(blockIdx.x) * kNearBlock + threadIdx.x) / kWarp;
  if (number >= endPiece) return;
  const NearPiece piece = pieces[number];
  const uint32_t node = search.leaves[piece.leaf].node, leafEnd = search.leaves[piece.near].end;
  const double *const low = search.low(node), *const high = search.high(node);
  const uint32_t end = piece.first + min(kPiece, leafEnd - piece.first), nearNode = search.leaves[piece.near].node;
  uint64_t found = places != nullptr ? places[number] : 0;
  if (shared::squaredGapToFarthest(low, high, search.low(nearNode), search.high(nearNode), search.dimension) <= search.reach) {
    for (uint32_t place = piece.first + lane; place < end && places != nullptr; place += kWarp)
      surroundings[found + place - piece.first] = order[place];
    if (places == nullptr && lane == 0) counts[number] = end - piece.first;
    return;
  }
  for (uint64_t first = piece.first; first < end; first += kWarp) {
    const uint64_t place = first + lane;
    bool isNear = place < end;
    uint32_t index = 0;
    if (isNear) {
      index = order[place];
      const T* const point = points.data + index * points.pointStride;
      double squared = 0;
      for (int k = 0; k < search.dimension; ++k) {
        const double x = double(point[size_t(k) * points.coordinateStride]), gap = shared::gapBetween(low[k], high[k], x, x), square = gap * gap;
        squared = squared + square;
      }
      isNear = squared <= search.reach;
    }
    const uint32_t near = __ballot_sync(kAllLanes, isNear);
    if (isNear && places != nullptr) surroundings[found + uint32_t(__popc(near & ((1u << lane) - 1)))] = index;
    found += uint32_t(__popc(near));
  }
  if (places == nullptr && lane == 0) counts[number] = uint32_t(found);
}

/// Computes where the list of each leaf starts, from where its first piece does.
__global__ void __launch_bounds__(kNearBlock) startKernel(const uint64_t* firstPieces, uint32_t count, const uint64_t* places, uint64_t* starts) {
  const uint32_t i = blockIdx.x * kNearBlock + threadIdx.x;
  if (i < count) starts[i] = places[firstPieces[i]];
}

struct Widened {
  __host__ __device__ uint64_t operator()(uint32_t x) const { return x; }
};

/// The search structure of a tree in device memory.
class Finder {
 public:
  Finder(const TileTree& tree, double reach, CudaDevice& device) : device_(device), stream_(device.stream()) {
    const size_t count = tree.nodes.size();
    hostNodes_.resize(count, {TileNode::kNone, TileNode::kNone, TileNode::kNone});
    for (size_t i = 0; i < count; ++i) {
      const TileNode& node = tree.nodes[i];
      hostNodes_[i].firstChild = node.firstChild;
      for (uint32_t child = 0; child < node.children; ++child)
        hostNodes_[node.firstChild + child].skip = child + 1 < node.children ? node.firstChild + child + 1 : hostNodes_[i].skip;
    }
    for (size_t leaf = 0; leaf < tree.leaves.size(); ++leaf) {
      const uint32_t node = tree.leaves[leaf];
      hostNodes_[node].leaf = uint32_t(leaf);
      hostLeaves_.push_back({node, tree.nodes[node].begin, tree.nodes[node].end});
    }
    nodes_ = Buffer<SearchNode>(count, stream_), leaves_ = Buffer<SearchLeaf>(hostLeaves_.size(), stream_);
    bounds_ = Buffer<double>(tree.bounds.size(), stream_);
    nodes_.upload(hostNodes_), leaves_.upload(hostLeaves_), bounds_.upload(tree.bounds);
    search_ = {nodes_.data(), leaves_.data(), bounds_.data(), uint32_t(hostLeaves_.size()), tree.dimension, reach};
  }

  IndexLists touching(const StageContext& context) const {
    const Buffer<uint64_t> counts = this->counts(), starts(counts.size(), stream_);
    forLeaves(context, [&](uint32_t first, uint32_t blocks) {
      touchingKernel<<<blocks, kNearBlock, 0, stream_>>>(search_, first, nullptr, counts.data(), nullptr);
      CUDA_CHECK_LAUNCH("touchingKernel");
    });
    sum(counts.data(), starts.data(), counts.size());
    IndexLists lists{.starts = starts.download(starts.size())};
    const Buffer<uint32_t> near(lists.starts.back(), stream_);
    forLeaves(context, [&](uint32_t first, uint32_t blocks) {
      touchingKernel<<<blocks, kNearBlock, 0, stream_>>>(search_, first, starts.data(), nullptr, near.data());
      CUDA_CHECK_LAUNCH("touchingKernel");
    });
    return withValues(std::move(lists), near);
  }

  template <class T>
  void surroundings(TileTree& tree, const DevicePoints<T>& points, const uint32_t* order, const std::shared_ptr<DeviceTiles>& tiles,
                    const StageContext& context) const {
    const Buffer<uint64_t> counts = this->counts(), firstPieces(counts.size(), stream_);
    forLeaves(context, [&](uint32_t first, uint32_t blocks) {
      pieceKernel<<<blocks, kNearBlock, 0, stream_>>>(search_, first, nullptr, counts.data(), nullptr);
      CUDA_CHECK_LAUNCH("pieceKernel");
    });
    sum(counts.data(), firstPieces.data(), counts.size());
    const uint64_t pieceCount = last(firstPieces);
    const Buffer<NearPiece> pieces(pieceCount, stream_);
    forLeaves(context, [&](uint32_t first, uint32_t blocks) {
      pieceKernel<<<blocks, kNearBlock, 0, stream_>>>(search_, first, firstPieces.data(), nullptr, pieces.data());
      CUDA_CHECK_LAUNCH("pieceKernel");
    });

    const Buffer<uint32_t> found(pieceCount + 1, stream_);
    const Buffer<uint64_t> places(pieceCount + 1, stream_);
    found.clear();
    look(points, order, pieces, nullptr, found.data(), nullptr, context);
    sum(thrust::make_transform_iterator(static_cast<const uint32_t*>(found.data()), Widened{}), places.data(), places.size());
    checkSurroundingsSize(last(places));
    startKernel<<<blocksFor(counts.size(), kNearBlock), kNearBlock, 0, stream_>>>(firstPieces.data(), uint32_t(counts.size()), places.data(),
                                                                                  counts.data());
    CUDA_CHECK_LAUNCH("startKernel");
    tree.surroundings.starts = counts.download(counts.size());
    Buffer<uint32_t> surroundings(tree.surroundings.total(), stream_);
    look(points, order, pieces, places.data(), nullptr, surroundings.data(), context);
    if (tiles && mayStay(device_, surroundings.size() * sizeof(uint32_t))) DeviceTiles::keepSurroundings(tiles, std::move(surroundings), tree);
    else tree.surroundings = withValues(std::move(tree.surroundings), surroundings);
  }

 private:
  /// One counter per leaf and one more, which stays 0: its place in the sums is their end.
  Buffer<uint64_t> counts() const {
    Buffer<uint64_t> counts(search_.leafCount + 1, stream_);
    counts.clear();
    return counts;
  }
  IndexLists withValues(IndexLists lists, const Buffer<uint32_t>& values) const {
    lists.values.resize(values.size());
    device_.staging().download(lists.values.data(), values.data(), values.size() * sizeof(uint32_t), stream_);
    return lists;
  }
  /// Calls launch(first, blocks) for stretches of leaves, about as many as the GPU has threads: a launch lasts as long as the longest walks.
  template <class Launch>
  void forLeaves(const StageContext& context, const Launch& launch) const {
    constexpr uint32_t kLeavesAtOnce = 1 << 18;
    for (uint64_t first = 0; first < search_.leafCount; first += kLeavesAtOnce) {
      if (first > 0) CUDA_CHECK(cudaStreamSynchronize(stream_));
      context.checkStop();
      launch(uint32_t(first), blocksFor(std::min<uint64_t>(kLeavesAtOnce, search_.leafCount - first), kNearBlock));
    }
  }

  template <class From>
  void sum(From counts, uint64_t* sums, size_t count) const {
    withScratch(stream_,
                [&](void* scratch, size_t& bytes) { return cub::DeviceScan::ExclusiveSum(scratch, bytes, counts, sums, int64_t(count), stream_); });
  }
  uint64_t last(const Buffer<uint64_t>& sums) const {
    return *reinterpret_cast<const uint64_t*>(device_.download(sums.data() + sums.size() - 1, sizeof(uint64_t)));
  }

  template <class T>
  void look(const DevicePoints<T>& points, const uint32_t* order, const Buffer<NearPiece>& pieces, const uint64_t* places, uint32_t* counts,
            uint32_t* surroundings, const StageContext& context) const {
    for (uint64_t first = 0; first < pieces.size(); first += kAtOnce) {
      if (first > 0) CUDA_CHECK(cudaStreamSynchronize(stream_));
      context.checkStop();
      const uint64_t end = std::min<uint64_t>(first + kAtOnce, pieces.size());
      surroundingsKernel<T><<<blocksFor((end - first) * kWarp, kNearBlock), kNearBlock, 0, stream_>>>(search_, points, order, pieces.data(), first,
                                                                                                      end, places, counts, surroundings);
      CUDA_CHECK_LAUNCH("surroundingsKernel");
    }
  }

  CudaDevice& device_;
  const cudaStream_t stream_;
  std::vector<SearchNode> hostNodes_;
  std::vector<SearchLeaf> hostLeaves_;
  Buffer<SearchNode> nodes_;
  Buffer<SearchLeaf> leaves_;
  Buffer<double> bounds_;
  Search search_{};
};

}  // namespace

template <class T>
void findSurroundings(TileTree& tree, const DevicePoints<T>& points, const uint32_t* order, double r1, const std::shared_ptr<DeviceTiles>& tiles,
                      const StageContext& context) {
  if (tree.kind == TileKind::local) return;
  const bool grouped = tree.kind == TileKind::grouped;
  const Finder finder(tree, grouped ? 0 : r1 * r1, cudaDevice(context));
  if (grouped) tree.touching = finder.touching(context);
  else finder.surroundings(tree, points, order, tiles, context);
}
template void findSurroundings(TileTree&, const DevicePoints<float>&, const uint32_t*, double, const std::shared_ptr<DeviceTiles>&,
                               const StageContext&);
template void findSurroundings(TileTree&, const DevicePoints<double>&, const uint32_t*, double, const std::shared_ptr<DeviceTiles>&,
                               const StageContext&);

}  // namespace arete::cuda
