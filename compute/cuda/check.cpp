#include "compute/cuda/check.h"

#include <string>

#include "compute/core/error.h"
#include "compute/cuda/kept_blocks.h"

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
  const bool lost = cudaDeviceSynchronize() != cudaSuccess && cudaGetLastError() != cudaSuccess;
  throw Error(lost ? ErrorKind::deviceLost : ErrorKind::internal, "the GPU failed", where, reason,
              "the CPU gives the same answer; starting the program again gets the GPU back");
}

static std::string mebibytes(size_t bytes) { return std::to_string(bytes >> 20) + " MiB"; }

void* allocate(size_t bytes, cudaStream_t stream) {
  void* data = takeKeptBlock(bytes, stream);
  if (data != nullptr) return data;
  cudaError_t code = cudaMallocAsync(&data, bytes, stream);
  if (code == cudaErrorMemoryAllocation) {
    int device = 0;
    cudaMemPool_t pool = nullptr;
    releaseKeptBlocks();
    cudaStreamSynchronize(stream);
    if (cudaGetDevice(&device) == cudaSuccess && cudaDeviceGetDefaultMemPool(&pool, device) == cudaSuccess) cudaMemPoolTrimTo(pool, 0);
    cudaGetLastError();
    code = cudaMallocAsync(&data, bytes, stream);
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
  if (!keepBlock(data, bytes, stream)) cudaFreeAsync(data, stream);
}

}  // namespace arete::cuda
