#include "compute/cuda/check.h"

#include <string>

#include "compute/core/error.h"

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
  throw Error(ErrorKind::internal, "the GPU failed", where, reason,
              "the CPU gives the same answer: choose it; restarting the program gets the GPU back");
}

}  // namespace arete::cuda
