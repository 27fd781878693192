#include "compute/chains/evolve/part_kernels.cuh"
#include "compute/chains/evolve/part_launch.cuh"

namespace arete::cuda {

template <int D, bool kLarge>
static const void* doubleLook() {
  return reinterpret_cast<const void*>(lookPartKernel<double, D, kLarge>);
}

template <>
PartKernels partKernelsFor<double>(int dimension, bool large) {
  const void* look = doubleLook<0, false>();
  if (dimension == 2) look = large ? doubleLook<2, true>() : doubleLook<2, false>();
  if (dimension == 3) look = large ? doubleLook<3, true>() : doubleLook<3, false>();
  return {look, reinterpret_cast<const void*>(movePartKernel<double>), reinterpret_cast<const void*>(listPartKernel<double>),
          reinterpret_cast<const void*>(writePartRowsKernel<double>)};
}

}  // namespace arete::cuda
