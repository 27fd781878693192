#include "compute/neighbours/knn/space_order.cuh"

#include <array>
#include <cub/device/device_radix_sort.cuh>

#include "compute/core/gpu_points.h"
#include "compute/gpu/launch_shapes.h"

namespace arete::cuda {

namespace {

constexpr uint32_t kSample = 256;

/// About how many other points share a point's cell of 2^bits per axis, by the sample; `all`: how many points there are.
template <class T>
double mates(const CodeFrame<T>& frame, const std::array<std::array<T, kSample>, kMaxDimension>& sample, uint32_t count, uint32_t all, int dimension,
             int bits) {
  std::array<uint64_t, kSample> cells{};
  for (uint32_t i = 0; i < count; ++i)
    for (int k = 0; k < dimension; ++k) {
      const T cell = std::clamp((sample[k][i] - frame.low[k]) * frame.cellsPerUnit, T(0), T((1u << frame.bits) - 1));
      cells[i] = (cells[i] ^ uint64_t(cell) >> (frame.bits - bits)) * 0x9E3779B97F4A7C15u;
    }
  std::sort(cells.begin(), cells.begin() + count);
  double pairs = 0, run = 0;
  for (uint32_t i = 1; i < count; ++i) pairs += run = cells[i] == cells[i - 1] ? run + 1 : 0;
  return count < 2 ? 0 : pairs / (0.5 * count * (count - 1)) * all;
}

template <class T>
__global__ void makeCodes(Strided<T> points, uint32_t count, int dimension, CodeFrame<T> frame, uint64_t* codes, uint32_t* order) {
  const size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i >= count) return;
  uint32_t cell[kMaxDimension];
#pragma unroll
  for (int k = 0; k < kMaxDimension; ++k)
    if (k < dimension) cell[k] = cellOf(frame, k, points.at(i, k));
  codes[i] = placeOnCurve<uint64_t>(cell, dimension, frame.bits);
  order[i] = uint32_t(i);
}

}  // namespace

template <class T>
SortedCodes sortBySpace(const DevicePointSet<T>& points, const CodeFrame<T>& frame, cudaStream_t stream) {
  const uint32_t n = points.size();
  Buffer<uint64_t> codes(n, stream), sortedCodes(n, stream);
  Buffer<uint32_t> order(n, stream), sortedOrder(n, stream);
  makeCodes<T><<<blocksFor(n, kBuildThreads), kBuildThreads, 0, stream>>>(points.view(), n, points.dimension(), frame, codes.data(), order.data());
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

template SortedCodes sortBySpace(const DevicePointSet<float>&, const CodeFrame<float>&, cudaStream_t);
template SortedCodes sortBySpace(const DevicePointSet<double>&, const CodeFrame<double>&, cudaStream_t);

template <class T>
CodeFrame<T> CodeFrame<T>::of(const PointArray& points) {
  CodeFrame frame{};
  const PointArray sampled = evenSample(points, kSample);
  const PointsView<T> view = sampled.view<T>();
  const uint32_t count = view.count, all = points.size();
  std::array<std::array<T, kSample>, kMaxDimension> sample;
  T extent = 0;
  for (uint32_t i = 0; i < count; ++i)
    for (int k = 0; k < view.dimension; ++k) sample[k][i] = view.at(i, k);
  for (int k = 0; k < view.dimension; ++k) {
    std::array<T, kSample> sorted = sample[k];
    std::sort(sorted.begin(), sorted.begin() + count);
    const T low = sorted[count / 64], high = sorted[count - 1 - count / 64];
    const T beyond = (high - low) / 16;
    const T from = std::max(sorted[0], low - beyond), to = std::min(sorted[count - 1], high + beyond);
    frame.low[k] = from;
    extent = std::max(extent, to - from);
  }
  constexpr int kMostBits = 22;                              // of a coordinate: a float has hardly more
  constexpr double kManyMates = 64, kManyCoarse = 4 * 2048;  // the latter: a few windows of sortCrowded
  for (const int total : {64, 32}) {                         // the last one that will do
    CodeFrame tried = frame;
    tried.wide = total == 64;
    tried.bits = std::min(total / view.dimension, kMostBits);
    tried.cellsPerUnit = extent > 0 ? T(1u << tried.bits) / extent : T(0);
    if (!(tried.cellsPerUnit < T(1e30))) tried.cellsPerUnit = T(0);  // all in a point: any order will do
    if (!tried.wide && (mates(tried, sample, count, all, view.dimension, tried.bits) > kManyMates ||
                        mates(tried, sample, count, all, view.dimension, coarseBits(all, view.dimension, tried.bits)) > kManyCoarse))
      break;
    frame = tried;
  }
  return frame;
}

template CodeFrame<float> CodeFrame<float>::of(const PointArray&);
template CodeFrame<double> CodeFrame<double>::of(const PointArray&);

}  // namespace arete::cuda
