// choose.cuda.rounds: the points that row 0 chooses, the lexicographically first maximal independent set, in rounds over prefixes.
//
// Idea. The cloud is taken in pieces that grow fourfold. All points of a piece are looked up at once in the grid of the points chosen before
// it (chosen_grid.cuh); those that one covers are dropped, the others kept in order (CUB's selection). What is left is decided by one
// block, kDecide points at a time: first all pairs within R1, as bits in shared memory, then rounds in which a point is chosen once no
// undecided one before it reaches it, and drops out once a chosen one does. In an unordered cloud a few thousand points choose nearly
// everything and nearly all work is the parallel dropping; in a cloud sorted along its curve most is decided by the block: the same
// result, less overlap. The host launches the pieces of clouds up to kLongPiece without waiting.
//
// Memory: per cloud point d coordinates and two words, 104 bytes per cell (where there are more than kDenseCells: 24 or more per cell or
// cloud point, whichever are fewer). Cost: one list per point; per kDecide points that are left some microseconds of one block.
// Loses to the CPU for small clouds, where launches decide.
// Floor: one pass over the cloud, n·d·sizeof(T) bytes, and three launches a piece: 1 M points are seven pieces.
// Compiled with d known: 2 and 3 in float; one version for everything else.
// Source: Blelloch, Fineman, Shun 2012, "Greedy sequential maximal independent set and matching are parallel on average".
#include <thrust/iterator/counting_iterator.h>

#include <algorithm>
#include <cstring>
#include <cub/device/device_select.cuh>

#include "compute/cuda/choose/chosen_grid.cuh"
#include "compute/cuda/versions.h"

namespace arete::cuda {

namespace {

constexpr uint32_t kDecide = 512, kWords = kDecide / 32;
constexpr uint32_t kGrowth = 4, kLargestPiece = 1u << 24;
constexpr uint32_t kLongPiece = 1u << 20;  // points that one launch decides: under 100 ms also when all are chosen
constexpr uint64_t kDenseCells = 1u << 20;
constexpr double kEdgeSlack = 2.0 / 1024;

template <class T, int D>
struct IsUncovered {
  ChosenGrid<T> grid;
  __device__ bool operator()(uint32_t i) const { return !grid.template covers<D>(i); }
};

/// Shared memory of the deciding block: the open points of kDecide, in index order.
struct DecideMemory {
  uint32_t reached[kWords][kDecide];  // bit b of [w][i]: the open point 32 w + b < i is within R1 of i
  uint32_t index[kDecide];
  uint32_t undecided[kWords], chosen[kWords];  // bit masks of the open points
};

/// Collects the open points; returns their number.
__device__ inline uint32_t collectOpen(DecideMemory& memory, bool open, uint32_t index) {
  const uint32_t lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const uint32_t lanes = __ballot_sync(0xffffffffu, open);
  if (lane == 0) memory.undecided[warp] = __popc(lanes);
  __syncthreads();
  uint32_t before = 0, total = 0;
  for (uint32_t w = 0; w < kWords; ++w) {
    if (w == warp) before = total;
    total += memory.undecided[w];
  }
  if (open) memory.index[before + __popc(lanes & ((1u << lane) - 1))] = index;
  __syncthreads();
  return total;
}

/// All pairs of open points within R1: a thread a word of 32 at a time.
template <class T, int D>
__device__ inline void findReached(const ChosenGrid<T>& grid, DecideMemory& memory, uint32_t open) {
  const int d = D > 0 ? D : grid.cloud.dimension;
  const size_t stride = grid.cloud.coordinateStride;
  const auto point = [&](uint32_t at) { return grid.cloud.data + size_t(memory.index[at]) * grid.cloud.pointStride; };
  __shared__ T coordinates[D > 0 ? D : 1][kDecide];
  if constexpr (D > 0) {
    if (threadIdx.x < open)
      for (int k = 0; k < D; ++k) coordinates[k][threadIdx.x] = point(threadIdx.x)[k * stride];
    __syncthreads();
  }
  for (uint32_t w = 0; w * 32 < open; ++w) {
    const uint32_t i = threadIdx.x, end = min(i, w * 32 + 32);
    if (i >= open) break;
    uint32_t bits = 0;
    for (uint32_t j = w * 32; j < end; ++j) {
      T squared;
      if constexpr (D > 0) squared = shared::squaredDistance(&coordinates[0][i], kDecide, &coordinates[0][j], kDecide, D);
      else squared = shared::squaredDistance(point(i), stride, point(j), stride, d);
      bits |= uint32_t(squared <= grid.reach) << (j - w * 32);
    }
    memory.reached[w][i] = bits;
  }
}

/// Decides the open points in rounds; afterwards memory.chosen has their masks.
__device__ inline void decideOpen(DecideMemory& memory, uint32_t open) {
  const uint32_t i = threadIdx.x, lane = i % 32, warp = i / 32;
  bool undecided = i < open, isChosen = false;
  for (;;) {
    const uint32_t undecidedLanes = __ballot_sync(0xffffffffu, undecided), chosenLanes = __ballot_sync(0xffffffffu, isChosen);
    if (lane == 0) memory.undecided[warp] = undecidedLanes, memory.chosen[warp] = chosenLanes;
    if (!__syncthreads_or(undecided)) return;
    if (undecided) {
      bool waits = false, out = false;
      for (uint32_t w = 0; w <= warp; ++w) {
        const uint32_t reached = memory.reached[w][i];
        out = out || (reached & memory.chosen[w]) != 0;
        waits = waits || (reached & memory.undecided[w]) != 0;
      }
      isChosen = !out && !waits;
      undecided = !out && waits;
    }
    __syncthreads();
  }
}

/// One block decides the points from `begin` on, at most kLongPiece of them, in order. Nothing chosen before the piece covers any of them.
/// `points` null: they are the cloud's first.
template <class T, int D>
__global__ void __launch_bounds__(kDecide) decideKernel(ChosenGrid<T> grid, const uint32_t* points, const uint32_t* count, uint32_t begin) {
  __shared__ DecideMemory memory;
  const auto d = uint32_t(grid.cloud.dimension);
  const uint32_t total = points == nullptr ? min(kDecide, grid.cloud.count) : *count, end = total - begin > kLongPiece ? begin + kLongPiece : total;
  uint32_t chosenCount = *grid.chosenCount;
  for (uint32_t first = begin; first < end; first += kDecide) {
    const bool exists = first + threadIdx.x < end;
    const uint32_t mine = !exists ? 0 : points == nullptr ? threadIdx.x : points[first + threadIdx.x];
    const uint32_t open = collectOpen(memory, exists && (first == 0 || !grid.template covers<D>(mine)), mine);
    findReached<T, D>(grid, memory, open);
    __syncthreads();
    decideOpen(memory, open);

    uint32_t before = 0, added = 0;
    for (uint32_t w = 0; w < kWords; ++w) {
      if (w == threadIdx.x / 32) before = added;
      added += __popc(memory.chosen[w]);
    }
    const uint32_t lanes = memory.chosen[threadIdx.x / 32];
    if (lanes >> threadIdx.x % 32 & 1u) {
      const uint32_t number = chosenCount + before + __popc(lanes & ((1u << threadIdx.x % 32) - 1)), index = memory.index[threadIdx.x];
      grid.chosen[number] = index;
      for (uint32_t k = 0; k < d; ++k)
        grid.coordinates[size_t(number) * d + k] = grid.cloud.data[index * grid.cloud.pointStride + k * grid.cloud.coordinateStride];
    }
    __threadfence_block();
    __syncthreads();
    for (uint32_t part = threadIdx.x; part < added * kTouching; part += kDecide) grid.insert(chosenCount + part / kTouching, part % kTouching);
    chosenCount += added;
    __threadfence_block();
    __syncthreads();
  }
  if (threadIdx.x == 0) *grid.chosenCount = chosenCount;
}

/// Device memory of one choose.
template <class T>
struct ChooseMemory {
  ChooseMemory(const ChooseInput& in, CudaDevice& device)
      : grid(makeGrid(in.cloud, in.r1 * (1 + kEdgeSlack))),
        isDense(grid.cells() <= kDenseCells),
        n(in.cloud.size()),
        table(isDense ? 1 : std::min<uint64_t>(n, grid.cells()), device.stream()),
        next(n, device.stream()),
        result(kCounts + n, device.stream()),
        left(std::min(n, kLargestPiece), device.stream()),
        coordinates(size_t(n) * size_t(in.cloud.dimension()), device.stream()) {
    CUDA_CHECK(cudaMemsetAsync(result.data(), 0, (kCounts + std::min(n, kUsual)) * sizeof(uint32_t), device.stream()));
    if (!isDense) {
      table.clear();
      return;
    }
    cells = Buffer<uint32_t>(grid.cells() * (2 + ChosenGrid<T>::kRoom), device.stream());
    CUDA_CHECK(cudaMemsetAsync(cells.data(), 0, grid.cells() * sizeof(uint32_t), device.stream()));
    CUDA_CHECK(cudaMemsetAsync(cells.data() + grid.cells(), 0xff, grid.cells() * sizeof(uint32_t), device.stream()));
  }
  ChosenGrid<T> view(const DevicePoints<T>& cloud, double r1) const {
    const uint64_t count = isDense ? grid.cells() : 0;
    return {cloud,
            grid,
            isDense ? cells.data() : nullptr,
            cells.data() + 2 * count,
            isDense ? cells.data() + count : nullptr,
            table.table(),
            next.data(),
            result.data() + kCounts,
            coordinates.data(),
            result.data(),
            shared::squaredRadius<T>(r1)};
  }

  static constexpr uint32_t kCounts = 2;    // chosen, left
  static constexpr uint32_t kUsual = 4096;  // chosen points that come with their count
  DeviceGrid grid;
  bool isDense;
  uint32_t n;
  CellTableMemory table;
  Buffer<uint32_t> cells;  // of a dense grid: counts, heads, lists
  Buffer<uint32_t> next, result, left;
  Buffer<T> coordinates;
};

template <class T, int D>
std::vector<uint32_t> choose(const ChooseInput& in, const StageContext& context) {
  CudaDevice& device = cudaDevice(context);
  const cudaStream_t stream = device.stream();
  const uint32_t n = in.cloud.size();
  const DevicePoints<T> cloud = device.upload<T>(in.cloud);
  const ChooseMemory<T> memory(in, device);
  const ChosenGrid<T> grid = memory.view(cloud, in.r1);
  uint32_t* const leftCount = memory.result.data() + 1;

  size_t bytes = 0;
  const auto select = [&](void* scratch, uint32_t first, uint32_t size) {
    CUDA_CHECK(cub::DeviceSelect::If(scratch, bytes, thrust::counting_iterator<uint32_t>(first), memory.left.data(), leftCount, int(size),
                                     IsUncovered<T, D>{grid}, stream));
  };
  const auto decide = [&](const uint32_t* points, uint32_t begin) {
    decideKernel<T, D><<<1, kDecide, 0, stream>>>(grid, points, leftCount, begin);
    CUDA_CHECK_LAUNCH("decideKernel");
  };
  select(nullptr, 0, std::min(n, kLargestPiece));
  const Buffer<std::byte> scratch(bytes, stream);
  decide(nullptr, 0);
  for (uint32_t first = kDecide; first < n;) {
    context.checkStop();
    const uint32_t size = std::min({n - first, uint32_t(std::min<uint64_t>(uint64_t(kGrowth - 1) * first, kLargestPiece)), kLargestPiece});
    select(scratch.data(), first, size);
    uint32_t left = 0;
    if (size > kLongPiece) std::memcpy(&left, device.download(leftCount, sizeof left), sizeof left);
    decide(memory.left.data(), 0);
    for (uint32_t begin = kLongPiece; begin < left; begin += kLongPiece) {
      CUDA_CHECK(cudaStreamSynchronize(stream));
      context.checkStop();
      decide(memory.left.data(), begin);
    }
    first += size;
    context.report(double(first) / n);
  }
  const uint32_t atOnce = std::min(n, ChooseMemory<T>::kUsual);
  const std::byte* host = device.download(memory.result.data(), (ChooseMemory<T>::kCounts + atOnce) * sizeof(uint32_t));
  uint32_t count = 0;
  std::memcpy(&count, host, sizeof count);
  if (count > atOnce) host = device.download(memory.result.data(), (ChooseMemory<T>::kCounts + count) * sizeof(uint32_t));
  std::vector<uint32_t> chosen(count);
  std::memcpy(chosen.data(), host + ChooseMemory<T>::kCounts * sizeof(uint32_t), count * sizeof(uint32_t));
  return chosen;
}

}  // namespace

std::vector<uint32_t> chooseRounds(const ChooseInput& in, const StageContext& context) {
  context.checkStop();
  return withScalarType(in.cloud.scalar(), [&]<class T>() {
    if (in.cloud.empty() || !gridSuits<T>(in.r1)) return chooseOneBlock(in, context);
    if constexpr (sizeof(T) == sizeof(float)) {
      if (in.cloud.dimension() == 2) return choose<T, 2>(in, context);
      if (in.cloud.dimension() == 3) return choose<T, 3>(in, context);
    }
    return choose<T, 0>(in, context);
  });
}

}  // namespace arete::cuda
