#include "compute/chains/evolve/loop_kernel.cuh"
#include "compute/chains/evolve/loop_launch.cuh"

namespace arete::cuda {

template <int D, bool kLarge>
static const void* floatKernel() {
  return reinterpret_cast<const void*>(loopKernel<float, D, kLarge>);
}

template <>
const void* loopKernelFor<float>(int dimension, bool large) {
  if (dimension == 2) return large ? floatKernel<2, true>() : floatKernel<2, false>();
  if (dimension == 3) return large ? floatKernel<3, true>() : floatKernel<3, false>();
  return floatKernel<0, false>();
}

}  // namespace arete::cuda
