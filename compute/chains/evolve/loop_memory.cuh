// The memory of accelerated evolve on a device: points sorted by space with what is known of them, and what is known of each chosen point. Sums are
// kept apart, as parts of a cloud (parts.cu) show theirs to each other.
#pragma once

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

#include "compute/chains/evolve/accelerated_kernels.cuh"
#include "compute/core/error.h"
#include "compute/core/fixed_scale.h"
#include "compute/gpu/launch_shapes.h"
#include "compute/gpu/watch.h"

namespace arete::cuda {

inline constexpr uint32_t kLargeCloud = 1u << 22;  // points: from here on the bandwidth of memory decides, not its latency

/// The formulas of one evolve.
template <class T>
struct LoopRules {
  explicit LoopRules(const EvolveInput& in)
      : margins(shared::marginRule<T>(in.r1, in.cloud.dimension())), rule(moveRule<T>(in.params, in.r1)), scale(makeFixedScale(in.scaled())) {}
  shared::MarginRule<T> margins;
  shared::MoveRule<T> rule;
  shared::FixedScale scale;
};

template <class T>
class LoopMemory {
 public:
  LoopMemory(SortedCloud<T> sorted, const LoopRules<T>& rules, CudaDevice& device)
      : cloud(std::move(sorted)),
        isLarge(cloud.count >= kLargeCloud && (cloud.dimension == 2 || cloud.dimension == 3)),
        rules_(rules),
        device_(device),
        stream_(device.stream()),
        assigned_(cloud.count, stream_),
        deadlines_(cloud.strips.size() * kPacketsPerStrip, stream_),
        stripStates_(cloud.strips.size(), stream_),
        movements_(cloud.cells, stream_),
        renewed_(cloud.cells, stream_),
        lists_(cloud.cells, stream_) {
    if (!isLarge) return;
    balls_ = Buffer<Ball<T>>(cloud.strips.size(), stream_);
    stripSums_ = Buffer<unsigned long long>(cloud.strips.size() * size_t(cloud.dimension) * DeviceSums<T>::kWords, stream_);
    stripSlots_ = Buffer<uint32_t>(cloud.strips.size(), stream_);
    ballKernel<T><<<manyBlocks(), kInitBlock, 0, stream_>>>(state());
    CUDA_CHECK_LAUNCH("ballKernel");
  }

  /// Makes room for these chosen points, row layout, and uploads them. Throws Error where there are too many. clear() must follow.
  void reset(std::span<const T> rows) {
    slots_ = uint32_t(rows.size() / size_t(cloud.dimension));
    const size_t aroundEach = cloud.grid.axes == 1 ? 3 : cloud.grid.axes == 2 ? 9 : kTouching;
    const size_t candidates = size_t(slots_) * aroundEach * 3 / 2 + size_t(cloud.cells) * 8;  // what listCandidates may allocate
    if (candidates > UINT32_MAX)
      throw Error(ErrorKind::wrongUse, "too many chosen points", "accelerated evolve on a GPU", std::to_string(slots_) + " of them",
                  "choose a larger R1");
    chosen_.reserve(rows.size(), stream_);
    for (Buffer<uint32_t>* each : {&alive_, &presentIndex_}) each->reserve(slots_, stream_);
    around_.reserve(size_t(slots_) * kTouching, stream_);
    candidates_.reserve(candidates, stream_);
    chosen_.upload(rows);
    present_.resize(slots_);
    std::iota(present_.begin(), present_.end(), 0u);
  }
  /// `state` has the sums: they are cleared too.
  void clear(const LoopState<T>& state) const {
    initKernel<T><<<manyBlocks(), kInitBlock, 0, stream_>>>(state);
    CUDA_CHECK_LAUNCH("initKernel");
  }
  /// Keeps only these of S.
  void keep(std::span<const uint32_t> kept) {
    std::vector<uint32_t> left, index(slots_, kNoEntry);
    for (const uint32_t i : kept) {
      index[present_[i]] = uint32_t(left.size());
      left.push_back(present_[i]);
    }
    present_ = std::move(left);
    presentIndex_.upload(index);
  }

  /// Without sums, results and what only small clouds have.
  LoopState<T> state() const {
    return {.grid = cloud.grid,
            .coordinates = cloud.coordinates.data(),
            .count = cloud.count,
            .dimension = cloud.dimension,
            .cellNumbers = cloud.table.table(),
            .cells = cloud.cells,
            .strips = cloud.strips.data(),
            .stripCount = cloud.stripCount.data(),
            .assigned = assigned_.data(),
            .deadlines = deadlines_.data(),
            .stripStates = stripStates_.data(),
            .movements = movements_.data(),
            .renewed = renewed_.data(),
            .lists = lists_.data(),
            .candidates = candidates_.data(),
            .chosen = chosen_.data(),
            .slots = slots_,
            .alive = alive_.data(),
            .presentIndex = presentIndex_.data(),
            .around = around_.data(),
            .patience = patience(),
            .balls = balls_.data(),
            .stripSums = stripSums_.data(),
            .stripSlots = stripSlots_.data(),
            .together = cloud.count < kLargeCloud ? 1u : kTogether,
            .r1 = std::sqrt(float(rules_.margins.reach)),
            .cap = std::sqrt(float(rules_.margins.cap)),
            .margins = rules_.margins,
            .rule = rules_.rule,
            .scale = rules_.scale};
  }

  /// For every point of the sorted cloud, by its number among the points that were sorted, written from `to` on: its slot's place in S, or
  /// kUnassigned.
  void assignment(const LoopState<T>& state, uint32_t* to) const {
    if (isLarge) {
      assignStripsKernel<T><<<manyBlocks(), kInitBlock, 0, stream_>>>(state);
      CUDA_CHECK_LAUNCH("assignStripsKernel");
    }
    const std::vector<uint32_t> slots = assigned_.download(cloud.count), original = cloud.original.download(cloud.count);
    std::vector<uint32_t> index(slots_, kUnassigned);
    for (uint32_t i = 0; i < present_.size(); ++i) index[present_[i]] = i;
    for (size_t i = 0; i < slots.size(); ++i) to[original[i]] = slots[i] == kUnassigned ? kUnassigned : index[slots[i]];
  }

  /// Slots of S now.
  const std::vector<uint32_t>& present() const { return present_; }
  uint32_t slots() const { return slots_; }
  const LoopRules<T>& rules() const { return rules_; }
  /// Blocks of the loop's kernels; more of them wait longer for each other, and large clouds need them to hide the latency of memory.
  uint32_t loopBlocks(const void* kernel) const {
    const uint32_t each = std::min(residentBlocks(kernel, kLoopBlock), cloud.count >= kLargeCloud ? 2u : 1u);
    return std::clamp(blocksFor(cloud.strips.size(), kLoopWarps), 1u, uint32_t(device_.multiprocessors()) * each);
  }

  const SortedCloud<T> cloud;
  const bool isLarge;  // then strips have balls

 private:
  static constexpr uint32_t kTogether = 4;  // neighbouring strips of a large cloud for a block: reads in pieces of 64 bytes
  uint32_t manyBlocks() const { return uint32_t(device_.multiprocessors()) * kInitBlocksEach; }

  const LoopRules<T> rules_;
  CudaDevice& device_;
  const cudaStream_t stream_;
  Buffer<uint32_t> assigned_;
  Buffer<double> deadlines_;
  Buffer<StripState> stripStates_;
  Buffer<unsigned long long> movements_;
  Buffer<uint32_t> renewed_;
  Buffer<CandidateList> lists_;
  Buffer<Ball<T>> balls_;
  Buffer<unsigned long long> stripSums_;
  Buffer<uint32_t> stripSlots_;
  uint32_t slots_ = 0;
  Buffer<T> chosen_;
  Buffer<uint32_t> alive_, presentIndex_, around_, candidates_;
  std::vector<uint32_t> present_;
};

}  // namespace arete::cuda
