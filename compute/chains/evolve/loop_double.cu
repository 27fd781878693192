#include "compute/chains/evolve/loop_kernel.cuh"
#include "compute/chains/evolve/loop_launch.cuh"

namespace arete::cuda {

template <int D, bool kLarge>
static const void* doubleKernel() {
  return reinterpret_cast<const void*>(loopKernel<double, D, kLarge>);
}

template <>
const void* loopKernelFor<double>(int dimension, bool large) {
  if (dimension == 2) return large ? doubleKernel<2, true>() : doubleKernel<2, false>();
  if (dimension == 3) return large ? doubleKernel<3, true>() : doubleKernel<3, false>();
  return doubleKernel<0, false>();
}

}  // namespace arete::cuda
