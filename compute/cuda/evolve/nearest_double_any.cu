#include "compute/cuda/evolve/nearest.cuh"

namespace arete::cuda {

template <>
NearestKernel<double> nearestOfAnyDimension<double>(int pointsPerThread) {
  return nearestKernelOf<double, kMaxDimension>(pointsPerThread);
}

}  // namespace arete::cuda
