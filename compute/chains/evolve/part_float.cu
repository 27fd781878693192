#include "compute/chains/evolve/part_kernels.cuh"
#include "compute/chains/evolve/part_launch.cuh"

namespace arete::cuda {

template <int D, bool kLarge>
static const void* floatLook() {
  return reinterpret_cast<const void*>(lookPartKernel<float, D, kLarge>);
}

template <>
PartKernels partKernelsFor<float>(int dimension, bool large) {
  const void* look = floatLook<0, false>();
  if (dimension == 2) look = large ? floatLook<2, true>() : floatLook<2, false>();
  if (dimension == 3) look = large ? floatLook<3, true>() : floatLook<3, false>();
  return {look, reinterpret_cast<const void*>(movePartKernel<float>), reinterpret_cast<const void*>(listPartKernel<float>),
          reinterpret_cast<const void*>(writePartRowsKernel<float>)};
}

}  // namespace arete::cuda
