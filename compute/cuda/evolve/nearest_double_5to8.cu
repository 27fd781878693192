#include "compute/cuda/evolve/nearest_quick.cuh"

namespace arete::cuda {

template <>
NearestKernels<double> nearestOfDimension5To8<double>(int dimension, int pointsPerThread) {
  switch (dimension) {
    case 5:
      return nearestKernelsOf<double, 5, 2>(pointsPerThread);
    case 6:
      return nearestKernelsOf<double, 6, 2>(pointsPerThread);
    case 7:
      return nearestKernelsOf<double, 7, 2>(pointsPerThread);
    default:
      return nearestKernelsOf<double, 8, 2>(pointsPerThread);
  }
}

}  // namespace arete::cuda
