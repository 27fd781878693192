// How a network sees the weight around a place: a biweight kernel (1 - d²/r²)² whose moments are sums of integers, so that threads and blocks may
// add in any order; and what follows from the moments: how dense it is, which way the ridge runs, how far off it the place is, how sharp it is.
// Source: network, step 4 and section 5.
#pragma once

#include <cstdint>

#include "compute/shared/symmetric_eigen.h"

namespace arete::shared {

/// Moments of the weights in a ball, each term multiplied by a power of two and cut to an integer. The scale is 2^(61 - b) with 2^b above the
/// weight of the whole cloud; a term is at most its weight, because kernel and offsets are at most 1, so no sum overflows.
struct KernelSums {
  int64_t weight = 0;  ///< of the ball, not scaled
  int64_t density = 0;
  int64_t first[3] = {};
  int64_t second[6] = {};  ///< xx xy xz yy yz zz
};

/// What a place of this weight adds; `offset`: from the ball's centre, over its radius.
ARETE_HD void add(KernelSums& sums, Vector3 offset, int64_t weight, double scale) {
  const double inside = 1 - squaredLength(offset);
  const double term = static_cast<double>(weight) * inside * inside * scale;
  const Vector3 moment = offset * term;
  sums.weight += weight;
  sums.density += static_cast<int64_t>(term);
  sums.first[0] += static_cast<int64_t>(moment.x);
  sums.first[1] += static_cast<int64_t>(moment.y);
  sums.first[2] += static_cast<int64_t>(moment.z);
  sums.second[0] += static_cast<int64_t>(moment.x * offset.x);
  sums.second[1] += static_cast<int64_t>(moment.x * offset.y);
  sums.second[2] += static_cast<int64_t>(moment.x * offset.z);
  sums.second[3] += static_cast<int64_t>(moment.y * offset.y);
  sums.second[4] += static_cast<int64_t>(moment.y * offset.z);
  sums.second[5] += static_cast<int64_t>(moment.z * offset.z);
}

/// The ridge as it is seen from the centre of a ball.
struct RidgeView {
  Vector3 mean;        ///< kernel mean less the centre, in the cloud's units
  Vector3 tangent;     ///< first eigenvector of the covariance, of length 1
  double density = 0;  ///< sum of the kernel over the weights; 0: nothing is there, and nothing else holds
  double crest = 0;    ///< 0 where the weight lies as wide as the ball, 1 where it lies on a line
};

/// Share of a ball's squared radius that the variance along an axis has where the weight fills the ball evenly, under this kernel.
ARETE_HD double evenVariance(int dimension) { return dimension == 2 ? 1.0 / 8 : 1.0 / 9; }

ARETE_HD RidgeView ridgeView(const KernelSums& sums, double radius, double scale, int dimension) {
  if (sums.density <= 0) return {};
  const auto density = static_cast<double>(sums.density);
  const Vector3 mean{static_cast<double>(sums.first[0]) / density, static_cast<double>(sums.first[1]) / density,
                     static_cast<double>(sums.first[2]) / density};
  Matrix3 covariance;
  for (int a = 0, term = 0; a < 3; ++a)
    for (int b = a; b < 3; ++b, ++term)
      covariance.m[a][b] = covariance.m[b][a] = static_cast<double>(sums.second[term]) / density - mean[a] * mean[b];
  const Eigen3 eigen = symmetricEigen(covariance);
  return {mean * radius, eigen.vector[0], density / scale, greater(0.0, 1 - eigen.value[1] / evenVariance(dimension))};
}

}  // namespace arete::shared
