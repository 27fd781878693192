#include "compute/chains/evolve/nearest.cuh"

namespace arete::cuda {

template <>
NearestKernel<float> nearestOfDimension1To4<float>(int dimension, int pointsPerThread) {
  switch (dimension) {
    case 1: return nearestKernelOf<float, 1, 8>(pointsPerThread);
    case 2: return nearestKernelOf<float, 2, 8>(pointsPerThread);
    case 3: return nearestKernelOf<float, 3, 8>(pointsPerThread);
    default: return nearestKernelOf<float, 4, 8>(pointsPerThread);
  }
}

}  // namespace arete::cuda
