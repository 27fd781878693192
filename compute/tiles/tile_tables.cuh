// The memory behind a TileState: boundaries of the cells of level 1, tables by point, counter and slot, the nodes, the control block.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>
#include <vector>

#include "compute/core/error.h"
#include "compute/tiles/tile_state.cuh"

namespace arete::cuda {

/// kTight: bounds are those of the points.
template <class T, bool kTight>
class TileTables {
 public:
  /// Fills in the axes of `state` and points to it from now on.
  TileTables(TileState<T>& state, const TilePlan& plan, const Bounds& bounds, const CudaDevice& device)
      : state_(state), plan_(plan), stream_(device.stream()), dimension_(size_t(state.points.dimension)) {
    makeAxes(bounds);  // known since the cloud is: they cost no pass here
  }

  /// Starts from the whole cloud; rounds divide tiles with more than `roundCapacity` points; `looksAtPoints`: rounds look at single points.
  void start(uint32_t roundCapacity, bool looksAtPoints) {
    const uint32_t count = state_.points.count;
    state_.roundCapacity = roundCapacity;
    state_.most = count / (roundCapacity + 1);
    state_.listed = count;
    const uint64_t most = std::max(state_.most, 1u);
    makeTables(most, looksAtPoints ? count : 0);
    constexpr uint64_t kRoundsAhead = 2;
    const uint64_t bits = kTight ? 1 : std::clamp<uint64_t>(std::bit_width(state_.counters / most) - 1, 1, kMostBits);
    nodes_ = {}, bounds_ = {}, state_.nodeRoom = 0;
    growNodes(1 + std::min(plan_.cells, count) + kRoundsAhead * 2 * bits * most, 0);
    controlMemory_ = Buffer<TileControl>(1, stream_);
    state_.control = controlMemory_.data();
    tell({});
  }

  /// Frees what is no longer needed when all parts are known.
  void dropTables() { words_ = {}, middles_ = {}, extents_ = {}; }

  /// Keeps the first `made` nodes.
  void growNodes(uint64_t room, uint32_t made) {
    Buffer<DeviceTileNode> nodes(room, stream_);
    Buffer<double> bounds(kTight ? 0 : room * 2 * dimension_, stream_);
    if (made > 0) {
      CUDA_CHECK(cudaMemcpyAsync(nodes.data(), nodes_.data(), made * sizeof(DeviceTileNode), cudaMemcpyDeviceToDevice, stream_));
      if (!kTight)
        CUDA_CHECK(cudaMemcpyAsync(bounds.data(), bounds_.data(), made * 2 * dimension_ * sizeof(double), cudaMemcpyDeviceToDevice, stream_));
    }
    nodes_ = std::move(nodes), bounds_ = std::move(bounds);
    state_.nodes = nodes_.data(), state_.bounds = bounds_.data(), state_.nodeRoom = room;
  }

  void tell(const TileControl& control) { controlMemory_.upload(std::span(&control, 1)); }

  std::vector<DeviceTileNode> nodes(uint32_t count) const { return nodes_.download(count); }
  std::vector<double> bounds(uint32_t count) const { return bounds_.download(size_t(count) * 2 * dimension_); }

 private:
  void makeAxes(const Bounds& bounds) {
    constexpr double kLeastWidth = 1e-280;  // of a cell whose halvings are found by scaling: far from underflow
    for (size_t k = 0; k < dimension_; ++k) {
      const double low = bounds.minimum[k], high = bounds.maximum[k];
      state_.axes.first[k] = uint32_t(boundaries_.size());
      state_.axes.counts[k] = plan_.counts[k];
      state_.axes.last[k] = high > low ? plan_.counts[k] - 1 : 0;
      state_.axes.low[k] = low;
      state_.axes.inverse[k] = plan_.counts[k] / (high - low);
      const int halvings = int((kPathBits - 1 - k) / dimension_ + 1);
      const double width = (high - low) / plan_.counts[k], most = std::max(std::abs(low), std::abs(high));
      state_.axes.pathScale[k] = std::ldexp(state_.axes.inverse[k], halvings);
      state_.axes.pathSlack[k] = width > kLeastWidth && std::isfinite(width) ? std::ldexp(1 + most / width, halvings - 46) : 1;
      for (uint32_t i = 0; i <= plan_.counts[k]; ++i) boundaries_.push_back(shared::tileBoundary(low, high, i, plan_.counts[k]));
    }
    boundaryMemory_ = Buffer<double>(boundaries_.size(), stream_);
    boundaryMemory_.upload(boundaries_);
    state_.axes.boundaries = boundaryMemory_.data();
  }

  void makeTables(uint64_t most, size_t places) {
    constexpr uint32_t kLeastCounters = 1 << 16, kMostCounters = 1 << 23;  // to have more levels in a round: 32 MiB stay in the cache
    const uint64_t wanted = std::min(most << kMostBits, uint64_t(std::clamp(state_.points.count / 8, kLeastCounters, kMostCounters)));
    state_.counters = uint32_t(std::max({uint64_t(plan_.cells), 2 * most, kTight ? 0 : wanted}));
    if (state_.counters >= kDone)
      throw Error(ErrorKind::wrongUse, "too many tiles", kTileCapacityParam.id, std::to_string(most) + " may be too full", "give a larger capacity");
    words_ = Buffer<uint32_t>(places * (kTight ? 1 : 2) + size_t(state_.counters) * 2 + 2 * most, stream_);
    uint32_t* next = words_.data();
    const auto take = [&](size_t size) { return std::exchange(next, next + size); };
    state_.places = take(places);
    if (!kTight) state_.paths = take(places);
    state_.counts = take(state_.counters);
    state_.entries = take(state_.counters);
    for (uint32_t*& slots : state_.slots) slots = take(most);
    CUDA_CHECK(cudaMemsetAsync(state_.counts, 0, state_.counters * sizeof(uint32_t), stream_));
    if (!kTight) return;
    middles_ = Buffer<double>(most, stream_);
    extents_ = Buffer<OrderedBits<T>>(2 * size_t(state_.counters), stream_);
    state_.middles = middles_.data();
    state_.lows = extents_.data(), state_.highs = state_.lows + state_.counters;
    CUDA_CHECK(cudaMemsetAsync(state_.lows, 0xff, state_.counters * sizeof(OrderedBits<T>), stream_));
    CUDA_CHECK(cudaMemsetAsync(state_.highs, 0, state_.counters * sizeof(OrderedBits<T>), stream_));
  }

  TileState<T>& state_;
  const TilePlan& plan_;
  const cudaStream_t stream_;
  const size_t dimension_;
  std::vector<double> boundaries_;
  Buffer<double> boundaryMemory_, middles_, bounds_;
  Buffer<uint32_t> words_;
  Buffer<OrderedBits<T>> extents_;
  Buffer<DeviceTileNode> nodes_;
  Buffer<TileControl> controlMemory_;
};

}  // namespace arete::cuda
