#include "compute/chains/evolve/sorted_cloud.cuh"

#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>

#include <algorithm>
#include <bit>
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_scan.cuh>
#include <cub/device/device_select.cuh>

#include "compute/gpu/launch_shapes.h"
#include "compute/gpu/warp.cuh"
#include "compute/gpu/with_scratch.h"

namespace arete::cuda {

namespace {

constexpr int kSortBlock = 256;

/// Key of the cell, then `morton` interleaved bits per axis of the place in it.
template <class T, class Key>
__global__ void keyKernel(DevicePoints<T> points, DeviceGrid grid, int morton, Key* keys, uint32_t* indices) {
  const size_t i = size_t(blockIdx.x) * kSortBlock + threadIdx.x;
  if (i >= points.count) return;
  const T* const point = points.data + i * points.pointStride;
  const double parts = double(1u << morton);
  DeviceCell cell{};
  uint32_t fine[kGridAxes]{};
#pragma unroll
  for (int a = 0; a < kGridAxes; ++a) {
    if (a >= grid.axes) continue;
    const auto scaled = uint32_t(grid.locate(point, points.coordinateStride, a) * parts);  // below 2^32, and exact: the cell of cellOf
    cell.at[a] = scaled >> morton;
    fine[a] = scaled & ((1u << morton) - 1);
  }
  uint32_t place = 0;
  for (int bit = morton - 1; bit >= 0; --bit)
#pragma unroll
    for (int a = kGridAxes - 1; a >= 0; --a)
      if (a < grid.axes) place = place << 1 | (fine[a] >> bit & 1u);
  keys[i] = Key(grid.key(cell)) << (grid.axes * morton) | place;
  indices[i] = uint32_t(i);
}

template <class T>
__global__ void gatherSortedKernel(DevicePoints<T> points, const uint32_t* order, T* sorted) {
  const size_t i = size_t(blockIdx.x) * kSortBlock + threadIdx.x;
  if (i >= points.count) return;
  const T* const from = points.data + order[i] * points.pointStride;
  for (int k = 0; k < points.dimension; ++k) sorted[size_t(k) * points.count + i] = from[k * points.coordinateStride];
}

template <class Key>
struct StartsCell {
  const Key* keys;
  int within;
  __device__ bool operator()(uint32_t i) const { return i == 0 || keys[i] >> within != keys[i - 1] >> within; }
};

struct StripsOfCell {
  const uint32_t* starts;
  uint32_t cells, count;
  __host__ __device__ uint32_t end(uint32_t cell) const { return cell + 1 < cells ? starts[cell + 1] : count; }
  __device__ uint32_t operator()(uint32_t cell) const { return cell < cells ? (end(cell) - starts[cell] + kStripPoints - 1) / kStripPoints : 0; }
};

/// One warp per cell: puts it into the table and writes its strips. `firstStrips` has one more element: the number of all strips.
template <class Key>
__global__ void cellKernel(const Key* keys, int within, StripsOfCell stripsOf, CellTable table, const uint32_t* firstStrips, Strip* strips,
                           uint32_t* stripCount) {
  const uint32_t cell = (blockIdx.x * kSortBlock + threadIdx.x) / kWarp, lane = threadIdx.x % kWarp;
  if (cell >= stripsOf.cells) return;
  const uint32_t start = stripsOf.starts[cell], end = stripsOf.end(cell);
  if (lane == 0) *table.at(keys[start] >> within) = cell;
  if (cell == 0 && lane == 0) *stripCount = firstStrips[stripsOf.cells];
  for (uint32_t s = lane; start + s * kStripPoints < end; s += kWarp)
    strips[firstStrips[cell] + s] = {start + s * kStripPoints, min(kStripPoints, end - start - s * kStripPoints), cell};
}

}  // namespace

template <class T>
SortedCloud<T>::SortedCloud(const PointCloud& cloud, double cellEdge, CudaDevice& device)
    : SortedCloud(device.upload<T>(cloud), makeGrid(cloud, cellEdge), device) {}

template <class T>
SortedCloud<T>::SortedCloud(const DevicePoints<T>& points, const DeviceGrid& over, CudaDevice& device)
    : grid(over), count(points.count), dimension(points.dimension) {
  constexpr int kMortonBits[] = {0, 12, 8, 4};              // per axis, by the number of axes
  constexpr int kSortBits = 32, kSortBitsOfFewPoints = 24;  // a pass of the radix sort takes 8
  constexpr uint32_t kFewPoints = 1u << 22;
  const int cellBits = std::max(1, int(std::bit_width(grid.cells() - 1))), wanted = count < kFewPoints ? kSortBitsOfFewPoints : kSortBits;
  const int most = cellBits >= kSortBits ? 64 : wanted, axes = std::max(1, grid.axes);
  const int morton = std::clamp((most - cellBits) / axes, 0, kMortonBits[axes]);
  if (cellBits + axes * morton <= kSortBits) sort<uint32_t>(points, morton, cellBits + axes * morton, device);
  else sort<uint64_t>(points, morton, cellBits + axes * morton, device);
}

template <class T>
template <class Key>
void SortedCloud<T>::sort(const DevicePoints<T>& points, int morton, int bits, CudaDevice& device) {
  const cudaStream_t stream = device.stream();
  const int within = grid.axes * morton;
  Buffer<Key> keys(count, stream);
  Buffer<uint32_t> starts(count, stream);
  original = Buffer<uint32_t>(count, stream);
  {
    const Buffer<Key> unsorted(count, stream);
    keyKernel<T, Key><<<blocksFor(count, kSortBlock), kSortBlock, 0, stream>>>(points, grid, morton, unsorted.data(), starts.data());
    CUDA_CHECK_LAUNCH("keyKernel");
    withScratch(stream, [&](void* scratch, size_t& bytes) {
      return cub::DeviceRadixSort::SortPairs(scratch, bytes, unsorted.data(), keys.data(), starts.data(), original.data(), int64_t(count), 0, bits,
                                             stream);
    });
  }
  const Buffer<uint32_t> found(1, stream);
  withScratch(stream, [&](void* scratch, size_t& bytes) {
    return cub::DeviceSelect::If(scratch, bytes, thrust::counting_iterator<uint32_t>(0), starts.data(), found.data(), int64_t(count),
                                 StartsCell<Key>{keys.data(), within}, stream);
  });
  coordinates = Buffer<T>(size_t(count) * size_t(dimension), stream);
  gatherSortedKernel<T><<<blocksFor(count, kSortBlock), kSortBlock, 0, stream>>>(points, original.data(), coordinates.data());
  CUDA_CHECK_LAUNCH("gatherSortedKernel");
  cells = found.download(1)[0];

  table = CellTableMemory(cells, stream);
  table.clear();
  stripCount = Buffer<uint32_t>(1, stream);
  strips = Buffer<Strip>(count / kStripPoints + cells, stream);
  const Buffer<uint32_t> firstStrips(cells + 1, stream);
  const StripsOfCell stripsOf{starts.data(), cells, count};
  withScratch(stream, [&](void* scratch, size_t& bytes) {
    const auto sizes = thrust::make_transform_iterator(thrust::counting_iterator<uint32_t>(0), stripsOf);
    return cub::DeviceScan::ExclusiveSum(scratch, bytes, sizes, firstStrips.data(), int64_t(cells) + 1, stream);
  });
  cellKernel<Key><<<blocksFor(size_t(cells) * kWarp, kSortBlock), kSortBlock, 0, stream>>>(keys.data(), within, stripsOf, table.table(),
                                                                                           firstStrips.data(), strips.data(), stripCount.data());
  CUDA_CHECK_LAUNCH("cellKernel");
}

template struct SortedCloud<float>;
template struct SortedCloud<double>;

}  // namespace arete::cuda
