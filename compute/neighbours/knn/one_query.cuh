// The nearest point of one or very few queries: a reduction as fast as memory is read, directly from the points' layout.
#pragma once

#include "compute/gpu/warp.cuh"
#include "compute/neighbours/knn/by_blocks.cuh"

namespace arete::cuda {

inline constexpr uint32_t kScanThreads = 256;

__device__ inline uint64_t loadFresh(const uint64_t* from) { return __ldcg(from); }
__device__ inline Wide loadFresh(const Wide* from) {
  const auto* const half = reinterpret_cast<const uint64_t*>(from);
  return Wide(__ldcg(half + 1)) << 64 | __ldcg(half);
}

/// The results of a query's blocks: each writes its least key, and the last one to arrive takes the least of all. A single block needs no
/// memory. `finished`: per query, 0 before and after.
template <class T>
struct Gathered {
  Key<T>* nearest;  ///< per query and block
  uint32_t* finished;
  DeviceAnswer<T> answer;

  __device__ void add(Key<T> key) const {
    __shared__ bool last;
    const uint32_t query = blockIdx.y, parts = gridDim.x;
    key = blockMinimum<T>(key);
    if (parts == 1) {
      if (threadIdx.x == 0) answer.write(query, key);
      return;
    }
    if (threadIdx.x == 0) {
      nearest[size_t(query) * parts + blockIdx.x] = key;
      __threadfence();
      last = atomicInc(finished + query, parts - 1) == parts - 1;
    }
    __syncthreads();
    if (!last) return;
    __threadfence();
    Key<T> best = noKey<T>();
    for (uint32_t i = threadIdx.x; i < parts; i += kScanThreads) {
      const Key<T> other = loadFresh(nearest + size_t(query) * parts + i);
      if (other < best) best = other;
    }
    best = blockMinimum<T>(best);
    if (threadIdx.x == 0) answer.write(query, best);
  }
};

/// A thread takes four or eight points at a time, which are loads of 16 bytes in column layout. D = 0: any layout, the
/// dimension not known to the compiler.
template <class T, int D>
__global__ void __launch_bounds__(kScanThreads)
    scanPoints(Strided<T> references, uint32_t n, Strided<T> queries, int dimension, uint32_t firstLeftOut, bool excludeSelf, Gathered<T> gathered) {
  constexpr int kMost = D > 0 ? D : kMaxDimension, kPoints = D <= 4 ? 8 : 4;
  struct alignas(16) Four {
    T value[16 / sizeof(T)];
  };
  constexpr int kEach = 16 / sizeof(T);
  const uint32_t query = blockIdx.y;
  const size_t leftOut = excludeSelf ? size_t(firstLeftOut) + query : SIZE_MAX;
  T here[kMost];
#pragma unroll
  for (int k = 0; k < kMost; ++k) here[k] = k < dimension ? queries.at(query, k) : T(0);
  Key<T> best = noKey<T>();
  const auto offer = [&](T squared, size_t i) {
    const Key<T> key = makeKey(squared, uint32_t(i));
    if (key < best && i != leftOut) best = key;
  };
  const size_t step = size_t(gridDim.x) * kScanThreads * kPoints;
  for (size_t first = (size_t(blockIdx.x) * kScanThreads + threadIdx.x) * kPoints; first < n; first += step) {
    bool single = first + kPoints > n;
    if constexpr (D == 0) single = true;
    if (single) {
      for (size_t i = first; i < n && i < first + kPoints; ++i)
        offer(shared::squaredDistance(here, 1, references.data + i * references.pointStride, references.coordinateStride, dimension), i);
      continue;
    }
    if constexpr (D > 0) {
      T value[kPoints * kMost];
#pragma unroll
      for (int part = 0; part < kPoints * kMost / kEach; ++part) {
        const int at = part * kEach;
        const size_t from = size_t(at / kPoints) * references.coordinateStride + first + at % kPoints;
        const Four four = *reinterpret_cast<const Four*>(references.data + from);
#pragma unroll
        for (int i = 0; i < kEach; ++i) value[part * kEach + i] = four.value[i];
      }
#pragma unroll
      for (int i = 0; i < kPoints; ++i) offer(shared::squaredDistance(here, 1, value + i, kPoints, kMost), first + i);
    }
  }
  gathered.add(best);
}

/// The same for rows: a warp reads its points in one piece, through shared memory, so that no cache line is read twice. Backwards: what was copied
/// last to the device may still be in the second-level cache.
template <class T, int D>
struct RowScan {
  static constexpr bool kWide = D >= 8;  // padded, so that lanes read 16 bytes each without conflicts
  static constexpr int kEach = 16 / sizeof(T), kPoints = kWide ? 1 : 4, kWidth = kWide ? D + kEach : D, kLoads = D * kPoints / kEach;
  static constexpr uint32_t kChunkPoints = kWarp * kPoints, kBlockPoints = kPoints * kScanThreads;
};

template <class T, int D>
__global__ void __launch_bounds__(kScanThreads)
    scanRows(Strided<T> references, uint32_t n, Strided<T> queries, uint32_t firstLeftOut, bool excludeSelf, Gathered<T> gathered) {
  using Shape = RowScan<T, D>;
  constexpr int kEach = Shape::kEach, kWidth = Shape::kWidth;
  constexpr size_t kChunkPoints = Shape::kChunkPoints;
  __shared__ uint4 chunks[kScanThreads / kWarp][kChunkPoints * kWidth / kEach];
  T* const chunk = reinterpret_cast<T*>(chunks[threadIdx.x / kWarp]);
  const uint32_t query = blockIdx.y, lane = threadIdx.x % kWarp;
  const size_t leftOut = excludeSelf ? size_t(firstLeftOut) + query : SIZE_MAX;
  T here[D];
#pragma unroll
  for (int k = 0; k < D; ++k) here[k] = queries.at(query, k);
  Key<T> best = noKey<T>();
  const size_t elements = size_t(n) * D;  // the last piece of 16 bytes may reach beyond them, and stays within the allocation
  const size_t last = (n - 1) / kChunkPoints * kChunkPoints, step = size_t(gridDim.x) * Shape::kBlockPoints;
  for (size_t before = blockIdx.x * size_t(Shape::kBlockPoints) + threadIdx.x / kWarp * kChunkPoints; before <= last; before += step) {
    const size_t first = last - before;
    uint4 loaded[Shape::kLoads];
#pragma unroll
    for (int i = 0; i < Shape::kLoads; ++i) {
      const size_t element = first * D + (i * kWarp + lane) * kEach;
      if (element < elements) loaded[i] = __ldcs(reinterpret_cast<const uint4*>(references.data + element));
    }
#pragma unroll
    for (int i = 0; i < Shape::kLoads; ++i) {
      const int element = (i * int(kWarp) + int(lane)) * kEach;
      *reinterpret_cast<uint4*>(chunk + (Shape::kWide ? element / D * kWidth + element % D : element)) = loaded[i];
    }
    __syncwarp();
#pragma unroll
    for (int i = 0; i < Shape::kPoints; ++i) {
      const uint32_t at = i * kWarp + lane;
      alignas(16) T point[D];
      if constexpr (Shape::kWide) {
#pragma unroll
        for (int k = 0; k < D; k += kEach) *reinterpret_cast<uint4*>(point + k) = *reinterpret_cast<uint4*>(chunk + at * kWidth + k);
      } else {
#pragma unroll
        for (int k = 0; k < D; ++k) point[k] = chunk[at * D + k];
      }
      const Key<T> key = makeKey(shared::squaredDistance<D>(here, point), uint32_t(first + at));
      if (first + at < n && key < best && first + at != leftOut) best = key;
    }
    __syncwarp();
  }
  gathered.add(best);
}

inline constexpr uint32_t kWideScanBlocks = 8, kScanBlocks = 5;  // of a multiprocessor: as measured on an H200; asking what is resident takes 3 us

/// Additional memory of scans; made once.
template <class T>
class ScanMemory {
 public:
  ScanMemory() = default;
  /// For this many queries at once, when several blocks share each.
  ScanMemory(uint32_t queries, const CudaDevice& device)
      : nearest_(size_t(device.multiprocessors()) * kWideScanBlocks * queries, device.stream()), finished_(queries, device.stream()) {
    finished_.clear();
  }
  Gathered<T> gathered(const DeviceAnswer<T>& answer) const { return {nearest_.data(), finished_.data(), answer}; }

 private:
  Buffer<Key<T>> nearest_;
  Buffer<uint32_t> finished_;
};

/// `together`: the blocks of the device share a query, for as many queries as `memory` is for; else each has a block.
template <class T>
void answerByScan(const DevicePointSet<T>& references, const DeviceQueries<T>& queries, bool together, const ScanMemory<T>& memory,
                  const DeviceAnswer<T>& answer, const StageContext& context) {
  CudaDevice& device = cudaDevice(context);
  const uint32_t n = references.size(), m = queries.size();
  const int dimension = references.dimension();
  const auto launch = [&](auto scan, uint32_t blockPoints, uint32_t blocks, auto... more) {
    const uint32_t parts = together ? std::min((n - 1) / blockPoints + 1, device.multiprocessors() * blocks) : 1;
    scan<<<dim3(parts, m), kScanThreads, 0, device.stream()>>>(references.view(), n, queries.points.view(), more..., queries.first,
                                                               queries.excludeSelf, memory.gathered(answer));
    CUDA_CHECK_LAUNCH("scan");
  };
  const auto with = [&]<int D>() {
    if constexpr (D > 0)
      if (references.layout() == Layout::row)
        return launch(scanRows<T, D>, RowScan<T, D>::kBlockPoints, RowScan<T, D>::kWide ? kWideScanBlocks : kScanBlocks);
    launch(scanPoints<T, D>, 4 * kScanThreads, kWideScanBlocks, dimension);
  };
  if (dimension == 2) with.template operator()<2>();
  else if (dimension == 3) with.template operator()<3>();
  else if (dimension == 4) with.template operator()<4>();
  else if (dimension == 8) with.template operator()<8>();
  else if (dimension == 16) with.template operator()<16>();
  else with.template operator()<0>();
}

}  // namespace arete::cuda
