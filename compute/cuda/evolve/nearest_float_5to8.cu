#include "compute/cuda/evolve/nearest_quick.cuh"

namespace arete::cuda {

template <>
NearestKernels<float> nearestOfDimension5To8<float>(int dimension, int pointsPerThread) {
  switch (dimension) {
    case 5:
      return nearestKernelsOf<float, 5, 4>(pointsPerThread);
    case 6:
      return nearestKernelsOf<float, 6, 4>(pointsPerThread);
    case 7:
      return nearestKernelsOf<float, 7, 4>(pointsPerThread);
    default:
      return nearestKernelsOf<float, 8, 4>(pointsPerThread);
  }
}

}  // namespace arete::cuda
