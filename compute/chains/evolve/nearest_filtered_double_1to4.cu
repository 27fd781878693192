#include "compute/chains/evolve/nearest_filtered.cuh"

namespace arete::cuda {

template <>
NearestKernel<double> filteredOfDimension1To4<double>(int dimension, int pointsPerThread) {
  switch (dimension) {
    case 1: return filteredKernelOf<double, 1, 4>(pointsPerThread);
    case 2: return filteredKernelOf<double, 2, 4>(pointsPerThread);
    case 3: return filteredKernelOf<double, 3, 4>(pointsPerThread);
    default: return filteredKernelOf<double, 4, 4>(pointsPerThread);
  }
}

}  // namespace arete::cuda
