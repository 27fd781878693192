#include "compute/chains/evolve/nearest.cuh"

namespace arete::cuda {

template <>
NearestKernel<double> nearestOfAnyDimension<double>(int pointsPerThread) {
  return nearestKernelOf<double, kMaxDimension, 2>(pointsPerThread);
}

}  // namespace arete::cuda
