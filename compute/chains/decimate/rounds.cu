// decimate.cuda.rounds: the sweep of row 0 on the whole GPU.
//
// Idea. As decimate.cpu.rounds: whether a point goes depends on the points within 2·R2 of it, on those of higher index as they are when the
// sweep begins, on those of lower index as the sweep has left them; so it can be decided once those are, and at once when kCrowd
// neighbours are certain to stay. Neighbours are found on a grid of cell 2·R2 and listed once, one warp per point. Then every point has a
// thread that reads the fates of its neighbours until it can decide: fates only change from undecided to final, so no barrier is needed.
// Blocks number themselves in the order in which they start, and a point waits for lower ones only: those of running blocks.
// Up to kAllPairsEach points per multiprocessor, the usual case, a grid is not worth its launches: one warp per point compares it with all others.
// A sweep that would leave fewer than kFewestChosen points is cut, on the host, after the removal that reaches them.
//
// Memory: per point its coordinates and kRoom + 4 words. Cost: linear in m for points of bounded density; the longest chain of neighbours in
// descending index order decides, about ten reads of memory for unordered points. Loses to decimate.cpu.grid for a few dozen points, and
// where more than kRoom neighbours make a point walk through the grid again and again.
// Source: Blelloch, Fineman, Shun, Greedy sequential maximal independent set and matching are parallel on average, 2012.
#include <algorithm>
#include <numeric>

#include "compute/chains/decimate/stage.h"
#include "compute/chains/grid/cell_table.cuh"
#include "compute/chains/grid/device_grid.cuh"
#include "compute/core/distance.h"
#include "compute/gpu/cuda_device.h"
#include "compute/gpu/launch_shapes.h"
#include "compute/gpu/patience.cuh"
#include "compute/gpu/warp.cuh"
#include "compute/gpu/watch.h"

namespace arete::cuda {

namespace {

constexpr uint32_t kRoom = 124;         // neighbours listed of a point
constexpr uint32_t kAllPairsEach = 32;  // points per multiprocessor up to which no grid is made: all warps run at once
constexpr double kRowSlack = 2.0 / 1024;
enum Fate : uint32_t { kUndecided, kStays, kGoes };

template <class T>
struct RoundsData {
  const T* points;  // row layout
  uint32_t count;
  int dimension;
  DeviceGrid grid;
  CellTable heads;      // lists of points by cell
  uint32_t* next;       // by point
  uint32_t* sizes;      // neighbours of a point, including those that found no room
  uint32_t* neighbour;  // kRoom each: 2 · index, + 1 for those within R2
  uint32_t* fates;
  uint32_t* ticket;
  T near, far;
  Patience patience;

  __device__ const T* point(uint32_t i) const { return points + size_t(i) * uint32_t(dimension); }
  /// Calls visit(entry) for the neighbours of i in one of the cells around `cell`, until it returns false.
  template <class Visit>
  __device__ bool visitCell(const DeviceCell& cell, uint32_t part, uint32_t i, const Visit& visit) const {
    uint64_t key;
    if (!grid.touching(cell, part, key)) return true;
    for (uint32_t other = heads.find(key); other != kNoEntry; other = next[other]) {
      if (other == i) continue;
      const T squared = shared::squaredDistance(point(i), 1, point(other), 1, dimension);
      if (squared <= far && !visit(2 * other + uint32_t(squared <= near))) return false;
    }
    return true;
  }
};

template <class T>
__global__ void __launch_bounds__(kUsualBlock) insertRowsKernel(RoundsData<T> s) {
  const uint32_t i = blockIdx.x * kUsualBlock + threadIdx.x;
  if (i < s.count) s.next[i] = atomicExch(s.heads.at(s.grid.key(s.grid.cellOf(s.point(i), 1))), i);
}

template <class T>
__global__ void __launch_bounds__(kUsualBlock) neighbourKernel(RoundsData<T> s) {
  const uint32_t i = (blockIdx.x * kUsualBlock + threadIdx.x) / kWarp, lane = threadIdx.x % kWarp;
  if (i >= s.count || lane >= kTouching) return;
  s.visitCell(s.grid.cellOf(s.point(i), 1), lane, i, [&](uint32_t entry) {
    const uint32_t at = atomicAdd(s.sizes + i, 1u);
    if (at < kRoom) s.neighbour[size_t(i) * kRoom + at] = entry;
    return true;
  });
}

/// Counts of the neighbours that certainly stay, and whether others may.
struct Around {
  uint32_t within = 1, withinTwice = 1;  // the point itself
  bool waits = false;

  /// False when enough is known.
  __device__ bool add(uint32_t entry, uint32_t i, const uint32_t* fates) {
    const uint32_t other = entry / 2, fate = other < i ? *static_cast<const volatile uint32_t*>(fates + other) : uint32_t(kStays);
    waits = waits || fate == kUndecided;
    if (fate == kStays) within += entry & 1u, ++withinTwice;
    return within < kCrowd;
  }
  __device__ Fate fate() const {
    if (within >= kCrowd) return kGoes;
    if (waits) return kUndecided;
    return withinTwice <= kLonely ? kGoes : kStays;
  }
};

template <class T>
__device__ Fate fateOf(const RoundsData<T>& s, uint32_t i) {
  Around around;
  const uint32_t size = s.sizes[i];
  if (size <= kRoom) {
    for (uint32_t e = 0; e < size; ++e)
      if (!around.add(s.neighbour[size_t(i) * kRoom + e], i, s.fates)) break;
  } else {
    const DeviceCell cell = s.grid.cellOf(s.point(i), 1);
    for (uint32_t part = 0; part < kTouching; ++part)
      if (!s.visitCell(cell, part, i, [&](uint32_t entry) { return around.add(entry, i, s.fates); })) break;
  }
  return around.fate();
}

template <class T>
__global__ void __launch_bounds__(kUsualBlock) decideRowsKernel(RoundsData<T> s) {
  __shared__ uint32_t block;
  if (threadIdx.x == 0) block = atomicAdd(s.ticket, 1u);
  __syncthreads();
  const uint32_t i = block * kUsualBlock + threadIdx.x;
  bool open = i < s.count;
  s.patience.until([&] {
    if (open)
      if (const Fate fate = fateOf(s, i); fate != kUndecided) {
        *static_cast<volatile uint32_t*>(s.fates + i) = fate;
        open = false;
      }
    return !__any_sync(kAllLanes, open);
  });
}

/// Few points: no grid, one launch. One warp per point compares it with all others, keeps the neighbours of lower index in shared memory, and
/// waits for their fates. Those of higher index are only counted.
template <class T>
__global__ void __launch_bounds__(kUsualBlock)
    allPairsKernel(const T* points, uint32_t count, int dimension, T near, T far, uint32_t* fates, Patience patience) {
  __shared__ uint32_t lower[kUsualBlock / kWarp][kRoom];
  const uint32_t i = (blockIdx.x * kUsualBlock + threadIdx.x) / kWarp, lane = threadIdx.x % kWarp, warp = threadIdx.x / kWarp;
  if (i >= count) return;
  const auto d = uint32_t(dimension);
  uint32_t listed = 0, within = 1, withinTwice = 1;  // the point itself, and what is certain to stay
  const auto look = [&](uint32_t first, bool lowerOnes) {
    const uint32_t other = first + lane;
    T squared = T(NAN);  // none: neither near nor far
    if (other < count && other != i && (other < i) == lowerOnes)
      squared = shared::squaredDistance(points + i * d, 1, points + other * d, 1, dimension);
    return squared;
  };
  for (uint32_t first = i / kWarp * kWarp; first < count; first += kWarp) {
    const T squared = look(first, false);
    within += __popc(__ballot_sync(kAllLanes, squared <= near)), withinTwice += __popc(__ballot_sync(kAllLanes, squared <= far));
  }
  for (uint32_t first = 0; first <= i; first += kWarp) {
    const T squared = look(first, true);
    const uint32_t found = __ballot_sync(kAllLanes, squared <= far), at = listed + __popc(found & ((1u << lane) - 1));
    if (squared <= far && at < kRoom) lower[warp][at] = 2 * (first + lane) + uint32_t(squared <= near);
    listed += __popc(found);
  }
  __syncwarp();
  patience.until([&] {
    uint32_t nearNow = within, farNow = withinTwice;
    bool waits = false;
    const auto count32 = [&](bool isNear, bool isFar, uint32_t known) {
      nearNow += __popc(__ballot_sync(kAllLanes, isNear && known == kStays)), farNow += __popc(__ballot_sync(kAllLanes, isFar && known == kStays));
      waits = __any_sync(kAllLanes, isFar && known == kUndecided) || waits;
    };
    const auto fateNow = [&](bool isThere, uint32_t other) {
      return isThere ? *static_cast<const volatile uint32_t*>(fates + other) : uint32_t(kGoes);
    };
    if (listed <= kRoom) {
      for (uint32_t first = 0; first < listed; first += kWarp) {
        const bool isThere = first + lane < listed;
        const uint32_t entry = isThere ? lower[warp][first + lane] : 0;
        count32(isThere && (entry & 1u), isThere, fateNow(isThere, entry / 2));
      }
    } else {
      for (uint32_t first = 0; first <= i; first += kWarp) {
        const T squared = look(first, true);
        count32(squared <= near, squared <= far, fateNow(squared <= far, first + lane));
      }
    }
    const Fate fate = nearNow >= kCrowd ? kGoes : waits ? kUndecided : farNow <= kLonely ? kGoes : kStays;
    if (fate != kUndecided && lane == 0) *static_cast<volatile uint32_t*>(fates + i) = fate;
    return fate != kUndecided;
  });
}

/// The points that stay by the stop rule.
std::vector<uint32_t> survivors(const uint32_t* fates, uint32_t count) {
  uint32_t mayGo = count - kFewestChosen + 1;  // removals until fewer than kFewestChosen are left
  std::vector<uint32_t> left;
  for (uint32_t i = 0; i < count; ++i) {
    if (mayGo > 0 && fates[i] == kGoes) --mayGo;
    else left.push_back(i);
  }
  return left;
}

template <class T>
std::vector<uint32_t> sweepAllPairs(const PointArray& rows, double r2, CudaDevice& device) {
  const cudaStream_t stream = device.stream();
  const uint32_t count = rows.size();
  const Buffer<T> points(rows.elements<T>().size(), stream);
  const Buffer<uint32_t> fates(count, stream);
  points.upload(rows.elements<T>());
  fates.clear();
  allPairsKernel<T><<<blocksFor(size_t(count) * kWarp, kUsualBlock), kUsualBlock, 0, stream>>>(
      points.data(), count, rows.dimension(), shared::squaredRadius<T>(r2), shared::squaredRadius<T>(2 * r2), fates.data(), patience());
  CUDA_CHECK_LAUNCH("allPairsKernel");
  return survivors(reinterpret_cast<const uint32_t*>(device.download(fates.data(), count * sizeof(uint32_t))), count);
}

template <class T>
std::vector<uint32_t> sweep(const PointArray& rows, double r2, CudaDevice& device) {
  const cudaStream_t stream = device.stream();
  const uint32_t count = rows.size();
  const Buffer<T> points(rows.elements<T>().size(), stream);
  const Buffer<uint32_t> words(size_t(count) * (3 + kRoom) + 1, stream);  // sizes, fates, ticket, next, neighbours
  const CellTableMemory heads(count, stream);
  points.upload(rows.elements<T>());
  heads.clear();
  CUDA_CHECK(cudaMemsetAsync(words.data(), 0, (2 * size_t(count) + 1) * sizeof(uint32_t), stream));
  uint32_t* const fates = words.data() + count;
  const RoundsData<T> data{points.data(),
                           count,
                           rows.dimension(),
                           makeGrid(rows.view<T>(), 2 * r2 * (1 + kRowSlack)),
                           heads.table(),
                           fates + count + 1,
                           words.data(),
                           fates + 2 * size_t(count) + 1,
                           fates,
                           fates + count,
                           shared::squaredRadius<T>(r2),
                           shared::squaredRadius<T>(2 * r2),
                           patience()};
  insertRowsKernel<T><<<blocksFor(count, kUsualBlock), kUsualBlock, 0, stream>>>(data);
  CUDA_CHECK_LAUNCH("insertRowsKernel");
  neighbourKernel<T><<<blocksFor(size_t(count) * kWarp, kUsualBlock), kUsualBlock, 0, stream>>>(data);
  CUDA_CHECK_LAUNCH("neighbourKernel");
  decideRowsKernel<T><<<blocksFor(count, kUsualBlock), kUsualBlock, 0, stream>>>(data);
  CUDA_CHECK_LAUNCH("decideRowsKernel");
  return survivors(reinterpret_cast<const uint32_t*>(device.download(fates, count * sizeof(uint32_t))), count);
}

}  // namespace

std::vector<uint32_t> decimateRounds(const DecimateInput& in, const StageContext& context) {
  context.checkStop();
  return withScalarType(in.chosen.scalar(), [&]<class T>() {
    std::vector<uint32_t> all(in.chosen.size());
    std::iota(all.begin(), all.end(), 0u);
    if (in.chosen.size() <= kFewestChosen) return all;
    CudaDevice& device = cudaDevice(context);
    const PointArray rows = in.chosen.withLayout(Layout::row);
    if (in.chosen.size() <= uint32_t(device.multiprocessors()) * kAllPairsEach) return sweepAllPairs<T>(rows, in.r2, device);
    if (!gridSuits<T>(in.r2)) return decimateMarkCompact(in, context);
    return sweep<T>(rows, in.r2, device);
  });
}

}  // namespace arete::cuda
