// A stretch of the cloud on a GPU while chosen points evolve. See parts.cu for the idea.
#pragma once

#include <optional>

#include "compute/chains/evolve/loop_memory.cuh"
#include "compute/chains/evolve/part_launch.cuh"
#include "compute/chains/evolve/part_state.cuh"
#include "compute/gpu/gpu_team.h"

namespace arete::cuda {

/// An event without times, which costs less.
inline Event makeMark() {
  cudaEvent_t event = nullptr;
  CUDA_CHECK(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
  return Event(event);
}

/// Every function makes the part's GPU current.
template <class T>
class PartOnGpu {
 public:
  PartOnGpu(const CloudStretch& stretch, const PointCloud& cloud, const DeviceGrid& grid, const LoopRules<T>& rules)
      : stretch_(stretch), device_(*stretch.device), stream_(device_.stream()) {
    const OnGpu here(gpu());
    memory_.emplace(SortedCloud<T>(device_.uploadStretch<T>(cloud, stretch.first, stretch.count), grid, device_), rules, device_);
    kernels_ = partKernelsFor<T>(memory_->cloud.dimension, memory_->isLarge);
    lookBlocks_ = memory_->loopBlocks(kernels_.look);
    header_ = Buffer<std::byte>(sizeof(LoopControl) + sizeof(PartProgress), stream_);
    looked_ = makeMark(), moved_ = makeMark();
    CUDA_CHECK(cudaStreamSynchronize(stream_));
  }
  ~PartOnGpu() {
    const OnGpu here(gpu());
    cudaStreamSynchronize(stream_);
    memory_.reset();
    header_ = {}, counters_ = {}, rows_ = {}, history_ = {};
    looked_.reset(), moved_.reset();
  }
  PartOnGpu(const PartOnGpu&) = delete;

  int gpu() const { return device_.index(); }
  const CloudStretch& stretch() const { return stretch_; }
  cudaStream_t stream() const { return stream_; }
  cudaEvent_t looked() const { return looked_.get(); }
  cudaEvent_t moved() const { return moved_.get(); }
  const LoopMemory<T>& memory() const { return *memory_; }

  /// Begins anew with these chosen points.
  void reset(std::span<const T> rows) {
    const OnGpu here(gpu());
    memory_->reset(rows);
    const size_t bytes = PartSums<T>::bytes(memory_->slots(), dimension());
    if (shown_.bytes() < bytes) shown_ = SharedMemory(bytes + bytes / 2, gpu());
    CUDA_CHECK(cudaMemsetAsync(shown_.data(), 0, bytes, stream_));
    const PartProgress begin{0, 0, 0, 1, 0};
    CUDA_CHECK(cudaMemcpyAsync(progress(), &begin, sizeof begin, cudaMemcpyHostToDevice, stream_));
    reserveRun(1, 0);
    memory_->clear(state());
  }
  void keep(std::span<const uint32_t> kept) {
    const OnGpu here(gpu());
    memory_->keep(kept);
  }

  /// What it shows the others.
  PartSums<T> shown() const { return PartSums<T>::at(shown_.data(), memory_->slots(), dimension()); }
  size_t shownBytes() const { return PartSums<T>::bytes(memory_->slots(), dimension()); }
  std::byte* shownMemory() const { return shown_.data(); }

  /// Before a run of at most `limit` iterations, `steps` of whose S are wanted.
  void prepareRun(uint32_t limit, uint32_t steps) {
    const OnGpu here(gpu());
    reserveRun(limit, steps);
    CUDA_CHECK(cudaMemsetAsync(counters_.data(), 0, limit * sizeof(IterationCounters), stream_));
    CUDA_CHECK(cudaMemsetAsync(progress(), 0, offsetof(PartProgress, iteration), stream_));
    CUDA_CHECK(cudaMemsetAsync(header_.data(), 0, sizeof(LoopControl), stream_));
    state_ = state();
  }
  void list() {
    const OnGpu here(gpu());
    void* arguments[] = {&state_};
    CUDA_CHECK(cudaLaunchCooperativeKernel(kernels_.list, uint32_t(device_.multiprocessors()), kLoopBlock, arguments, 0, stream_));
  }
  void look(PartOrder<T>& order) {
    void* arguments[] = {&state_, &order};
    CUDA_CHECK(cudaLaunchKernel(kernels_.look, lookBlocks_, kLoopBlock, arguments, 0, stream_));
  }
  void move(PartOrder<T>& order) {
    void* arguments[] = {&state_, &order};
    CUDA_CHECK(cudaLaunchCooperativeKernel(kernels_.move, moveBlocks(), kLoopBlock, arguments, 0, stream_));
  }
  PartProgress* progress() const { return reinterpret_cast<PartProgress*>(header_.data() + sizeof(LoopControl)); }
  /// The next look goes on with the iteration that this one was of.
  void resume() {
    static constexpr uint32_t kYes = 1;
    const OnGpu here(gpu());
    CUDA_CHECK(cudaMemcpyAsync(&progress()->resumes, &kYes, sizeof kYes, cudaMemcpyHostToDevice, stream_));
  }

  /// These wait for what was launched.
  std::vector<IterationCounters> counters(uint32_t count) {
    const OnGpu here(gpu());
    const auto* const first = reinterpret_cast<const IterationCounters*>(device_.download(counters_.data(), count * sizeof(IterationCounters)));
    return {first, first + count};
  }
  /// S, row layout.
  std::vector<T> rows() {
    const OnGpu here(gpu());
    void* arguments[] = {&state_};
    CUDA_CHECK(cudaLaunchKernel(kernels_.writeRows, moveBlocks(), kLoopBlock, arguments, 0, stream_));
    return rows_.download(memory_->present().size() * dimension());
  }
  /// S after the first `count` iterations of the run.
  std::vector<T> history(uint32_t count) {
    const OnGpu here(gpu());
    return history_.download(count * memory_->present().size() * dimension());
  }
  uint32_t late(uint32_t round) {
    const OnGpu here(gpu());
    uint32_t late = 0;
    std::memcpy(&late, device_.download(shown().late + (round & 1), sizeof late), sizeof late);
    return late;
  }
  void assignment(std::vector<uint32_t>& whole) const {
    const OnGpu here(gpu());
    memory_->assignment(state_, whole.data() + stretch_.first);
  }

 private:
  size_t dimension() const { return size_t(memory_->cloud.dimension); }
  /// A warp a slot, as far as they fit.
  uint32_t moveBlocks() const { return std::clamp(blocksFor(memory_->slots(), kLoopWarps), 1u, uint32_t(device_.multiprocessors())); }
  void reserveRun(uint32_t limit, uint32_t steps) {
    counters_.reserve(limit, stream_);
    rows_.reserve(memory_->slots() * dimension(), stream_);
    history_.reserve(size_t(steps) * memory_->slots() * dimension(), stream_);
    keepsHistory_ = steps > 0;
  }
  LoopState<T> state() const {
    LoopState<T> state = memory_->state();
    const PartSums<T> own = shown();
    state.sums = own.sums, state.counts = own.counts, state.touched = own.touched;
    state.control = reinterpret_cast<LoopControl*>(header_.data());
    state.counters = counters_.data();
    state.rows = rows_.data();
    state.history = keepsHistory_ ? history_.data() : nullptr;
    return state;
  }

  const CloudStretch stretch_;
  CudaDevice& device_;
  const cudaStream_t stream_;
  std::optional<LoopMemory<T>> memory_;
  PartKernels kernels_{};
  uint32_t lookBlocks_ = 1;
  SharedMemory shown_;
  Buffer<std::byte> header_;  // LoopControl, PartProgress
  Buffer<IterationCounters> counters_;
  Buffer<T> rows_, history_;
  bool keepsHistory_ = false;
  LoopState<T> state_{};
  Event looked_, moved_;
};

}  // namespace arete::cuda
