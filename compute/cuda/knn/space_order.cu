#include "compute/cuda/knn/space_order.cuh"

#include <cub/device/device_radix_sort.cuh>
#include <vector>

namespace arete::cuda {

namespace {

constexpr uint32_t kSample = 1024;

/// Cells of the sampled points that another one shares, as a share of the sample.
template <class T>
double crowding(const CodeFrame<T>& frame, const std::vector<std::vector<T>>& sample) {
  std::vector<std::vector<uint32_t>> cells;
  for (size_t i = 0; i < sample[0].size(); ++i) {
    std::vector<uint32_t> cell;
    for (size_t k = 0; k < sample.size(); ++k)
      cell.push_back(uint32_t(std::clamp((sample[k][i] - frame.low[k]) * frame.cellsPerUnit, T(0), T(T(1u << frame.bits) - 1))));
    cells.push_back(std::move(cell));
  }
  std::sort(cells.begin(), cells.end());
  const auto distinct = std::unique(cells.begin(), cells.end()) - cells.begin();
  return 1 - double(distinct) / double(sample[0].size());
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
  std::vector<std::vector<T>> sample(view.dimension);
  T extent = 0;
  for (int k = 0; k < view.dimension; ++k) {
    for (uint32_t i = 0; i < count; ++i) sample[k].push_back(view.at(size_t(uint64_t(i) * view.count / count), k));
    std::vector<T> sorted = sample[k];
    std::sort(sorted.begin(), sorted.end());
    const T low = sorted[count / 64], high = sorted[count - 1 - count / 64];
    const T beyond = (high - low) / 16;
    const T from = std::max(sorted.front(), low - beyond), to = std::min(sorted.back(), high + beyond);
    frame.low[k] = from;
    frame.centre[k] = from / 2 + to / 2;
    extent = std::max(extent, to - from);
  }
  constexpr int kMostBits = 22;  // of a coordinate: a float has hardly more
  constexpr double kCrowded = 0.2;
  for (const int total : {32, 64}) {
    frame.wide = total == 64;
    frame.bits = std::min(total / view.dimension, kMostBits);
    frame.cellsPerUnit = extent > 0 ? T(1u << frame.bits) / extent : T(0);
    if (!(frame.cellsPerUnit < T(1e30))) frame.cellsPerUnit = T(0);  // all in a point: any order will do
    if (crowding(frame, sample) < kCrowded) break;
  }
  return frame;
}

template CodeFrame<float> CodeFrame<float>::of(const PointArray&);
template CodeFrame<double> CodeFrame<double>::of(const PointArray&);

}  // namespace arete::cuda
