// The host side of the tree, compiled in one file for every few dimensions.
#pragma once

#include <array>

#include "compute/gpu/launch_shapes.h"
#include "compute/gpu/warp.cuh"
#include "compute/neighbours/knn/long_search.cuh"
#include "compute/neighbours/knn/tree_search.cuh"

namespace arete::cuda {

/// Calls launch(first, budget) for items 0 … total − 1, and again from the first item that was not done in time.
template <class F>
void inBudget(uint32_t total, const StageContext& context, cudaStream_t stream, F&& launch) {
  const Buffer<Budget> budget(1, stream);
  for (uint32_t first = 0; first < total;) {
    budget.clear();
    launch(first, budget.data());
    first = total - budget.download(1)[0].undone;
    context.checkStop();
    context.report(double(first) / total);
  }
}

template <class T, int D>
class TreeOf final : public SpatialTree<T> {
 public:
  TreeOf(const DevicePointSet<T>& points, const CodeFrame<T>& frame, cudaStream_t stream)
      : frame_(frame),
        bits_(coarseBits(points.size(), points.dimension(), frame.bits)),
        ordered_(orderBySpace<T, D>(points, frame_, bits_, CurveShare{}, stream)) {
    uint32_t count = blocksFor(points.size(), kLeaf), all = 0;
    view_ = {ordered_.points.data(), points.size(), 0, {}, {}};
    for (;; count = blocksFor(count, kFan)) {
      view_.sizes[view_.levels++] = count;
      all += count;
      if (count <= kFan) break;
    }
    boxes_ = Buffer<Box<T, D>>(all, stream);
    Box<T, D>* level = boxes_.data();
    for (int i = 0; i < view_.levels; ++i) {
      view_.boxes[i] = level;
      if (i == 0) boundLeaves<T, D><<<blocksFor(view_.count, kBuildThreads), kBuildThreads, 0, stream>>>(view_.points, view_.count, level);
      else
        groupBoxes<T, D><<<blocksFor(view_.sizes[i - 1], kBuildThreads), kBuildThreads, 0, stream>>>(view_.boxes[i - 1], view_.sizes[i - 1], level);
      CUDA_CHECK_LAUNCH(i == 0 ? "boundLeaves" : "groupBoxes");
      level += view_.sizes[i];
    }
  }

  void search(const DeviceQueries<T>& queries, const SharedAnswer<T>& answer, const StageContext& context, CurveShare share) const override {
    if (queries.reference) return searchOwn(queries, answer, context, share);
    const cudaStream_t stream = cudaDevice(context).stream();
    const OrderedPoints<T, D> ordered = orderBySpace<T, D>(queries.points, frame_, bits_, share, stream);
    const Buffer<uint32_t> homes = homesOf(ordered, ordered_, queries.points.dimension(), frame_, bits_, stream);
    searchOrdered({ordered.points.data(), ordered.count, homes.data()}, queries, answer, context);
  }

 private:
  /// The lengths of lists in registers that are worth compiling. Longer lists are a warp's.
  template <int K>
  static constexpr bool kInRegisters = K == 1 || (sizeof(T) == sizeof(float) && (K == 8 || D <= 3));

  /// Queries in the order of the curve. Homes: the leaf of each, or null where they are all of the tree's own points.
  struct Ordered {
    const Packed<T, D>* points;
    uint32_t count;
    const uint32_t* homes;
  };

  void searchOwn(const DeviceQueries<T>& queries, const SharedAnswer<T>& answer, const StageContext& context, CurveShare share) const {
    if (share.parts == 1) return searchOrdered({view_.points, view_.count, nullptr}, queries, answer, context);
    const cudaStream_t stream = cudaDevice(context).stream();
    const Stretch stretch = stretchOf(ordered_.starts, view_.count, share, stream);
    const Buffer<uint32_t> homes(stretch.size(), stream);
    if (stretch.size() == 0) return;
    findOwnHomes<<<blocksFor(stretch.size(), kBuildThreads), kBuildThreads, 0, stream>>>(stretch.first, stretch.size(), homes.data());
    CUDA_CHECK_LAUNCH("findOwnHomes");
    searchOrdered({view_.points + stretch.first, stretch.size(), homes.data()}, queries, answer, context);
  }

  void searchOrdered(const Ordered& ordered, const DeviceQueries<T>& queries, const SharedAnswer<T>& answer, const StageContext& context) const {
    const uint32_t k = queries.k;
    if (k == 1) return packetsOf<1>(ordered, queries, answer, context);
    if (k <= 8 && kInRegisters<8>) return packetsOf<8>(ordered, queries, answer, context);
    if (k <= 20 && kInRegisters<20>) return packetsOf<20>(ordered, queries, answer, context);
    if (k <= 32 && kInRegisters<32>) return packetsOf<32>(ordered, queries, answer, context);
    const cudaStream_t stream = cudaDevice(context).stream();
    constexpr size_t kRoom_bytes = 32 << 10;  // of a block's shared memory
    const uint32_t size = std::max(std::bit_ceil(k), 64u), m = ordered.count, bytes = 2 * size * sizeof(Key<T>);
    const uint32_t warps = std::clamp<uint32_t>(kRoom_bytes / bytes, 1, kMostLongWarps);
    inBudget(m, context, stream, [&](uint32_t first, Budget* budget) {
      searchLong<T, D><<<blocksFor(m - first, warps), kWarp * warps, warps * bytes, stream>>>(
          view_, ordered.points, m, first, ordered.homes, queries.first, queries.excludeSelf, size, budget, answer);
      CUDA_CHECK_LAUNCH("searchLong");
    });
  }

  template <int K>
  void packetsOf(const Ordered& ordered, const DeviceQueries<T>& queries, const SharedAnswer<T>& answer, const StageContext& context) const {
    if constexpr (kInRegisters<K>) {
      const cudaStream_t stream = cudaDevice(context).stream();
      const uint32_t m = ordered.count, packets = blocksFor(m, kFan);
      inBudget(packets, context, stream, [&](uint32_t first, Budget* budget) {
        constexpr uint32_t kThreads = PacketShape<K>::kThreads;
        searchPackets<T, D, K><<<blocksFor(size_t(packets - first) * kWarp, kThreads), kThreads, 0, stream>>>(
            view_, ordered.points, m, first, packets, ordered.homes, queries.first, queries.excludeSelf, budget, answer);
        CUDA_CHECK_LAUNCH("searchPackets");
      });
    }
  }

  CodeFrame<T> frame_;
  int bits_;  // of cells that are counted
  OrderedPoints<T, D> ordered_;
  Buffer<Box<T, D>> boxes_;
  TreeView<T, D> view_{};
};

template <class T, int D>
std::unique_ptr<SpatialTree<T>> makeTreeOf(const DevicePointSet<T>& points, const CodeFrame<T>& frame, const StageContext& context) {
  return std::make_unique<TreeOf<T, D>>(points, frame, cudaDevice(context).stream());
}

}  // namespace arete::cuda
