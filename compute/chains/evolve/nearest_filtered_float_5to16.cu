#include "compute/chains/evolve/nearest_filtered.cuh"

namespace arete::cuda {

template <>
NearestKernel<float> filteredOfDimension5To16<float>(int dimension, int pointsPerThread) {
  switch (dimension) {
    case 5: return filteredKernelOf<float, 5, 4>(pointsPerThread);
    case 6: return filteredKernelOf<float, 6, 4>(pointsPerThread);
    case 7: return filteredKernelOf<float, 7, 4>(pointsPerThread);
    case 8: return filteredKernelOf<float, 8, 4>(pointsPerThread);
    default: return filteredKernelOf<float, 16, 2>(pointsPerThread);
  }
}

}  // namespace arete::cuda
