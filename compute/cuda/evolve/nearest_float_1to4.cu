#include "compute/cuda/evolve/nearest_quick.cuh"

namespace arete::cuda {

template <>
NearestKernels<float> nearestOfDimension1To4<float>(int dimension, int pointsPerThread) {
  switch (dimension) {
    case 1:
      return nearestKernelsOf<float, 1, 8>(pointsPerThread);
    case 2:
      return nearestKernelsOf<float, 2, 8>(pointsPerThread);
    case 3:
      return nearestKernelsOf<float, 3, 8>(pointsPerThread);
    default:
      return nearestKernelsOf<float, 4, 8>(pointsPerThread);
  }
}

}  // namespace arete::cuda
