#include "compute/cuda/evolve/nearest_quick.cuh"

namespace arete::cuda {

template <>
NearestKernels<float> nearestOfAnyDimension<float>(int pointsPerThread) {
  return nearestKernelsOf<float, kMaxDimension, 2>(pointsPerThread);
}

}  // namespace arete::cuda
