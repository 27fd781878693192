#include "compute/chains/evolve/nearest.cuh"

namespace arete::cuda {

template <>
NearestKernel<float> nearestOfDimension5To8<float>(int dimension, int pointsPerThread) {
  switch (dimension) {
    case 5: return nearestKernelOf<float, 5, 4>(pointsPerThread);
    case 6: return nearestKernelOf<float, 6, 4>(pointsPerThread);
    case 7: return nearestKernelOf<float, 7, 4>(pointsPerThread);
    default: return nearestKernelOf<float, 8, 4>(pointsPerThread);
  }
}

}  // namespace arete::cuda
