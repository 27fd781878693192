#include "compute/chains/evolve/nearest_filtered.cuh"

namespace arete::cuda {

template <>
NearestKernel<double> filteredOfDimension5To16<double>(int dimension, int pointsPerThread) {
  switch (dimension) {
    case 5: return filteredKernelOf<double, 5, 4>(pointsPerThread);
    case 6: return filteredKernelOf<double, 6, 4>(pointsPerThread);
    case 7: return filteredKernelOf<double, 7, 4>(pointsPerThread);
    case 8: return filteredKernelOf<double, 8, 4>(pointsPerThread);
    default: return filteredKernelOf<double, 16, 2>(pointsPerThread);
  }
}

}  // namespace arete::cuda
