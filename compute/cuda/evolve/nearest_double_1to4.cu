#include "compute/cuda/evolve/nearest_quick.cuh"

namespace arete::cuda {

template <>
NearestKernels<double> nearestOfDimension1To4<double>(int dimension, int pointsPerThread) {
  switch (dimension) {
    case 1:
      return nearestKernelsOf<double, 1, 4>(pointsPerThread);
    case 2:
      return nearestKernelsOf<double, 2, 4>(pointsPerThread);
    case 3:
      return nearestKernelsOf<double, 3, 4>(pointsPerThread);
    default:
      return nearestKernelsOf<double, 4, 4>(pointsPerThread);
  }
}

}  // namespace arete::cuda
