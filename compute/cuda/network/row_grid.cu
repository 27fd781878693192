#include "compute/cuda/network/row_grid.h"

#include <algorithm>
#include <cmath>
#include <cub/device/device_radix_sort.cuh>

#include "compute/cuda/launch_shapes.h"
#include "compute/cuda/with_scratch.h"
#include "compute/network/place_box.h"

namespace arete::cuda {

namespace {

__global__ void __launch_bounds__(kUsualBlock) rowKeysKernel(DevicePlaces from, shared::RowLayout layout, uint64_t* keys, uint32_t* numbers) {
  const uint32_t i = blockIdx.x * kUsualBlock + threadIdx.x;
  if (i >= from.count) return;
  keys[i] = layout.key(from.places[i]);
  numbers[i] = i;
}

/// Puts coordinates and weights into the order of the keys.
__global__ void __launch_bounds__(kUsualBlock)
    gatherRowsKernel(DevicePlaces from, const uint32_t* index, double* x, double* y, double* z, double* weight) {
  const uint32_t at = blockIdx.x * kUsualBlock + threadIdx.x;
  if (at >= from.count) return;
  const uint32_t i = index[at];
  const shared::Vector3 place = from.places[i];
  x[at] = place.x, y[at] = place.y;
  if (z != nullptr) z[at] = place.z;
  weight[at] = from.weights == nullptr ? 1 : static_cast<double>(from.weights[i]);
}

__global__ void __launch_bounds__(kUsualBlock) rowStartsKernel(shared::RowsView view, uint32_t rows, uint32_t* starts) {
  const uint32_t row = blockIdx.x * kUsualBlock + threadIdx.x;
  if (row <= rows) starts[row] = view.firstKey(static_cast<uint64_t>(row) << view.layout.along.bits, 0, view.count);
}

}  // namespace

PlaceBounds PlaceBounds::of(std::span<const shared::Vector3> places) {
  if (places.empty()) return {};
  const PlaceBox box = boxOf(places);
  return {box.low, box.high};
}

RowGrid::RowGrid(const DevicePlaces& from, double smallest, cudaStream_t stream) {
  view_.layout = shared::rowLayout(from.bounds.minimum, from.bounds.maximum, from.dimension, smallest);
  view_.count = from.count;
  if (from.count == 0) return;
  sort(from, stream);
  findStarts(stream);
}

void RowGrid::sort(const DevicePlaces& from, cudaStream_t stream) {
  const size_t count = from.count, columns = size_t(from.dimension) + 1;
  const Buffer<uint64_t> keys(count, stream);
  const Buffer<uint32_t> numbers(count, stream);
  keys_ = Buffer<uint64_t>(count, stream), index_ = Buffer<uint32_t>(count, stream), coordinates_ = Buffer<double>(columns * count, stream);
  rowKeysKernel<<<blocksFor(count, kUsualBlock), kUsualBlock, 0, stream>>>(from, view_.layout, keys.data(), numbers.data());
  CUDA_CHECK_LAUNCH("rowKeysKernel");
  withScratch(stream, [&](void* scratch, size_t& bytes) {
    return cub::DeviceRadixSort::SortPairs(scratch, bytes, keys.data(), keys_.data(), numbers.data(), index_.data(), from.count, 0,
                                           std::max(view_.layout.bits(), 1), stream);
  });
  double* const x = coordinates_.data();
  double* const z = from.dimension == 3 ? x + 2 * count : nullptr;
  double* const weight = x + (columns - 1) * count;
  gatherRowsKernel<<<blocksFor(count, kUsualBlock), kUsualBlock, 0, stream>>>(from, index_.data(), x, x + count, z, weight);
  CUDA_CHECK_LAUNCH("gatherRowsKernel");
  view_.places = {x, x + count, z, weight};
  view_.index = index_.data(), view_.keys = keys_.data();
}

void RowGrid::findStarts(cudaStream_t stream) {
  constexpr uint64_t kFewRows = 1 << 16, kRowsOfPlace = 8;
  const shared::RowLayout& layout = view_.layout;
  const uint64_t rows = (layout.column.bits > 0 ? uint64_t(layout.column.last) + 1 : 1) << layout.row.bits;
  if (rows > std::max(kFewRows, kRowsOfPlace * view_.count) || rows >= UINT32_MAX) return;
  starts_ = Buffer<uint32_t>(rows + 1, stream);
  rowStartsKernel<<<blocksFor(rows + 1, kUsualBlock), kUsualBlock, 0, stream>>>(view_, uint32_t(rows), starts_.data());
  CUDA_CHECK_LAUNCH("rowStartsKernel");
  view_.starts = starts_.data();
}

void RowGrids::need(double least, double greatest, const DevicePlaces& from, cudaStream_t stream) {
  for (int level = levels_.levelOf(least); level <= levels_.levelOf(greatest); ++level)
    if (auto& grid = grids_[size_t(level)]; !grid) {
      grid = std::make_unique<RowGrid>(from, levels_.smallest * std::pow(levels_.step, level), stream);
      levels_.level[level] = grid->view();
    }
}

}  // namespace arete::cuda
