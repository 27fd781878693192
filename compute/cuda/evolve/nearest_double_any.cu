#include "compute/cuda/evolve/nearest_quick.cuh"

namespace arete::cuda {

template <>
NearestKernels<double> nearestOfAnyDimension<double>(int pointsPerThread) {
  return nearestKernelsOf<double, kMaxDimension, 2>(pointsPerThread);
}

}  // namespace arete::cuda
