#include "compute/cuda/evolve/nearest.cuh"

namespace arete::cuda {

template <>
NearestKernel<double> nearestOfDimension1To4<double>(int dimension, int pointsPerThread) {
  switch (dimension) {
    case 1:
      return nearestKernelOf<double, 1>(pointsPerThread);
    case 2:
      return nearestKernelOf<double, 2>(pointsPerThread);
    case 3:
      return nearestKernelOf<double, 3>(pointsPerThread);
    default:
      return nearestKernelOf<double, 4>(pointsPerThread);
  }
}

}  // namespace arete::cuda
