#include "compute/chains/evolve/nearest.cuh"

namespace arete::cuda {

template <>
NearestKernel<float> nearestOfAnyDimension<float>(int pointsPerThread) {
  return nearestKernelOf<float, kMaxDimension, 2>(pointsPerThread);
}

}  // namespace arete::cuda
