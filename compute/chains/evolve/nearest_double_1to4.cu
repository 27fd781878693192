#include "compute/chains/evolve/nearest.cuh"

namespace arete::cuda {

template <>
NearestKernel<double> nearestOfDimension1To4<double>(int dimension, int pointsPerThread) {
  switch (dimension) {
    case 1: return nearestKernelOf<double, 1, 4>(pointsPerThread);
    case 2: return nearestKernelOf<double, 2, 4>(pointsPerThread);
    case 3: return nearestKernelOf<double, 3, 4>(pointsPerThread);
    default: return nearestKernelOf<double, 4, 4>(pointsPerThread);
  }
}

}  // namespace arete::cuda
