#include "compute/cuda/evolve/nearest.cuh"

namespace arete::cuda {

template <>
NearestKernel<double> nearestOfDimension5To8<double>(int dimension, int pointsPerThread) {
  switch (dimension) {
    case 5:
      return nearestKernelOf<double, 5>(pointsPerThread);
    case 6:
      return nearestKernelOf<double, 6>(pointsPerThread);
    case 7:
      return nearestKernelOf<double, 7>(pointsPerThread);
    default:
      return nearestKernelOf<double, 8>(pointsPerThread);
  }
}

}  // namespace arete::cuda
