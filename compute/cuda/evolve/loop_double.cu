#include "compute/cuda/evolve/loop_kernel.cuh"
#include "compute/cuda/evolve/loop_launch.h"

namespace arete::cuda {

template <int D, bool kLarge>
static const void* kernel() {
  return reinterpret_cast<const void*>(loopKernel<double, D, kLarge>);
}

template <>
const void* loopKernelFor<double>(int dimension, bool large) {
  if (dimension == 2) return large ? kernel<2, true>() : kernel<2, false>();
  if (dimension == 3) return large ? kernel<3, true>() : kernel<3, false>();
  return kernel<0, false>();
}

}  // namespace arete::cuda
