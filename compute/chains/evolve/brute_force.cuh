// What the two versions of brute force share: S and its sums on the device, and one iteration.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "compute/chains/evolve/contract.h"
#include "compute/chains/evolve/move_rule.h"
#include "compute/chains/evolve/nearest_launch.cuh"
#include "compute/chains/evolve/sums.cuh"
#include "compute/core/distance.h"
#include "compute/core/error.h"
#include "compute/core/fixed_scale.h"
#include "compute/gpu/compiled_for.h"
#include "compute/gpu/cuda_device.h"
#include "compute/gpu/launch_shapes.h"
#include "compute/gpu/warp.cuh"

namespace arete::cuda {

inline constexpr int kShiftBlock = 256;
inline constexpr uint32_t kMostIterations = 1024;  // of one launch of a loop

/// The progress of a loop on the device.
struct BruteProgress {
  uint32_t done, limit;
  uint32_t moved[kMostIterations];  // by iteration
};

template <class T>
struct ShiftWork {
  ChosenPoints<T> chosen;
  uint32_t m;
  int dimension;
  unsigned long long* sums;
  uint32_t* counts;
  BruteProgress* progress;
  T* history;  // S after each iteration, row layout; null: not wanted
  shared::FixedScale scale;
  shared::MoveRule<T> rule;
};

/// The shift kernel: a thread moves a chosen point to the mean of its points, and clears its sums for the next iteration.
template <class T>
__global__ void __launch_bounds__(kShiftBlock) shiftKernel(ShiftWork<T> work) {
  const uint32_t s = blockIdx.x * kShiftBlock + threadIdx.x, done = work.progress->done;
  bool any = false;
  if (s < work.m) {
    const uint32_t count = work.counts[s];
    for (int k = 0; k < work.dimension; ++k) {
      const size_t e = size_t(s) * uint32_t(work.dimension) + uint32_t(k);
      unsigned long long* const sum = work.sums + e * DeviceSums<T>::kWords;
      if (count > 0) {
        const T old = work.chosen.at(s, uint32_t(k)),
                next = shared::movedCoordinate(old, static_cast<T>(shared::fixedMean(DeviceSums<T>::read(sum), count, work.scale)), count, work.rule);
        any = any || next != old;
        work.chosen.at(s, uint32_t(k)) = next;
        for (int w = 0; w < DeviceSums<T>::kWords; ++w) sum[w] = 0;
      }
      if (work.history != nullptr) work.history[size_t(done) * work.m * uint32_t(work.dimension) + e] = work.chosen.at(s, uint32_t(k));
    }
    work.counts[s] = 0;
  }
  const uint32_t movedInBlock = __syncthreads_count(any);
  if (threadIdx.x == 0 && movedInBlock > 0) atomicAdd(work.progress->moved + done, movedInBlock);
}

template <class T>
class BruteForceBase : public Evolver {
 public:
  BruteForceBase(const EvolveInput& in, CudaDevice& device)
      : device_(device),
        stream_(device.stream()),
        cloud_(in.cloud),
        points_(device.upload<T>(in.cloud, &uploaded_)),
        reach_(shared::squaredRadius<T>(in.r1)),
        rule_(moveRule<T>(in.params, in.r1)),
        scale_(makeFixedScale(in.scaled())),
        layout_(Layout(int(in.params.get(kChosenLayoutParam)))),
        shape_(launchShape(in.params, compiledFor(nearestKernelFor<T>(in.cloud.dimension(), 1)), in.cloud.scalar(), in.cloud.dimension())),
        plain_(nearestKernelFor<T>(in.cloud.dimension(), shape_.points)),
        filtered_(filteredKernelFor<T>(in.cloud.dimension(), shape_.points)),
        progress_(1, stream_) {
    // The most that any evolver asks for: the limit is the kernel's, and those of other chunks use it too.
    for (const NearestKernel<T> kernel : {plain_, filtered_})
      if (kernel != nullptr) CUDA_CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, int(device.sharedRoom(kernel))));
  }

  void reset(const PointArray& chosen, const StageContext& context) override {
    context.checkStop();
    copy_ = chosen.withLayout(layout_);
    m_ = copy_.size();
    chosen_.reserve(copy_.elements<T>().size(), stream_);
    sums_.reserve(size_t(m_) * size_t(points_.dimension) * DeviceSums<T>::kWords, stream_);
    counts_.reserve(m_, stream_);
    sums_.clear();
    counts_.clear();
    chosen_.upload(copy_.elements<T>());
    prepareLaunch();
  }

  EvolveStep step(const StageContext& context) override {
    context.checkStop();
    if (m_ == 0) return {0, points_.count};
    progress_.clear();
    try {
      launchIteration(nullptr, context);
    } catch (const Cancelled&) {  // sums of half the cloud
      sums_.clear();
      counts_.clear();
      throw;
    }
    return {reinterpret_cast<const BruteProgress*>(device_.download(progress_.data(), kFirstWords * sizeof(uint32_t)))->moved[0], points_.count};
  }

  PointArray chosen() const override {
    PointArray now = copy_;
    std::ranges::copy(chosen_.download(now.elements<T>().size()), now.elements<T>().begin());
    return now.withLayout(Layout::row);
  }

  std::vector<uint32_t> assignment(const StageContext& context) override {
    context.checkStop();
    const Buffer<uint32_t> result(points_.count, stream_);
    launchNearest(result.data(), context);
    return result.download(points_.count);
  }

 protected:
  static constexpr size_t kFirstWords = 3;  // of BruteProgress, up to the first iteration's count

  /// Nearest and shift kernel on `stream_`. Waits for the device only where isLong().
  void launchIteration(T* history, const StageContext& context) {
    launchNearest(nullptr, context);
    shiftKernel<T><<<blocksFor(m_, kShiftBlock), kShiftBlock, 0, stream_>>>(
        {chosenPoints(), m_, points_.dimension, sums_.data(), counts_.data(), progress_.data(), history, scale_, rule_});
    CUDA_CHECK_LAUNCH("shiftKernel");
  }
  /// The whole cloud in pieces whose kernels take well under 100 ms; the stop token is checked after each.
  void launchNearest(uint32_t* assignment, const StageContext& context) {
    for (uint32_t first = 0; first < points_.count;) {
      const uint32_t end = points_.count - first <= atOnce_ ? points_.count : first + atOnce_;
      NearestWork<T> work{points_,
                          first,
                          end,
                          chosenPoints(),
                          m_,
                          reach_,
                          std::nextafter(reach_, std::numeric_limits<T>::infinity()),
                          assignment,
                          sums_.data(),
                          counts_.data(),
                          blockSums_,
                          scale_,
                          chunk_,
                          {}};
      std::copy(centre_.begin(), centre_.end(), work.centre);
      kernel_<<<blocks_, uint32_t(block_), shared_bytes_, stream_>>>(work);
      CUDA_CHECK_LAUNCH("nearestKernel");
      first = end;
      if (!isLong()) continue;
      CUDA_CHECK(cudaStreamSynchronize(stream_));
      context.checkStop();
    }
  }
  ChosenPoints<T> chosenPoints() const {
    const PointsView<T> like = copy_.view<T>();
    return {chosen_.data(), like.pointStride, like.coordinateStride};
  }
  /// Whether an iteration takes more than one launch of the nearest kernel.
  bool isLong() const { return atOnce_ < points_.count; }

  CudaDevice& device_;
  const cudaStream_t stream_;
  const PointCloud cloud_;
  std::shared_ptr<const void> uploaded_;
  const DevicePoints<T> points_;
  const T reach_;
  const shared::MoveRule<T> rule_;
  const shared::FixedScale scale_;
  const Layout layout_;  // of S
  const LaunchShape shape_;
  const NearestKernel<T> plain_, filtered_;  // filtered_: null where it does not pay
  uint32_t m_ = 0;
  PointArray copy_;  // S as it was at reset, in the layout of chosen_
  Buffer<T> chosen_;
  Buffer<unsigned long long> sums_;
  Buffer<uint32_t> counts_;
  Buffer<BruteProgress> progress_;

 private:
  static constexpr uint64_t kMostPairs = uint64_t(1) << (sizeof(T) == sizeof(float) ? 33 : 31);  // of a launch

  /// Chooses the kernel, and as many blocks as fit on the card or have work.
  void prepareLaunch() {
    const bool isFiltered = filtered_ != nullptr && m_ > 0 && findCentre();
    kernel_ = isFiltered ? filtered_ : plain_;
    atOnce_ = uint32_t(std::clamp<uint64_t>(kMostPairs / std::max(m_, 1u), 1, std::max(points_.count, 1u)));
    const size_t sumBytes = size_t(m_) * (2 * size_t(points_.dimension) + 1) * sizeof(uint32_t), room = device_.sharedRoom(kernel_);
    blockSums_ = sizeof(T) == sizeof(float) && sumBytes <= std::min<size_t>(kBlockSums_bytes, room - kChunk_bytes);
    const size_t usedBySums = blockSums_ ? sumBytes : 0;
    shared_bytes_ = usedBySums + (isFiltered ? prepareChunk(room - usedBySums) : kChunk_bytes);
    cudaFuncAttributes attributes{};
    CUDA_CHECK(cudaFuncGetAttributes(&attributes, kernel_));
    block_ = shape_.block;
    while (block_ > attributes.maxThreadsPerBlock) block_ /= 2;  // as many as its registers leave room for
    const size_t resident = size_t(device_.multiprocessors()) * residentBlocks(kernel_, uint32_t(block_), shared_bytes_);
    // The filter distributes points to warps, and small clouds to more blocks than they fill.
    const size_t atOnce = (isFiltered ? kWarp : size_t(block_)) * size_t(shape_.points), useful = (points_.count + atOnce - 1) / atOnce;
    blocks_ = uint32_t(std::clamp<size_t>(useful, 1, resident));
  }

  /// The filter's chunk: all of S, or what fits into a part of `room` bytes. Returns its bytes.
  size_t prepareChunk(size_t room) {
    const int dimension = compiledDimension(points_.dimension);
    const auto groupsIn = [&](size_t bytes) { return uint32_t(bytes / filterChunk_bytes<T>(dimension, kFilterGroup)); };
    const uint32_t groups = (m_ + kFilterGroup - 1) / kFilterGroup;
    chunk_ = kFilterGroup * (groups <= groupsIn(room) ? groups : groupsIn(std::min<size_t>(room, kFilterChunk_bytes)));
    return filterChunk_bytes<T>(dimension, chunk_);
  }

  /// The middle of S, for the filter. False where most of S is so far from it, or R1 so small or large, that bounds in float decide nothing within
  /// reach.
  bool findCentre() {
    constexpr uint32_t kSample = 255;
    constexpr double kMostError = 1.0 / 64;  // of the squared reach
    const PointsView<T> view = copy_.view<T>();
    const uint32_t count = std::min(m_, kSample);
    const auto sample = [&](uint32_t i, int k) { return view.at(size_t(uint64_t(i) * m_ / count), k); };
    std::array<T, kSample> values;
    for (int k = 0; k < points_.dimension; ++k) {
      for (uint32_t i = 0; i < count; ++i) values[i] = sample(i, k);
      std::nth_element(values.begin(), values.begin() + count / 2, values.begin() + count);
      centre_[size_t(k)] = values[count / 2];
    }
    uint32_t told = 0;
    for (uint32_t i = 0; i < count; ++i) {
      double squared = 0;
      for (int k = 0; k < points_.dimension; ++k) squared += std::pow(double(sample(i, k)) - double(centre_[size_t(k)]), 2);
      if (filterError(points_.dimension, squared, double(reach_)) < kMostError * double(reach_)) ++told;
    }
    return told > count / 4 * 3;
  }

  NearestKernel<T> kernel_ = nullptr;
  std::array<T, kMaxDimension> centre_{};
  bool blockSums_ = false;
  size_t shared_bytes_ = 0;
  int block_ = 0;
  uint32_t blocks_ = 1, atOnce_ = 0, chunk_ = 0;
};

}  // namespace arete::cuda
