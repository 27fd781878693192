#include "compute/cuda/evolve/loop_kernel.cuh"
#include "compute/cuda/evolve/loop_launch.h"

namespace arete::cuda {

template <>
const void* loopKernelFor<float>(int dimension) {
  if (dimension == 2) return reinterpret_cast<const void*>(loopKernel<float, 2>);
  if (dimension == 3) return reinterpret_cast<const void*>(loopKernel<float, 3>);
  return reinterpret_cast<const void*>(loopKernel<float, 0>);
}

}  // namespace arete::cuda
