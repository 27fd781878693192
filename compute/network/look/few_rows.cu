#include "compute/network/look/few_rows.cuh"

#include <algorithm>
#include <cub/block/block_radix_sort.cuh>

namespace arete::cuda {

namespace {

constexpr int kThreads = 1024, kMostOfThread = 8, kMostKeyBits = 32;
constexpr uint32_t kMostPlaces = kThreads * kMostOfThread;

struct FewRows {
  RowsToFill grid[RowLevels::kLevels];
};

/// Each thread sorts kEach places.
template <int kEach>
__global__ void __launch_bounds__(kThreads) fewRowsKernel(DevicePlaces from, const __grid_constant__ FewRows grids) {
  using Sort = cub::BlockRadixSort<uint32_t, kThreads, kEach, uint32_t>;
  __shared__ union {
    typename Sort::TempStorage sort;
    uint32_t keys[kThreads * kEach];
  } memory;
  const RowsToFill& grid = grids.grid[blockIdx.x];
  uint32_t keys[kEach], index[kEach];
  for (int k = 0; k < kEach; ++k) {
    index[k] = threadIdx.x * kEach + k;
    keys[k] = index[k] < from.count ? static_cast<uint32_t>(grid.layout.key(from.places[index[k]])) : UINT32_MAX;  // those go last
  }
  Sort(memory.sort).SortBlockedToStriped(keys, index, 0, max(grid.layout.bits(), 1));
  __syncthreads();
  for (int k = 0; k < kEach; ++k) {
    const uint32_t at = k * kThreads + threadIdx.x;
    memory.keys[at] = keys[k];
    if (at >= from.count) continue;
    const shared::Vector3 place = from.places[index[k]];
    grid.keys[at] = keys[k], grid.index[at] = index[k];
    grid.x[at] = place.x, grid.y[at] = place.y;
    if (grid.z != nullptr) grid.z[at] = place.z;
    grid.weight[at] = from.weights == nullptr ? 1 : static_cast<double>(from.weights[index[k]]);
  }
  if (grid.starts == nullptr) return;
  __syncthreads();
  for (uint32_t row = threadIdx.x; row <= grid.rows; row += kThreads) {
    const uint64_t wanted = static_cast<uint64_t>(row) << grid.layout.along.bits;
    uint32_t begin = 0, end = from.count;
    while (begin < end) {
      const uint32_t middle = begin + (end - begin) / 2;
      if (memory.keys[middle] < wanted) begin = middle + 1;
      else end = middle;
    }
    grid.starts[row] = begin;
  }
}

}  // namespace

bool areFewRows(uint32_t places, const shared::RowLayout& layout) { return places <= kMostPlaces && layout.bits() <= kMostKeyBits; }

void fillFewRows(const DevicePlaces& from, std::span<const RowsToFill> grids, cudaStream_t stream) {
  FewRows few{};
  std::ranges::copy(grids, few.grid);
  const auto kernel = from.count <= 2 * kThreads ? fewRowsKernel<2> : from.count <= 4 * kThreads ? fewRowsKernel<4> : fewRowsKernel<kMostOfThread>;
  kernel<<<uint32_t(grids.size()), kThreads, 0, stream>>>(from, few);
  CUDA_CHECK_LAUNCH("fewRowsKernel");
}

}  // namespace arete::cuda
