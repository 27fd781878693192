// The tree's host side, compiled in a file for every few dimensions.
#pragma once

#include <array>

#include "compute/cuda/knn/tree_search.cuh"

namespace arete::cuda {

/// The leaf in which the middle query of each 32 would lie: the last one whose first code is not above.
template <class Code>
__global__ void findHomes(const Code* codes, uint32_t count, const Code* queryCodes, uint32_t queries, uint32_t* homes) {
  const uint32_t packet = blockIdx.x * blockDim.x + threadIdx.x;
  if (size_t(packet) * 32 >= queries) return;
  const size_t middle = size_t(packet) * 32 + 16;
  const Code code = queryCodes[middle < queries ? middle : queries - 1];
  uint32_t low = 0, high = (count - 1) / kLeaf + 1;
  while (high - low > 1) {
    const uint32_t half = low + (high - low) / 2;
    if (codes[size_t(half) * kLeaf] <= code) low = half;
    else high = half;
  }
  homes[packet] = low;
}

/// Calls launch(first, budget) for items 0 … total − 1, and again from the first one that was not done in time.
template <class F>
void inBudget(uint32_t total, const StageContext& context, cudaStream_t stream, F&& launch) {
  const Buffer<Budget> budget(1, stream);
  for (uint32_t first = 0; first < total;) {
    const Budget fresh{0, UINT32_MAX};
    budget.upload({&fresh, 1});
    launch(first, budget.data());
    first = std::min(budget.download(1)[0].unfinished, total);
    context.checkStop();
    context.report(double(first) / total);
  }
}

template <class T, int D, class Code>
class TreeOf final : public SpatialTree<T> {
 public:
  TreeOf(const DevicePointSet<T>& points, const CodeFrame<T>& frame, cudaStream_t stream)
      : frame_(frame), sorted_(sortBySpace<T, Code>(points, frame, stream)), packed_(points.size(), stream) {
    const uint32_t n = points.size();
    uint32_t count = blocksFor(n, kLeaf);
    boxes_[0] = Buffer<Box<T, D>>(count, stream);
    packPoints<T, D><<<blocksFor(n, kBuildThreads), kBuildThreads, 0, stream>>>(points.view(), n, points.dimension(), sorted_.order.data(),
                                                                                packed_.data(), boxes_[0].data());
    CUDA_CHECK_LAUNCH("packPoints");
    view_ = {packed_.data(), n, 1, {boxes_[0].data()}, {count}};
    while (count > kFan) {
      const uint32_t parents = blocksFor(count, kFan);
      Buffer<Box<T, D>>& level = boxes_[view_.levels] = Buffer<Box<T, D>>(parents, stream);
      groupBoxes<T, D><<<blocksFor(count, kBuildThreads), kBuildThreads, 0, stream>>>(boxes_[view_.levels - 1].data(), count, level.data());
      CUDA_CHECK_LAUNCH("groupBoxes");
      view_.boxes[view_.levels] = level.data();
      view_.sizes[view_.levels] = count = parents;
      ++view_.levels;
    }
  }

  void search(const DeviceQueries<T>& queries, const DeviceAnswer<T>& answer, const StageContext& context) const override {
    const cudaStream_t stream = cudaDevice(context).stream();
    const uint32_t m = queries.size(), packets = blocksFor(m, kFan);
    if (queries.reference) return searchSorted(packed_.data(), nullptr, queries, answer, context);
    const SortedCodes<Code> sorted = sortBySpace<T, Code>(queries.points, frame_, stream);
    const Buffer<Packed<T, D>> packed(m, stream);
    packPoints<T, D><<<blocksFor(m, kBuildThreads), kBuildThreads, 0, stream>>>(queries.points.view(), m, queries.points.dimension(),
                                                                                sorted.order.data(), packed.data(), nullptr);
    CUDA_CHECK_LAUNCH("packPoints");
    const Buffer<uint32_t> homes(packets, stream);
    findHomes<Code>
        <<<blocksFor(packets, kBuildThreads), kBuildThreads, 0, stream>>>(sorted_.codes.data(), view_.count, sorted.codes.data(), m, homes.data());
    CUDA_CHECK_LAUNCH("findHomes");
    searchSorted(packed.data(), homes.data(), queries, answer, context);
  }

 private:
  /// Lists in registers: what is worth compiling. Longer ones are a warp's.
  template <int K>
  static constexpr bool kInRegisters = K == 1 || (sizeof(T) == sizeof(float) && (K == 8 || D <= 3));

  void searchSorted(const Packed<T, D>* sorted, const uint32_t* homes, const DeviceQueries<T>& queries, const DeviceAnswer<T>& answer,
                    const StageContext& context) const {
    const uint32_t k = queries.k;
    if (k == 1) return packetsOf<1>(sorted, homes, queries, answer, context);
    if (k <= 8 && kInRegisters<8>) return packetsOf<8>(sorted, homes, queries, answer, context);
    if (k <= 20 && kInRegisters<20>) return packetsOf<20>(sorted, homes, queries, answer, context);
    if (k <= 32 && kInRegisters<32>) return packetsOf<32>(sorted, homes, queries, answer, context);
    const cudaStream_t stream = cudaDevice(context).stream();
    const uint32_t size = std::max(std::bit_ceil(k), 64u), m = queries.size();
    inBudget(m, context, stream, [&](uint32_t first, Budget* budget) {
      searchLong<T, D><<<m - first, 32, 2 * size * sizeof(Key<T>), stream>>>(view_, sorted, first, homes, queries.first, queries.excludeSelf, size,
                                                                             budget, answer);
      CUDA_CHECK_LAUNCH("searchLong");
    });
  }

  template <int K>
  void packetsOf(const Packed<T, D>* sorted, const uint32_t* homes, const DeviceQueries<T>& queries, const DeviceAnswer<T>& answer,
                 const StageContext& context) const {
    if constexpr (kInRegisters<K>) {
      const cudaStream_t stream = cudaDevice(context).stream();
      const uint32_t m = queries.size(), packets = blocksFor(m, kFan);
      inBudget(packets, context, stream, [&](uint32_t first, Budget* budget) {
        searchPackets<T, D, K><<<blocksFor(size_t(packets - first) * 32, kPacketThreads), kPacketThreads, 0, stream>>>(
            view_, sorted, m, first, homes, queries.first, queries.excludeSelf, budget, answer);
        CUDA_CHECK_LAUNCH("searchPackets");
      });
    }
  }

  CodeFrame<T> frame_;
  SortedCodes<Code> sorted_;
  Buffer<Packed<T, D>> packed_;
  std::array<Buffer<Box<T, D>>, kMostLevels> boxes_;
  TreeView<T, D> view_{};
};

template <class T, int D>
std::unique_ptr<SpatialTree<T>> makeTreeOf(const DevicePointSet<T>& points, const CodeFrame<T>& frame, const StageContext& context) {
  const cudaStream_t stream = cudaDevice(context).stream();
  if (frame.wide) return std::make_unique<TreeOf<T, D, uint64_t>>(points, frame, stream);
  return std::make_unique<TreeOf<T, D, uint32_t>>(points, frame, stream);
}

}  // namespace arete::cuda
