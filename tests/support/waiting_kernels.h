// Kernels that wait for what never comes.
#pragma once

#include <cuda_runtime.h>

#include "compute/gpu/patience.cuh"

namespace arete::test {

/// One that never ends.
void launchSpin(cudaStream_t stream);
/// Two warps, of which one waits for a word that nobody sets, as kernels do that decide in order; then both write 1 into `left`.
void launchWaitInVain(cuda::Patience patience, const uint32_t* never, uint32_t* left, cudaStream_t stream);

}  // namespace arete::test
