#include "compute/cuda/knn/space_order.cuh"

#include <array>
#include <cub/device/device_radix_sort.cuh>

namespace arete::cuda {

namespace {

constexpr uint32_t kSample = 256;

/// Sampled points whose cell another one has too, as a share of the sample.
template <class T>
double crowding(const CodeFrame<T>& frame, const std::array<std::array<T, kSample>, kMaxDimension>& sample, uint32_t count, int dimension) {
  std::array<uint64_t, kSample> cells{};
  for (uint32_t i = 0; i < count; ++i)
    for (int k = 0; k < dimension; ++k) {
      const T cell = std::clamp((sample[k][i] - frame.low[k]) * frame.cellsPerUnit, T(0), T((1u << frame.bits) - 1));
      cells[i] = (cells[i] ^ uint64_t(cell)) * 0x9E3779B97F4A7C15u;
    }
  std::sort(cells.begin(), cells.begin() + count);
  return 1 - double(std::unique(cells.begin(), cells.begin() + count) - cells.begin()) / count;
}

/// Cells of Hilbert's curve instead of Morton's: no jumps, so that points in a row keep together. Turns coordinates into what Morton's
/// interleaving makes the place on the curve of. Source: Skilling 2004, "Programming the Hilbert curve".
__device__ inline void turnToHilbert(uint32_t (&cell)[kMaxDimension], int dimension, int bits) {
  for (uint32_t bit = 1u << (bits - 1); bit > 1; bit >>= 1) {
    const uint32_t below = bit - 1;
#pragma unroll
    for (int k = 0; k < kMaxDimension; ++k)
      if (k < dimension) {
        if (cell[k] & bit) cell[0] ^= below;
        else {
          const uint32_t swapped = (cell[0] ^ cell[k]) & below;
          cell[0] ^= swapped;
          cell[k] ^= swapped;
        }
      }
  }
  uint32_t last = 0;
#pragma unroll
  for (int k = 0; k < kMaxDimension; ++k)
    if (k < dimension) {
      if (k > 0) cell[k] ^= cell[k - 1];
      last = cell[k];
    }
  uint32_t turned = 0;
  for (uint32_t bit = 1u << (bits - 1); bit > 1; bit >>= 1)
    if (last & bit) turned ^= bit - 1;
#pragma unroll
  for (int k = 0; k < kMaxDimension; ++k)
    if (k < dimension) cell[k] ^= turned;
}

template <class T, class Code>
__global__ void makeCodes(Strided<T> points, uint32_t count, int dimension, CodeFrame<T> frame, Code* codes, uint32_t* order) {
  const size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i >= count) return;
  uint32_t cell[kMaxDimension];
  const uint32_t last = (1u << frame.bits) - 1;
#pragma unroll
  for (int k = 0; k < kMaxDimension; ++k)
    if (k < dimension) {
      const T at = (points.at(i, k) - frame.low[k]) * frame.cellsPerUnit;
      cell[k] = at > T(0) ? at < T(last) ? uint32_t(at) : last : 0;
    }
  turnToHilbert(cell, dimension, frame.bits);
  Code code = 0;
  for (int bit = frame.bits - 1; bit >= 0; --bit)
#pragma unroll
    for (int k = 0; k < kMaxDimension; ++k)
      if (k < dimension) code = code << 1 | (cell[k] >> bit & 1);
  codes[i] = code;
  order[i] = uint32_t(i);
}

}  // namespace

template <class T, class Code>
SortedCodes<Code> sortBySpace(const DevicePointSet<T>& points, const CodeFrame<T>& frame, cudaStream_t stream) {
  const uint32_t n = points.size();
  Buffer<Code> codes(n, stream), sortedCodes(n, stream);
  Buffer<uint32_t> order(n, stream), sortedOrder(n, stream);
  makeCodes<T, Code>
      <<<blocksFor(n, kBuildThreads), kBuildThreads, 0, stream>>>(points.view(), n, points.dimension(), frame, codes.data(), order.data());
  CUDA_CHECK_LAUNCH("makeCodes");
  size_t bytes = 0;
  const int bits = std::max(frame.bits * points.dimension(), 1);
  const auto sort = [&](void* scratch) {
    CUDA_CHECK(
        cub::DeviceRadixSort::SortPairs(scratch, bytes, codes.data(), sortedCodes.data(), order.data(), sortedOrder.data(), n, 0, bits, stream));
  };
  sort(nullptr);
  const Buffer<std::byte> scratch(bytes, stream);
  sort(scratch.data());
  return {std::move(sortedCodes), std::move(sortedOrder)};
}

template SortedCodes<uint32_t> sortBySpace(const DevicePointSet<float>&, const CodeFrame<float>&, cudaStream_t);
template SortedCodes<uint64_t> sortBySpace(const DevicePointSet<float>&, const CodeFrame<float>&, cudaStream_t);
template SortedCodes<uint32_t> sortBySpace(const DevicePointSet<double>&, const CodeFrame<double>&, cudaStream_t);
template SortedCodes<uint64_t> sortBySpace(const DevicePointSet<double>&, const CodeFrame<double>&, cudaStream_t);

template <class T>
CodeFrame<T> CodeFrame<T>::of(const PointArray& points) {
  CodeFrame frame{};
  const PointsView<T> view = points.view<T>();
  const uint32_t count = std::min(view.count, kSample);
  std::array<std::array<T, kSample>, kMaxDimension> sample;
  T extent = 0;
  for (int k = 0; k < view.dimension; ++k) {
    for (uint32_t i = 0; i < count; ++i) sample[k][i] = view.at(size_t(uint64_t(i) * view.count / count), k);
    std::array<T, kSample> sorted = sample[k];
    std::sort(sorted.begin(), sorted.begin() + count);
    const T low = sorted[count / 64], high = sorted[count - 1 - count / 64];
    const T beyond = (high - low) / 16;
    const T from = std::max(sorted[0], low - beyond), to = std::min(sorted[count - 1], high + beyond);
    frame.low[k] = from;
    extent = std::max(extent, to - from);
  }
  constexpr int kMostBits = 22;  // of a coordinate: a float has hardly more
  constexpr double kCrowded = 0.2;
  for (const int total : {32, 64}) {
    frame.wide = total == 64;
    frame.bits = std::min(total / view.dimension, kMostBits);
    frame.cellsPerUnit = extent > 0 ? T(1u << frame.bits) / extent : T(0);
    if (!(frame.cellsPerUnit < T(1e30))) frame.cellsPerUnit = T(0);  // all in a point: any order will do
    if (crowding(frame, sample, count, view.dimension) < kCrowded) break;
  }
  return frame;
}

template CodeFrame<float> CodeFrame<float>::of(const PointArray&);
template CodeFrame<double> CodeFrame<double>::of(const PointArray&);

}  // namespace arete::cuda
