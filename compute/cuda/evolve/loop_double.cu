#include "compute/cuda/evolve/loop_kernel.cuh"
#include "compute/cuda/evolve/loop_launch.h"

namespace arete::cuda {

template <>
const void* loopKernelFor<double>(int dimension) {
  if (dimension == 2) return reinterpret_cast<const void*>(loopKernel<double, 2>);
  if (dimension == 3) return reinterpret_cast<const void*>(loopKernel<double, 3>);
  return reinterpret_cast<const void*>(loopKernel<double, 0>);
}

}  // namespace arete::cuda
