#include "compute/cuda/evolve/sorted_cloud.cuh"

#include <thrust/iterator/counting_iterator.h>
#include <algorithm>
#include <bit>
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_select.cuh>

namespace arete::cuda {

namespace {

constexpr int kBlock = 256;
uint32_t blocksFor(size_t count) { return uint32_t((count + kBlock - 1) / kBlock); }

/// Key of the cell, then `morton` interleaved bits per axis of the place in it.
template <class T>
__global__ void keyKernel(DevicePoints<T> points, DeviceGrid grid, int morton, uint64_t* keys, uint32_t* indices) {
  const size_t i = size_t(blockIdx.x) * kBlock + threadIdx.x;
  if (i >= points.count) return;
  DeviceCell cell{};
  uint32_t fine[kGridAxes]{};
  for (int a = 0; a < grid.axes; ++a) {
    const auto scaled =
        uint64_t(grid.locate(points.data + i * points.pointStride, points.coordinateStride, a) * double(1u << morton));  // exact: the cell of cellOf
    cell.at[a] = uint32_t(scaled >> morton);
    fine[a] = uint32_t(scaled) & ((1u << morton) - 1);
  }
  uint64_t key = grid.key(cell);
  for (int bit = morton - 1; bit >= 0; --bit)
    for (int a = grid.axes - 1; a >= 0; --a) key = key << 1 | (fine[a] >> bit & 1u);
  keys[i] = key;
  indices[i] = uint32_t(i);
}

template <class T>
__global__ void gatherKernel(DevicePoints<T> points, const uint32_t* order, T* sorted) {
  const size_t i = size_t(blockIdx.x) * kBlock + threadIdx.x;
  if (i >= points.count) return;
  for (int k = 0; k < points.dimension; ++k)
    sorted[size_t(k) * points.count + i] = points.data[order[i] * points.pointStride + k * points.coordinateStride];
}

__global__ void cellKernel(const uint64_t* keys, int within, const uint32_t* starts, uint32_t cells, CellTable table, uint64_t* cellKeys) {
  const uint32_t cell = blockIdx.x * kBlock + threadIdx.x;
  if (cell >= cells) return;
  cellKeys[cell] = keys[starts[cell]] >> within;
  *table.at(cellKeys[cell]) = cell;
}

struct StartsCell {
  const uint64_t* keys;
  int within;
  __device__ bool operator()(uint32_t i) const { return i == 0 || keys[i] >> within != keys[i - 1] >> within; }
};

/// The sorted keys; `order` becomes the index in the cloud of each.
Buffer<uint64_t> sortKeys(Buffer<uint64_t> keys, Buffer<uint32_t>& order, int bits, cudaStream_t stream) {
  Buffer<uint64_t> keysOut(keys.size(), stream);
  Buffer<uint32_t> orderOut(keys.size(), stream);
  size_t bytes = 0;
  CUDA_CHECK(
      cub::DeviceRadixSort::SortPairs(nullptr, bytes, keys.data(), keysOut.data(), order.data(), orderOut.data(), keys.size(), 0, bits, stream));
  const Buffer<std::byte> scratch(bytes, stream);
  CUDA_CHECK(cub::DeviceRadixSort::SortPairs(scratch.data(), bytes, keys.data(), keysOut.data(), order.data(), orderOut.data(), keys.size(), 0, bits,
                                             stream));
  order = std::move(orderOut);
  return keysOut;
}

/// First sorted point of each cell, on the device and on the host.
std::vector<uint32_t> cellStarts(const Buffer<uint64_t>& keys, int within, Buffer<uint32_t>& starts, cudaStream_t stream) {
  const Buffer<uint32_t> found(1, stream);
  size_t bytes = 0;
  const thrust::counting_iterator<uint32_t> indices(0);
  const StartsCell startsCell{keys.data(), within};
  CUDA_CHECK(cub::DeviceSelect::If(nullptr, bytes, indices, starts.data(), found.data(), int64_t(keys.size()), startsCell, stream));
  const Buffer<std::byte> scratch(bytes, stream);
  CUDA_CHECK(cub::DeviceSelect::If(scratch.data(), bytes, indices, starts.data(), found.data(), int64_t(keys.size()), startsCell, stream));
  return starts.download(found.download(1)[0]);
}

}  // namespace

template <class T>
SortedCloud<T>::SortedCloud(const PointCloud& cloud, double cellEdge, CudaDevice& device)
    : grid(makeGrid(cloud, cellEdge)),
      count(cloud.size()),
      dimension(cloud.dimension()),
      coordinates(size_t(count) * size_t(dimension), device.stream()),
      original(count, device.stream()) {
  constexpr int kMortonBits[] = {0, 8, 4, 3};  // per axis, by the number of axes: 256 to 512 parts of a cell
  const cudaStream_t stream = device.stream();
  const DevicePoints<T> points = device.upload<T>(cloud);
  const int cellBits = std::bit_width(grid.cells() - 1), morton = std::min(kMortonBits[grid.axes], (64 - cellBits) / grid.axes),
            within = grid.axes * morton;
  Buffer<uint64_t> keys(count, stream);
  keyKernel<T><<<blocksFor(count), kBlock, 0, stream>>>(points, grid, morton, keys.data(), original.data());
  CUDA_CHECK_LAUNCH("keyKernel");
  keys = sortKeys(std::move(keys), original, std::max(1, cellBits + within), stream);
  gatherKernel<T><<<blocksFor(count), kBlock, 0, stream>>>(points, original.data(), coordinates.data());
  CUDA_CHECK_LAUNCH("gatherKernel");

  Buffer<uint32_t> deviceStarts(count, stream);
  std::vector<uint32_t> starts = cellStarts(keys, within, deviceStarts, stream);
  cells = uint32_t(starts.size());
  table = CellTableMemory(cells, stream);
  table.clear();
  cellKeys = Buffer<uint64_t>(cells, stream);
  cellKernel<<<blocksFor(cells), kBlock, 0, stream>>>(keys.data(), within, deviceStarts.data(), cells, table.table(), cellKeys.data());
  CUDA_CHECK_LAUNCH("cellKernel");
  starts.push_back(count);
  for (uint32_t cell = 0; cell < cells; ++cell)
    for (uint32_t first = starts[cell]; first < starts[cell + 1]; first += kStripPoints)
      hostStrips.push_back({first, std::min(kStripPoints, starts[cell + 1] - first), cell, first == starts[cell]});
  strips = Buffer<Strip>(hostStrips.size(), stream);
  strips.upload(hostStrips);
  CUDA_CHECK(cudaStreamSynchronize(stream));
}

template struct SortedCloud<float>;
template struct SortedCloud<double>;

}  // namespace arete::cuda
