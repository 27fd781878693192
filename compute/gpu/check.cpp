#include "compute/gpu/check.h"

#include <string>
#include <utility>

#include "compute/core/error.h"
#include "compute/gpu/card_limits.h"
#include "compute/gpu/kept_blocks.h"
#include "compute/gpu/watch.h"

namespace arete::cuda {

void check(cudaError_t code, const char* call, const char* file, int line) {
  if (code == cudaSuccess) return;
  const std::string where = std::string(call) + " (" + file + ":" + std::to_string(line) + ")";
  const std::string reason = std::string(cudaGetErrorName(code)) + ": " + cudaGetErrorString(code);
  cudaGetLastError();  // so that the next call does not report this one again
  if (code == cudaErrorMemoryAllocation) {
    size_t free = 0, total = 0;
    cudaMemGetInfo(&free, &total);
    throw Error(ErrorKind::outOfMemory, "not enough GPU memory", where,
                reason + "; " + std::to_string(free >> 20) + " of " + std::to_string(total >> 20) + " MiB are free",
                "choose the CPU, or open every n-th point");
  }
  const cudaError_t now = cudaStreamQuery(cudaStreamLegacy);
  cudaGetLastError();
  const bool alreadyLost = gpuIsLost(), works = now == cudaSuccess || now == cudaErrorNotReady;
  if (!works) loseGpu(reason.c_str());
  throw Error(gpuIsLost() ? ErrorKind::deviceLost : ErrorKind::internal, "the GPU failed", where, alreadyLost ? whyGpuIsLost() : reason,
              "the CPU gives the same answer; starting the program again gets the GPU back");
}

/// Of the current GPU.
static bool hasPools() {
  thread_local int index = -1;
  thread_local bool has = true;
  int now = 0;
  if (cudaGetDevice(&now) == cudaSuccess && now != std::exchange(index, now)) has = cardProperties(now).memoryPoolsSupported != 0;
  return has;
}

static cudaError_t take(void** data, size_t bytes, cudaStream_t stream) {
  return hasPools() ? cudaMallocAsync(data, bytes, stream) : cudaMalloc(data, bytes);
}

void giveBack(void* data, cudaStream_t stream) noexcept {
  if (gpuIsLost()) return;
  if (hasPools()) cudaFreeAsync(data, stream);
  else waitFor(stream), cudaFree(data);
}

static std::string mebibytes(size_t bytes) { return std::to_string(bytes >> 20) + " MiB"; }

void* allocate(size_t bytes, cudaStream_t stream) {
  void* data = takeKeptBlock(bytes, stream);
  if (data != nullptr) return data;
  cudaError_t code = take(&data, bytes, stream);
  if (code == cudaErrorMemoryAllocation) {
    int device = 0;
    cudaMemPool_t pool = nullptr;
    releaseKeptBlocks();
    waitFor(stream);
    if (hasPools() && cudaGetDevice(&device) == cudaSuccess && cudaDeviceGetDefaultMemPool(&pool, device) == cudaSuccess) cudaMemPoolTrimTo(pool, 0);
    cudaGetLastError();
    code = take(&data, bytes, stream);
  }
  if (code != cudaErrorMemoryAllocation) {
    CUDA_CHECK(code);
    return data;
  }
  cudaGetLastError();
  size_t free = 0, total = 0;
  cudaMemGetInfo(&free, &total);
  throw Error(ErrorKind::outOfMemory, "not enough GPU memory", "",
              mebibytes(bytes) + " more are needed; " + mebibytes(free) + " of " + mebibytes(total) + " are free",
              "choose the CPU, or open every n-th point");
}

void release(void* data, size_t bytes, cudaStream_t stream) noexcept {
  if (!keepBlock(data, bytes, stream)) giveBack(data, stream);
}

}  // namespace arete::cuda
