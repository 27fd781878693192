#include "compute/cuda/evolve/nearest.cuh"

namespace arete::cuda {

template <>
NearestKernel<float> nearestOfAnyDimension<float>(int pointsPerThread) {
  return nearestKernelOf<float, kMaxDimension>(pointsPerThread);
}

}  // namespace arete::cuda
