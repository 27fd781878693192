// choose.cuda.rounds: the points that row 0 chooses, the lexicographically first maximal independent set, in rounds over prefixes.
//
// Idea. The cloud is taken in pieces that double. All points of a piece are looked up at once in the grid of the points chosen before it
// (cell R1, found by hash); those that one covers are dropped, the others kept in order (CUB's selection). What is left is decided by one
// block, kDecideBlock points at a time, a thread each: the first undecided one is chosen and rules out those of its neighbours. In an
// unordered cloud a few thousand points choose nearly everything and nearly all work is the parallel dropping; in a cloud sorted along
// its curve most is decided by the block: the same result, less overlap. The host launches all pieces without waiting.
//
// Memory: per cloud point two words, and the hash table: 24 bytes or more per cell or cloud point, whichever are fewer.
// Cost: a few lookups per point, two barriers per chosen point. Loses to the CPU for small clouds, where launches decide.
// Floor: one pass over the cloud, n·d·sizeof(T) bytes, and the barriers of the chosen points.
// Source: Blelloch, Fineman, Shun 2012, "Greedy sequential maximal independent set and matching are parallel on average".
#include <thrust/iterator/counting_iterator.h>

#include <algorithm>
#include <cub/device/device_select.cuh>

#include "compute/cuda/cuda_device.h"
#include "compute/cuda/grid/cell_table.cuh"
#include "compute/cuda/grid/device_grid.h"
#include "compute/cuda/versions.h"
#include "compute/shared/distance.h"

namespace arete::cuda {

namespace {

constexpr int kDecideBlock = 1024;
constexpr uint32_t kFirstPiece = 1024, kLargestPiece = 1u << 18;  // the largest keeps a launch under 100 ms also when all are chosen
constexpr double kEdgeSlack = 2.0 / 1024;

template <class T>
struct ChooseState {
  DevicePoints<T> cloud;
  DeviceGrid grid;
  CellTable lists;   // of chosen points, by cell
  uint32_t* next;    // by cloud index
  uint32_t* chosen;  // cloud indices, ascending
  uint32_t* chosenCount;
  T reach;

  __device__ const T* point(uint32_t i) const { return cloud.data + size_t(i) * cloud.pointStride; }
  __device__ T squared(uint32_t i, uint32_t j) const {
    return shared::squaredDistance(point(i), cloud.coordinateStride, point(j), cloud.coordinateStride, cloud.dimension);
  }
  __device__ bool coveredIn(uint64_t key, uint32_t i) const {
    for (uint32_t j = lists.find(key); j != kNoEntry; j = next[j])
      if (squared(i, j) <= reach) return true;
    return false;
  }
  /// Whether a point chosen so far is within reach. The own cell first: it decides most.
  __device__ bool covered(uint32_t i) const {
    const DeviceCell cell = grid.cellOf(point(i), cloud.coordinateStride);
    if (coveredIn(grid.key(cell), i)) return true;
    for (uint32_t t = 0; t < kTouching; ++t)
      if (uint64_t key; grid.touching(cell, t, key) && coveredIn(key, i)) return true;
    return false;
  }
  __device__ void insert(uint32_t i) const { next[i] = atomicExch(lists.at(grid.key(grid.cellOf(point(i), cloud.coordinateStride))), i); }
};

template <class T>
struct IsUncovered {
  ChooseState<T> state;
  __device__ bool operator()(uint32_t i) const { return !state.covered(i); }
};

/// One block decides `*count` points in order; nothing chosen before the piece covers any of them.
template <class T>
__global__ void __launch_bounds__(kDecideBlock) decideKernel(ChooseState<T> state, const uint32_t* points, const uint32_t* count) {
  __shared__ uint32_t firstOfWarp[kDecideBlock / 32];
  constexpr uint32_t kNone = UINT32_MAX;
  const uint32_t lane = threadIdx.x % 32, warp = threadIdx.x / 32, total = *count;
  uint32_t chosenCount = *state.chosenCount;
  for (uint32_t begin = 0; begin < total; begin += kDecideBlock) {
    const bool exists = begin + threadIdx.x < total;
    const uint32_t mine = exists ? points[begin + threadIdx.x] : 0;
    bool open = exists && (begin == 0 || !state.covered(mine)), isChosen = false;
    for (;;) {
      const uint32_t openLanes = __ballot_sync(0xffffffffu, open);
      if (lane == 0) firstOfWarp[warp] = openLanes == 0 ? kNone : warp * 32 + __ffs(openLanes) - 1;
      __syncthreads();
      uint32_t first = firstOfWarp[lane];
      for (int step = 16; step > 0; step /= 2) first = min(first, __shfl_xor_sync(0xffffffffu, first, step));
      __syncthreads();  // before firstOfWarp is written again
      if (first == kNone) break;
      const uint32_t winner = points[begin + first];
      if (threadIdx.x == first) {
        state.chosen[chosenCount] = winner;
        isChosen = true;
        open = false;
      } else if (open) {
        open = state.squared(mine, winner) > state.reach;
      }
      ++chosenCount;
    }
    if (isChosen) state.insert(mine);
    __threadfence_block();
    __syncthreads();
  }
  if (threadIdx.x == 0) *state.chosenCount = chosenCount;
}

template <class T>
std::vector<uint32_t> choose(const ChooseInput& in, const StageContext& context) {
  CudaDevice& device = cudaDevice(context);
  const cudaStream_t stream = device.stream();
  const uint32_t n = in.cloud.size();
  const DeviceGrid grid = makeGrid(in.cloud, in.r1 * (1 + kEdgeSlack));
  const CellTableMemory table(std::min<uint64_t>(n, grid.cells()), stream);
  table.clear();
  const Buffer<uint32_t> next(n, stream), chosen(n, stream), counts(2, stream), left(std::min(n, kLargestPiece), stream);
  counts.clear();
  const ChooseState<T> state{device.upload<T>(in.cloud),     grid, table.table(), next.data(), chosen.data(), counts.data(),
                             shared::squaredRadius<T>(in.r1)};
  uint32_t* const leftCount = counts.data() + 1;

  size_t bytes = 0;
  const auto select = [&](void* scratch, uint32_t first, uint32_t size) {
    CUDA_CHECK(cub::DeviceSelect::If(scratch, bytes, thrust::counting_iterator<uint32_t>(first), left.data(), leftCount, int(size),
                                     IsUncovered<T>{state}, stream));
  };
  select(nullptr, 0, kLargestPiece);
  const Buffer<std::byte> scratch(bytes, stream);
  for (uint32_t first = 0; first < n;) {
    context.checkStop();
    const uint32_t size = std::min({n - first, std::max(first, kFirstPiece), kLargestPiece});
    select(scratch.data(), first, size);
    decideKernel<T><<<1, kDecideBlock, 0, stream>>>(state, left.data(), leftCount);
    CUDA_CHECK_LAUNCH("decideKernel");
    first += size;
    context.report(double(first) / n);
  }
  return chosen.download(counts.download(1)[0]);
}

}  // namespace

std::vector<uint32_t> chooseRounds(const ChooseInput& in, const StageContext& context) {
  return withScalarType(in.cloud.scalar(), [&]<class T>() {
    if (!in.cloud.empty() && gridSuits<T>(in.r1)) return choose<T>(in, context);
    return chooseOneBlock(in, context);
  });
}

}  // namespace arete::cuda
