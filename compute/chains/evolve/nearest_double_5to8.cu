#include "compute/chains/evolve/nearest.cuh"

namespace arete::cuda {

template <>
NearestKernel<double> nearestOfDimension5To8<double>(int dimension, int pointsPerThread) {
  switch (dimension) {
    case 5: return nearestKernelOf<double, 5, 2>(pointsPerThread);
    case 6: return nearestKernelOf<double, 6, 2>(pointsPerThread);
    case 7: return nearestKernelOf<double, 7, 2>(pointsPerThread);
    default: return nearestKernelOf<double, 8, 2>(pointsPerThread);
  }
}

}  // namespace arete::cuda
