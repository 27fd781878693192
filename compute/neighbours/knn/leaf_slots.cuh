// Leaves on the GPU: as many as there is room for; the least recently used go first. And the streams that search in them.
#pragma once

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "compute/gpu/buffer.h"
#include "compute/gpu/staging.h"
#include "compute/neighbours/outofcore/leaf_index.h"

namespace arete::cuda {

/// One stream for copies and some for searches, which run side by side.
class SearchStreams {
 public:
  explicit SearchStreams(size_t count) : wanted_(count) {}
  ~SearchStreams() {
    for (const cudaStream_t stream : streams_) cudaStreamDestroy(stream);
    if (event_ != nullptr) cudaEventDestroy(event_);
  }
  SearchStreams(const SearchStreams&) = delete;
  SearchStreams& operator=(const SearchStreams&) = delete;

  /// Makes them the first time, on the current GPU; they begin after the work of `before`.
  void prepare(cudaStream_t before) {
    if (event_ == nullptr) CUDA_CHECK(cudaEventCreateWithFlags(&event_, cudaEventDisableTiming));
    while (streams_.size() < wanted_ + 1) {
      cudaStream_t stream = nullptr;
      CUDA_CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
      streams_.push_back(stream);
    }
    follow(copies(), before);
  }
  cudaStream_t copies() const { return streams_[0]; }
  cudaStream_t next() { return streams_[1 + turn_++ % wanted_]; }
  /// Later work of `stream` waits for the present work of `other`.
  void follow(cudaStream_t stream, cudaStream_t other) const {
    CUDA_CHECK(cudaEventRecord(event_, other));
    CUDA_CHECK(cudaStreamWaitEvent(stream, event_));
  }
  void settle() const noexcept {
    for (const cudaStream_t stream : streams_) cudaStreamSynchronize(stream);
  }
  void wait() const {
    for (const cudaStream_t stream : streams_) CUDA_CHECK(cudaStreamSynchronize(stream));
  }

 private:
  const size_t wanted_;
  size_t turn_ = 0;
  std::vector<cudaStream_t> streams_;
  cudaEvent_t event_ = nullptr;
};

/// Points of a leaf in device memory, row after row.
template <class T>
struct LeafPlaceOnDevice {
  const T* coordinates;
  const uint32_t* indices;
  uint32_t count;
};

/// One caller at a time.
template <class T>
class LeafSlots {
 public:
  LeafSlots() = default;
  ~LeafSlots() { release(); }
  LeafSlots(const LeafSlots&) = delete;
  LeafSlots& operator=(const LeafSlots&) = delete;

  void open(std::span<const outofcore::Leaf> leaves, size_t dimension) {
    dimension_ = dimension;
    largest_ = 1;
    counts_.clear();
    for (const outofcore::Leaf& leaf : leaves) {
      counts_.push_back(leaf.count);
      largest_ = std::max<size_t>(largest_, leaf.count);
    }
    slotOf_.assign(leaves.size(), kNone);
  }
  /// Two leaves: one is copied while the other is searched.
  size_t leastBytes() const { return std::min<size_t>(2, counts_.size()) * slotBytes(); }

  /// Room for as many as fit into `bytes`, but no more than exist; at least leastBytes().
  void reserve(size_t bytes, cudaStream_t stream) {
    const size_t count = std::min(counts_.size(), bytes / slotBytes());
    memory_ = Buffer<std::byte>(count * slotBytes(), stream);
    slots_.resize(count);
    for (Slot& slot : slots_) CUDA_CHECK(cudaEventCreateWithFlags(&slot.searched, cudaEventDisableTiming));
  }
  void release() {
    for (Slot& slot : slots_)
      if (slot.searched != nullptr) cudaEventSynchronize(slot.searched), cudaEventDestroy(slot.searched);
    slots_.clear();
    memory_ = {};
    std::fill(slotOf_.begin(), slotOf_.end(), kNone);
  }

  bool holds(uint32_t leaf) const { return slotOf_[leaf] != kNone; }

  /// The leaf's place; it is copied there first, on `copies`, if necessary. `points`: may be null for a leaf that is held.
  LeafPlaceOnDevice<T> place(uint32_t leaf, const outofcore::LeafPoints<T>* points, Staging& staging, cudaStream_t copies) {
    const bool held = holds(leaf);
    const uint32_t number = held ? slotOf_[leaf] : oldest();
    Slot& slot = slots_[number];
    std::byte* const memory = memory_.data() + number * slotBytes();
    T* const coordinates = reinterpret_cast<T*>(memory);
    auto* const indices = reinterpret_cast<uint32_t*>(memory + largest_ * dimension_ * sizeof(T));
    const uint32_t count = counts_[leaf];
    if (!held) {
      if (slot.leaf != kNone) slotOf_[std::exchange(slot.leaf, kNone)] = kNone;
      CUDA_CHECK(cudaStreamWaitEvent(copies, slot.searched));
      staging.upload(coordinates, points->coordinates.data(), count * dimension_ * sizeof(T), copies);
      staging.upload(indices, points->indices.data(), count * sizeof(uint32_t), copies);
      slot.leaf = leaf;
      slotOf_[leaf] = number;
    }
    slot.lastUse = ++now_;
    return {coordinates, indices, count};
  }
  /// All present work with it has been given to `stream`.
  void used(uint32_t leaf, cudaStream_t stream) const { CUDA_CHECK(cudaEventRecord(slots_[slotOf_[leaf]].searched, stream)); }

 private:
  static constexpr uint32_t kNone = UINT32_MAX;
  static constexpr size_t kAlignment = 256;

  struct Slot {
    uint32_t leaf = kNone;
    uint64_t lastUse = 0;
    cudaEvent_t searched = nullptr;
  };
  uint32_t oldest() const {
    const auto first = [](const Slot& a, const Slot& b) { return a.lastUse < b.lastUse; };
    return uint32_t(std::min_element(slots_.begin(), slots_.end(), first) - slots_.begin());
  }
  size_t slotBytes() const { return (largest_ * (dimension_ * sizeof(T) + sizeof(uint32_t)) + kAlignment - 1) / kAlignment * kAlignment; }

  size_t dimension_ = 1, largest_ = 1;
  std::vector<uint32_t> counts_, slotOf_;  // by leaf
  Buffer<std::byte> memory_;
  std::vector<Slot> slots_;
  uint64_t now_ = 0;
};

}  // namespace arete::cuda
