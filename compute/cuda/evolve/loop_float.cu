#include "compute/cuda/evolve/loop_kernel.cuh"
#include "compute/cuda/evolve/loop_launch.h"

namespace arete::cuda {

template <>
LoopKernels loopKernels<float>(int dimension) {
  const auto kernels = []<int D>() {
    return LoopKernels{reinterpret_cast<const void*>(loopKernel<float, D, GridBarrier>),
                       reinterpret_cast<const void*>(loopKernel<float, D, ClusterBarrier>)};
  };
  return dimension == 2 ? kernels.template operator()<2>() : dimension == 3 ? kernels.template operator()<3>() : kernels.template operator()<0>();
}

}  // namespace arete::cuda
