// What a kernel may do is decided when it is compiled, not by the card that runs it: the driver translates code for an older card (PTX) for a newer
// one, and leaves out what the older card could not. So the host asks the kernel wherever device code has a branch on __CUDA_ARCH__ that changes what
// a launch may do, and never the card (tests/house looks for that).
#pragma once

#include <cstdint>

#include "compute/gpu/check.h"

namespace arete::cuda {

/// Compute capabilities (10 · major + minor) from which on device code has a branch that the host must know of.
inline constexpr uint32_t kWithMatrixUnits = 80;  ///< knn/matrix_filter.cuh: products of 16 × 16 × 8 halves
inline constexpr uint32_t kWithClusters = 90;     ///< cluster.cuh: blocks that see each other's shared memory

/// The compute capability that the kernel was compiled for: a tenth of __CUDA_ARCH__ in its code, on the current GPU. Any thread.
template <class Kernel>
uint32_t compiledFor(Kernel kernel) {
  cudaFuncAttributes attributes{};
  CUDA_CHECK(cudaFuncGetAttributes(&attributes, kernel));
  return uint32_t(attributes.ptxVersion);
}

}  // namespace arete::cuda
