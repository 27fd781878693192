// Counts launches and copies. The engine is linked with --wrap for the calls below (cmake/Cuda.cmake): what nvcc makes of <<<…>>>, and CUB's
// launches, come here first. A launch costs microseconds; the look at its shape that comes on top is short, because occupancies are remembered.
#include <algorithm>
#include <atomic>
#include <unordered_map>

#include <cuda_runtime.h>

#include "compute/core/launch_counts.h"
#include "compute/gpu/card_limits.h"
#include "compute/gpu/watch.h"

namespace {

struct {
  std::atomic<uint64_t> launches, threads, occupied, moved_bytes;
} countsSoFar;

struct LaunchedShape {
  const void* kernel;
  uint32_t block;
  size_t shared_bytes;
  int device;
  friend bool operator==(const LaunchedShape&, const LaunchedShape&) = default;
};
struct HashOfLaunch {
  size_t operator()(const LaunchedShape& shape) const {
    constexpr size_t kMix = 0x9E3779B97F4A7C15;
    return ((reinterpret_cast<size_t>(shape.kernel) * kMix + shape.block) * kMix + shape.shared_bytes) * kMix + size_t(shape.device);
  }
};
struct LaunchRoom {
  uint32_t blocks = 0;   ///< of the shape that a multiprocessor runs side by side; 0 where that is not known
  uint32_t threads = 1;  ///< that it has places for
  uint32_t multiprocessors = 1;
};

LaunchRoom roomForLaunch(const LaunchedShape& shape) {
  int blocks = 0, threads = 0, multiprocessors = 0;
  const bool known = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, shape.kernel, int(shape.block), shape.shared_bytes) == cudaSuccess &&
                     cudaDeviceGetAttribute(&threads, cudaDevAttrMaxThreadsPerMultiProcessor, shape.device) == cudaSuccess &&
                     cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, shape.device) == cudaSuccess && threads > 0 &&
                     multiprocessors > 0;
  if (!known) return cudaGetLastError(), LaunchRoom{};  // the launch itself says what is wrong
  return {uint32_t(blocks), uint32_t(threads), uint32_t(multiprocessors)};
}

/// What keeps the launch from being made.
cudaError_t countLaunch(const void* kernel, dim3 grid, dim3 block, size_t shared_bytes) {
  thread_local std::unordered_map<LaunchedShape, LaunchRoom, HashOfLaunch> rooms;
  if (const cudaError_t code = arete::cuda::beforeUseOf(kernel); code != cudaSuccess) return code;
  arete::cuda::noteLaunch(kernel);
  countsSoFar.launches.fetch_add(1, std::memory_order_relaxed);
  LaunchedShape shape{kernel, block.x * block.y * block.z, shared_bytes, 0};
  if (cudaGetDevice(&shape.device) != cudaSuccess) return cudaSuccess;  // the launch itself says what is wrong
  const auto [found, isNew] = rooms.try_emplace(shape);
  if (isNew) found->second = roomForLaunch(shape);
  const LaunchRoom& room = found->second;
  if (room.blocks == 0) return cudaSuccess;
  const uint64_t blocks = uint64_t(grid.x) * grid.y * grid.z, threads = blocks * shape.block;
  const uint64_t places = uint64_t(room.threads) * room.multiprocessors;
  const uint64_t filled = std::min(blocks, uint64_t(room.blocks) * room.multiprocessors) * shape.block;
  countsSoFar.threads.fetch_add(threads, std::memory_order_relaxed);
  countsSoFar.occupied.fetch_add(threads * (arete::LaunchCounts::kOccupancyUnits * filled / places), std::memory_order_relaxed);
  return cudaSuccess;
}

}  // namespace

arete::LaunchCounts arete::launchCounts() { return {countsSoFar.launches, countsSoFar.threads, countsSoFar.occupied, countsSoFar.moved_bytes}; }

using arete::cuda::sharedWithinLimits;

// The names are the linker's.
extern "C" {

cudaError_t __real___cudaLaunchKernel(cudaKernel_t, dim3, dim3, void**, size_t, cudaStream_t);
cudaError_t __wrap___cudaLaunchKernel(cudaKernel_t kernel, dim3 grid, dim3 block, void** arguments, size_t shared_bytes, cudaStream_t stream) {
  if (const cudaError_t code = countLaunch(reinterpret_cast<const void*>(kernel), grid, block, shared_bytes); code != cudaSuccess) return code;
  return __real___cudaLaunchKernel(kernel, grid, block, arguments, sharedWithinLimits(reinterpret_cast<const void*>(kernel), shared_bytes), stream);
}

cudaError_t __real_cudaLaunchKernel(const void*, dim3, dim3, void**, size_t, cudaStream_t);
cudaError_t __wrap_cudaLaunchKernel(const void* kernel, dim3 grid, dim3 block, void** arguments, size_t shared_bytes, cudaStream_t stream) {
  if (const cudaError_t code = countLaunch(kernel, grid, block, shared_bytes); code != cudaSuccess) return code;
  return __real_cudaLaunchKernel(kernel, grid, block, arguments, sharedWithinLimits(kernel, shared_bytes), stream);
}

cudaError_t __real_cudaLaunchCooperativeKernel(const void*, dim3, dim3, void**, size_t, cudaStream_t);
cudaError_t __wrap_cudaLaunchCooperativeKernel(const void* kernel, dim3 grid, dim3 block, void** arguments, size_t shared_bytes,
                                               cudaStream_t stream) {
  if (const cudaError_t code = countLaunch(kernel, grid, block, shared_bytes); code != cudaSuccess) return code;
  const size_t within_bytes = sharedWithinLimits(kernel, grid.x * grid.y * grid.z, block.x * block.y * block.z, shared_bytes);
  return __real_cudaLaunchCooperativeKernel(kernel, grid, block, arguments, within_bytes, stream);
}

cudaError_t __real_cudaLaunchKernelExC(const cudaLaunchConfig_t*, const void*, void**);
cudaError_t __wrap_cudaLaunchKernelExC(const cudaLaunchConfig_t* shape, const void* kernel, void** arguments) {
  if (const cudaError_t code = countLaunch(kernel, shape->gridDim, shape->blockDim, shape->dynamicSmemBytes); code != cudaSuccess) return code;
  cudaLaunchConfig_t within = *shape;
  within.dynamicSmemBytes = sharedWithinLimits(kernel, shape->dynamicSmemBytes);
  return __real_cudaLaunchKernelExC(&within, kernel, arguments);
}

cudaError_t __real_cudaGraphLaunch(cudaGraphExec_t, cudaStream_t);
cudaError_t __wrap_cudaGraphLaunch(cudaGraphExec_t graph, cudaStream_t stream) {
  arete::cuda::noteLaunch(nullptr);
  countsSoFar.launches.fetch_add(1, std::memory_order_relaxed);
  return __real_cudaGraphLaunch(graph, stream);
}

cudaError_t __real_cudaMemcpyAsync(void*, const void*, size_t, cudaMemcpyKind, cudaStream_t);
cudaError_t __wrap_cudaMemcpyAsync(void* to, const void* from, size_t bytes, cudaMemcpyKind kind, cudaStream_t stream) {
  if (const cudaError_t code = arete::cuda::beforeCopy(from, bytes, kind, stream); code != cudaSuccess) return code;
  if (kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToHost) countsSoFar.moved_bytes.fetch_add(bytes, std::memory_order_relaxed);
  return __real_cudaMemcpyAsync(to, from, bytes, kind, stream);
}

}  // extern "C"
