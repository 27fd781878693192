#include "compute/chains/evolve/nearest_filtered.cuh"

namespace arete::cuda {

template <>
NearestKernel<float> filteredOfDimension1To4<float>(int dimension, int pointsPerThread) {
  switch (dimension) {
    case 1: return nullptr;
    case 2: return filteredKernelOf<float, 2, 4>(pointsPerThread);
    case 3: return filteredKernelOf<float, 3, 4>(pointsPerThread);
    default: return filteredKernelOf<float, 4, 4>(pointsPerThread);
  }
}

}  // namespace arete::cuda
