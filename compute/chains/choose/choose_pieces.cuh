// Choose on a device, piece after piece, for choose.cuda.rounds, where the idea is, and choose.cuda.parts.
#pragma once

#include <algorithm>
#include <cstring>

#include "compute/chains/choose/contract.h"
#include "compute/chains/choose/decide.cuh"
#include "compute/gpu/launch_shapes.h"
#include "compute/gpu/warp.cuh"

namespace arete::cuda {

inline constexpr uint32_t kChooseGrowth = 4, kLargestChoosePiece = 1u << 24;
inline constexpr uint64_t kMostDense_bytes = uint64_t(1) << 27;

/// The grid over the cloud that chosen points are kept on.
inline DeviceGrid chosenGrid(const PointCloud& cloud, double r1) {
  constexpr double kEdgeSlack = 2.0 / 1024;
  return makeGrid(cloud, r1 * (1 + kEdgeSlack));
}

/// Calls f<D>() with the dimension, or 0 where no kernels are compiled for it.
template <class T, class F>
auto withKnownDimension(int dimension, const F& f) {
  if constexpr (sizeof(T) == sizeof(float)) {
    if (dimension == 2) return f.template operator()<2>();
    if (dimension == 3) return f.template operator()<3>();
  }
  return f.template operator()<0>();
}

/// A bit for each of `size` points from `first` on: set if no chosen point covers it so far. Marks rows with such points, where there are any rows.
template <class T, int D>
__global__ void __launch_bounds__(kUsualBlock) coverKernel(ChosenGrid<T> grid, uint32_t first, uint32_t size, OpenPoints open) {
  const uint32_t at = blockIdx.x * kUsualBlock + threadIdx.x;
  const uint32_t bits = __ballot_sync(kAllLanes, at < size && !grid.template covers<D>(first + at));
  if (threadIdx.x % kWarp != 0 || at >= size) return;
  open.words[at / kWarp] = bits;
  if (open.rows != nullptr && bits != 0) open.rows[at / OpenPoints::kRowPoints] = 1;
}

/// Inserts the last chosen points into the grid: one thread per cell around a point.
template <class T>
__global__ void __launch_bounds__(kUsualBlock) insertChosenKernel(ChosenGrid<T> grid, const ChooseCounts* counts) {
  const uint32_t parts = (counts->chosen - counts->inserted) * kTouching;
  for (uint32_t part = blockIdx.x * kUsualBlock + threadIdx.x; part < parts; part += gridDim.x * kUsualBlock)
    grid.insert(counts->inserted + part / kTouching, part % kTouching);
}

/// Device memory of one choose.
template <class T>
struct ChooseMemory {
  /// `n`: points that may be chosen.
  ChooseMemory(const DeviceGrid& over, uint32_t points, size_t dimension, CudaDevice& device)
      : grid(over),
        n(points),
        d(dimension),
        isDense(grid.cells() * cellBytes() <= kMostDense_bytes),
        table(isDense ? 1 : std::min<uint64_t>(n, grid.cells()), device.stream()),
        next(n, device.stream()),
        result(kCountWords + n, device.stream()),
        left(std::min(n, kLargestChoosePiece), device.stream()),
        open(left.size() / kWarp + kWords, device.stream()),
        rows(left.size() / OpenPoints::kRowPoints + 1, device.stream()),
        coordinates(size_t(n) * d, device.stream()) {
    const cudaStream_t stream = device.stream();
    CUDA_CHECK(cudaMemsetAsync(result.data(), 0, (kCountWords + std::min(n, kUsual)) * sizeof(uint32_t), stream));
    CUDA_CHECK(cudaMemsetAsync(open.data(), 0xff, kWords * sizeof(uint32_t), stream));  // of the first piece nothing is covered
    rows.clear();
    CUDA_CHECK(cudaMemsetAsync(rows.data(), 0xff, sizeof(uint32_t), stream));
    if (!isDense) {
      table.clear();
      return;
    }
    cells = Buffer<uint32_t>(2 * grid.cells(), stream);
    near = Buffer<T>(grid.cells() * ChosenGrid<T>::kRoom * d, stream);
    CUDA_CHECK(cudaMemsetAsync(cells.data(), 0, grid.cells() * sizeof(uint32_t), stream));
    CUDA_CHECK(cudaMemsetAsync(cells.data() + grid.cells(), 0xff, grid.cells() * sizeof(uint32_t), stream));
  }
  uint64_t cellBytes() const { return 2 * sizeof(uint32_t) + ChosenGrid<T>::kRoom * d * sizeof(T); }
  ChosenGrid<T> view(const DevicePoints<T>& cloud, double r1) const {
    return {.cloud = cloud,
            .grid = grid,
            .nearCounts = cells.data(),
            .near = near.data(),
            .heads = isDense ? cells.data() + grid.cells() : nullptr,
            .table = table.table(),
            .next = next.data(),
            .chosen = result.data() + kCountWords,
            .coordinates = coordinates.data(),
            .reach = shared::squaredRadius<T>(r1)};
  }
  OpenPoints openPoints() const { return {open.data(), rows.data()}; }
  ChooseCounts* counts() const { return reinterpret_cast<ChooseCounts*>(result.data()); }

  static constexpr uint32_t kCountWords = sizeof(ChooseCounts) / sizeof(uint32_t);
  static constexpr uint32_t kUsual = 4096;  // chosen points that come with their count
  DeviceGrid grid;
  uint32_t n;
  size_t d;
  bool isDense;
  CellTableMemory table;
  Buffer<uint32_t> cells;  // of a dense grid: counts, heads
  Buffer<T> near;          // of a dense grid
  Buffer<uint32_t> next, result, left, open, rows;
  Buffer<T> coordinates;
};

/// Cover, decide and insert, piece after piece.
template <class T, int D>
void launchPieces(const ChooseMemory<T>& memory, const ChosenGrid<T>& grid, CudaDevice& device, const StageContext& context) {
  const cudaStream_t stream = device.stream();
  const auto decide = [&](uint32_t first, uint32_t size, uint32_t begin) {
    decideKernel<T, D><<<1, kDecide, 0, stream>>>(grid, memory.openPoints(), first, size, begin, memory.left.data(), memory.counts());
    CUDA_CHECK_LAUNCH("decideKernel");
  };
  for (uint32_t first = 0; first < memory.n;) {
    context.checkStop();
    const uint64_t wanted = first == 0 ? kDecide : uint64_t(kChooseGrowth - 1) * first;
    const auto size = uint32_t(std::min<uint64_t>({memory.n - first, wanted, kLargestChoosePiece}));
    if (first > 0) {
      coverKernel<T, D><<<blocksFor(size, kUsualBlock), kUsualBlock, 0, stream>>>(grid, first, size, memory.openPoints());
      CUDA_CHECK_LAUNCH("coverKernel");
    }
    decide(first, size, 0);
    if (size > kLongPiece) {
      ChooseCounts counts;
      std::memcpy(&counts, device.download(memory.counts(), sizeof counts), sizeof counts);
      for (uint32_t begin = kLongPiece; begin < counts.left; begin += kLongPiece) {
        context.checkStop();
        decide(first, size, begin);
        CUDA_CHECK(cudaStreamSynchronize(stream));
      }
    }
    insertChosenKernel<T><<<blocksFor(kDecide * kTouching, kUsualBlock), kUsualBlock, 0, stream>>>(grid, memory.counts());
    CUDA_CHECK_LAUNCH("insertChosenKernel");
    first += size;
    context.report(double(first) / memory.n);
  }
}

/// Of points on the device, over a grid of cell R1 (chosenGrid()): their numbers, ascending.
template <class T, int D>
std::vector<uint32_t> chooseInPieces(const DevicePoints<T>& cloud, const DeviceGrid& grid, double r1, CudaDevice& device,
                                     const StageContext& context) {
  const ChooseMemory<T> memory(grid, cloud.count, size_t(cloud.dimension), device);
  launchPieces<T, D>(memory, memory.view(cloud, r1), device, context);

  constexpr uint32_t kCountWords = ChooseMemory<T>::kCountWords;
  const uint32_t atOnce = std::min(memory.n, ChooseMemory<T>::kUsual);
  const std::byte* host = device.download(memory.result.data(), (kCountWords + atOnce) * sizeof(uint32_t));
  ChooseCounts counts;
  std::memcpy(&counts, host, sizeof counts);
  if (counts.chosen > atOnce) host = device.download(memory.result.data(), (kCountWords + size_t(counts.chosen)) * sizeof(uint32_t));
  std::vector<uint32_t> chosen(counts.chosen);
  std::memcpy(chosen.data(), host + sizeof counts, counts.chosen * sizeof(uint32_t));
  return chosen;
}

}  // namespace arete::cuda
