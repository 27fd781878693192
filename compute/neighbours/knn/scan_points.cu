// A block takes points through shared memory, coordinate after coordinate. Each warp has some queries of its own: its lanes hold a few points
// each in registers while queries pass. Nearly always no lane's point is near enough; then one vote is the only work besides the distances.
#include <algorithm>

#include "compute/gpu/launch_shapes.h"
#include "compute/gpu/warp.cuh"
#include "compute/neighbours/knn/scan_points.cuh"
#include "compute/neighbours/knn/warp_list.cuh"

namespace arete::cuda {

namespace {

constexpr uint32_t kListingWarps = 8, kListingThreads = kWarp * kListingWarps;
constexpr uint32_t kWarpsFilling = 16;  // a multiprocessor
constexpr uint32_t kChunk_bytes = 16 << 10, kQueries_bytes = 1 << 10;

/// For D coordinates: points per lane, points in shared memory, and the most queries of a warp.
template <class T, int D>
struct Shape {
  static constexpr uint32_t kEach = D * sizeof(T) <= 32 ? 4 : 2;
  static constexpr uint32_t kChunk = std::min<uint32_t>(1024, kChunk_bytes / (D * sizeof(T)) / (kWarp * kEach) * (kWarp * kEach));
  static constexpr uint32_t kQueries = std::min<uint32_t>(32, kQueries_bytes / (D * sizeof(T)));
};

template <class T, int D>
__device__ T squaredBetween(const T (&point)[D], const T* query) {
  return shared::squaredDistance<D>(query, &point[0]);
}

/// D: at least the dimension; further coordinates are 0 in points and queries and add nothing. `each`: queries of a warp.
template <class T, int D>
__global__ void __launch_bounds__(kListingThreads) scanKernel(ScanTask<T> task, uint32_t each) {
  using Sizes = Shape<T, D>;
  __shared__ T chunk[D][Sizes::kChunk];
  __shared__ T queries[kListingWarps][Sizes::kQueries][D];
  __shared__ T worst[kListingWarps][Sizes::kQueries];
  const uint32_t warp = threadIdx.x / kWarp, lane = threadIdx.x % kWarp;
  const uint64_t first = (uint64_t(blockIdx.x) * kListingWarps + warp) * each;
  const uint32_t mine = first < task.whichCount ? min(each, uint32_t(task.whichCount - first)) : 0;
  const auto queryOf = [&](uint32_t q) { return task.which != nullptr ? task.which[first + q] : uint32_t(first + q); };
  const auto listOf = [&](uint32_t query) { return task.lists + size_t(query) * task.k; };
  for (uint32_t q = lane; q < mine; q += kWarp) {  // the chunks' barriers are between this and its use
    const uint32_t query = queryOf(q);
    for (int k = 0; k < D; ++k) queries[warp][q][k] = k < task.dimension ? task.queries.at(query, k) : T(0);
    worst[warp][q] = WarpList<T>::worstOf(listOf(query)[task.k - 1]);
  }
  for (uint32_t begin = 0; begin < task.count; begin += Sizes::kChunk) {
    const uint32_t size = min(Sizes::kChunk, task.count - begin);
    __syncthreads();
    for (uint32_t i = threadIdx.x; i < Sizes::kChunk; i += kListingThreads)
#pragma unroll
      for (int k = 0; k < D; ++k) chunk[k][i] = i >= size ? T(NAN) : k < task.dimension ? task.points.at(begin + i, k) : T(0);
    __syncthreads();
    for (uint32_t at = 0; at < size && mine > 0; at += kWarp * Sizes::kEach) {
      T points[Sizes::kEach][D];
#pragma unroll
      for (uint32_t e = 0; e < Sizes::kEach; ++e)
#pragma unroll
        for (int k = 0; k < D; ++k) points[e][k] = chunk[k][at + kWarp * e + lane];
      for (uint32_t q = 0; q < mine; ++q) {
        const T limit = worst[warp][q];
        T squared[Sizes::kEach];
        bool near = false;
#pragma unroll
        for (uint32_t e = 0; e < Sizes::kEach; ++e) {
          squared[e] = squaredBetween<T, D>(points[e], queries[warp][q]);
          near = near || squared[e] <= limit;
        }
        if (!__any_sync(kAllLanes, near)) continue;
        const uint32_t query = queryOf(q);
        const uint32_t name = task.names != nullptr ? task.names[query] : query;
        WarpList<T> list(listOf(query), task.k, task.excludeSelf ? name : UINT32_MAX);
#pragma unroll
        for (uint32_t e = 0; e < Sizes::kEach; ++e) {
          const uint32_t i = min(begin + at + kWarp * e + lane, task.count - 1);
          list.offer(squared[e], task.indices != nullptr ? task.indices[i] : task.firstIndex + i);
        }
        __syncwarp();  // all have read it
        if (lane == 0) worst[warp][q] = list.worst();
        __syncwarp();
      }
    }
  }
}

template <class T>
__global__ void takeApartKernel(const Key<T>* keys, size_t count, uint32_t* indices, T* squared) {
  const size_t i = size_t(blockIdx.x) * kListingThreads + threadIdx.x;
  if (i >= count) return;
  indices[i] = uint32_t(keys[i]);
  squared[i] = squaredOf<T>(keys[i]);
}

template <class T, int D>
void launchScan(const ScanTask<T>& task, uint32_t wantedWarps, cudaStream_t stream) {
  const uint32_t each = std::clamp<uint32_t>((task.whichCount + wantedWarps - 1) / wantedWarps, 1, Shape<T, D>::kQueries);
  const uint32_t warps = (task.whichCount + each - 1) / each;
  scanKernel<T, D><<<blocksFor(warps, kListingWarps), kListingThreads, 0, stream>>>(task, each);
  CUDA_CHECK_LAUNCH("scanKernel");
}

}  // namespace

template <class T>
void scanPoints(const ScanTask<T>& task, const cudaDeviceProp& properties, cudaStream_t stream) {
  if (task.whichCount == 0 || task.count == 0) return;
  const uint32_t warps = uint32_t(properties.multiProcessorCount) * kWarpsFilling;
  if (task.dimension <= 2) launchScan<T, 2>(task, warps, stream);
  else if (task.dimension == 3) launchScan<T, 3>(task, warps, stream);
  else if (task.dimension == 4) launchScan<T, 4>(task, warps, stream);
  else if (task.dimension <= 8) launchScan<T, 8>(task, warps, stream);
  else launchScan<T, 16>(task, warps, stream);
}
template void scanPoints<float>(const ScanTask<float>&, const cudaDeviceProp&, cudaStream_t);
template void scanPoints<double>(const ScanTask<double>&, const cudaDeviceProp&, cudaStream_t);

template <class T>
void takeApart(const Key<T>* keys, size_t count, uint32_t* indices, T* squared, cudaStream_t stream) {
  if (count == 0) return;
  takeApartKernel<T><<<blocksFor(count, kListingThreads), kListingThreads, 0, stream>>>(keys, count, indices, squared);
  CUDA_CHECK_LAUNCH("takeApartKernel");
}
template void takeApart<float>(const Key<float>*, size_t, uint32_t*, float*, cudaStream_t);
template void takeApart<double>(const Key<double>*, size_t, uint32_t*, double*, cudaStream_t);

}  // namespace arete::cuda
