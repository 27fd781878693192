#include "compute/network/look/row_grid.cuh"

#include <algorithm>
#include <cmath>
#include <cub/device/device_radix_sort.cuh>

#include "compute/gpu/launch_shapes.h"
#include "compute/gpu/with_scratch.h"
#include "compute/network/look/few_rows.cuh"
#include "compute/network/look/place_box.h"

namespace arete::cuda {

namespace {

__global__ void __launch_bounds__(kUsualBlock) rowKeysKernel(DevicePlaces from, shared::RowLayout layout, uint64_t* keys, uint32_t* numbers) {
  const uint32_t i = blockIdx.x * kUsualBlock + threadIdx.x;
  if (i >= from.count) return;
  keys[i] = layout.key(from.places[i]);
  numbers[i] = i;
}

/// Puts coordinates and weights into the order of the keys.
__global__ void __launch_bounds__(kUsualBlock) gatherRowsKernel(DevicePlaces from, RowsToFill to) {
  const uint32_t at = blockIdx.x * kUsualBlock + threadIdx.x;
  if (at >= from.count) return;
  const uint32_t i = to.index[at];
  const shared::Vector3 place = from.places[i];
  to.x[at] = place.x, to.y[at] = place.y;
  if (to.z != nullptr) to.z[at] = place.z;
  to.weight[at] = from.weights == nullptr ? 1 : static_cast<double>(from.weights[i]);
}

__global__ void __launch_bounds__(kUsualBlock) rowStartsKernel(shared::RowsView view, uint32_t rows, uint32_t* starts) {
  const uint32_t row = blockIdx.x * kUsualBlock + threadIdx.x;
  if (row <= rows) starts[row] = view.firstKey(static_cast<uint64_t>(row) << view.layout.along.bits, 0, view.count);
}

/// By all of the GPU.
void fillManyRows(const DevicePlaces& from, const RowsToFill& grid, const shared::RowsView& view, cudaStream_t stream) {
  const Buffer<uint64_t> keys(from.count, stream);
  const Buffer<uint32_t> numbers(from.count, stream);
  rowKeysKernel<<<blocksFor(from.count, kUsualBlock), kUsualBlock, 0, stream>>>(from, grid.layout, keys.data(), numbers.data());
  CUDA_CHECK_LAUNCH("rowKeysKernel");
  withScratch(stream, [&](void* scratch, size_t& bytes) {
    return cub::DeviceRadixSort::SortPairs(scratch, bytes, keys.data(), grid.keys, numbers.data(), grid.index, from.count, 0,
                                           std::max(grid.layout.bits(), 1), stream);
  });
  gatherRowsKernel<<<blocksFor(from.count, kUsualBlock), kUsualBlock, 0, stream>>>(from, grid);
  CUDA_CHECK_LAUNCH("gatherRowsKernel");
  if (grid.starts == nullptr) return;
  rowStartsKernel<<<blocksFor(grid.rows + 1, kUsualBlock), kUsualBlock, 0, stream>>>(view, grid.rows, grid.starts);
  CUDA_CHECK_LAUNCH("rowStartsKernel");
}

/// The rows of the box, or 0 where it has so many that a table of them does not pay.
uint32_t rowsOfTable(const shared::RowLayout& layout, uint32_t places) {
  constexpr uint64_t kFewRows = 1 << 16, kRowsOfPlace = 8;
  const uint64_t rows = (layout.column.bits > 0 ? uint64_t(layout.column.last) + 1 : 1) << layout.row.bits;
  return rows > std::max(kFewRows, kRowsOfPlace * places) || rows >= UINT32_MAX ? 0 : uint32_t(rows);
}

}  // namespace

PlaceBounds PlaceBounds::of(std::span<const shared::Vector3> places) {
  if (places.empty()) return {};
  const PlaceBox box = arete::boxOf(places);
  return {box.low, box.high};
}

RowsToFill RowGrid::reserve(const DevicePlaces& from, double smallest, cudaStream_t stream) {
  const size_t count = from.count, columns = size_t(from.dimension) + 1;
  view_.layout = shared::rowLayout(from.bounds.minimum, from.bounds.maximum, from.dimension, smallest);
  view_.count = from.count;
  const uint32_t rows = rowsOfTable(view_.layout, from.count);
  keys_ = Buffer<uint64_t>(count, stream), index_ = Buffer<uint32_t>(count, stream), coordinates_ = Buffer<double>(columns * count, stream);
  if (rows > 0) starts_ = Buffer<uint32_t>(size_t(rows) + 1, stream);
  double* const x = coordinates_.data();
  double* const z = from.dimension == 3 ? x + 2 * count : nullptr;
  double* const weight = x + (columns - 1) * count;
  view_.places = {x, x + count, z, weight};
  view_.index = index_.data(), view_.keys = keys_.data(), view_.starts = starts_.data();
  return {view_.layout, keys_.data(), index_.data(), x, x + count, z, weight, starts_.data(), rows};
}

std::vector<RowGrid> RowGrid::severalOf(const DevicePlaces& from, std::span<const double> smallest, cudaStream_t stream) {
  std::vector<RowGrid> grids;
  std::vector<RowsToFill> few;
  for (const double one : smallest) {
    RowGrid& grid = grids.emplace_back(RowGrid());
    if (from.count == 0) continue;
    const RowsToFill fill = grid.reserve(from, one, stream);
    if (areFewRows(from.count, fill.layout)) few.push_back(fill);
    else fillManyRows(from, fill, grid.view_, stream);
  }
  if (!few.empty()) fillFewRows(from, few, stream);
  return grids;
}

RowGrid::RowGrid(const DevicePlaces& from, double smallest, cudaStream_t stream) : RowGrid(std::move(severalOf(from, {&smallest, 1}, stream)[0])) {}

void RowGrids::need(double least, double greatest, const DevicePlaces& from, cudaStream_t stream) {
  std::vector<int> missing;
  std::vector<double> smallest;
  for (int level = levels_.levelOf(least); level <= levels_.levelOf(greatest); ++level) {
    if (made_[size_t(level)]) continue;
    made_[size_t(level)] = true;
    missing.push_back(level), smallest.push_back(levels_.smallest * std::pow(levels_.step, level));
  }
  std::vector<RowGrid> made = RowGrid::severalOf(from, smallest, stream);
  for (size_t i = 0; i < made.size(); ++i) {
    levels_.level[missing[i]] = made[i].view();
    grids_.push_back(std::move(made[i]));
  }
}

}  // namespace arete::cuda
