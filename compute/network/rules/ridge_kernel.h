// How a network sees the weight around a place: a biweight kernel (1 - d²/r²)² whose moments are sums of integers, so that threads and blocks may
// add in any order; and what follows from the moments: how dense it is, which way the ridge runs, how far off it the place is, how sharp it is.
// Source: network, step 4 and section 5.
#pragma once

#include <cstdint>

#include "compute/network/rules/symmetric_eigen.h"

namespace arete::shared {

/// Moments of the weights in a ball, each term multiplied by a power of two and cut to an integer. The scale is 2^(61 - b) with 2^b above the
/// weight of the whole cloud; a term is at most its weight, because kernel and offsets are at most 1, so no sum overflows.
struct KernelSums {
  int64_t weight = 0;  ///< of the ball, not scaled
  int64_t density = 0;
  int64_t first[3] = {};
  int64_t second[6] = {};  ///< xx xy xz yy yz zz
};

/// What places add to the moments, before truncation. `V`: double, or a register of them for several places at once.
template <class V>
struct KernelTerms {
  V density, first[3], second[6];
};

/// Only the kernel's term, for places at these offsets from the ball's centre in units of its radius. D = 2: z is 0 and left out.
template <int D, class V>
ARETE_HD_ALWAYS V kernelTerm(V x, V y, V z, V weight, double scale) {
  V squared = x * x + y * y;
  if constexpr (D == 3) squared = squared + z * z;
  const V inside = 1 - squared;
  return weight * inside * inside * scale;
}

/// All terms, from the kernel's term.
template <int D, class V>
ARETE_HD_ALWAYS KernelTerms<V> kernelTerms(V x, V y, V z, V term) {
  const V zero = term - term;
  KernelTerms<V> terms{term, {x * term, y * term, zero}, {zero, zero, zero, zero, zero, zero}};
  terms.second[0] = terms.first[0] * x;
  terms.second[1] = terms.first[0] * y;
  terms.second[3] = terms.first[1] * y;
  if constexpr (D == 3) {
    terms.first[2] = z * term;
    terms.second[2] = terms.first[0] * z;
    terms.second[4] = terms.first[1] * z;
    terms.second[5] = terms.first[2] * z;
  }
  return terms;
}

/// Adds a place of this weight; `offset`: from the ball's centre, divided by its radius.
ARETE_HD void add(KernelSums& sums, Vector3 offset, int64_t weight, double scale) {
  const double term = kernelTerm<3>(offset.x, offset.y, offset.z, static_cast<double>(weight), scale);
  const KernelTerms<double> terms = kernelTerms<3>(offset.x, offset.y, offset.z, term);
  sums.weight += weight;
  sums.density += static_cast<int64_t>(terms.density);
  for (int k = 0; k < 3; ++k) sums.first[k] += static_cast<int64_t>(terms.first[k]);
  for (int k = 0; k < 6; ++k) sums.second[k] += static_cast<int64_t>(terms.second[k]);
}

/// The ridge as seen from the centre of a ball.
struct RidgeView {
  Vector3 mean;        ///< kernel mean less the centre, in the cloud's units
  Vector3 tangent;     ///< first eigenvector of the covariance, of length 1
  double density = 0;  ///< sum of the kernel over the weights; 0: the ball is empty, and the other values mean nothing
  double crest = 0;    ///< 0 where the weight lies as wide as the ball, 1 where it lies on a line
};

/// Variance along an axis, as a share of the squared radius, where the weight fills the ball evenly, under this kernel.
ARETE_HD double evenVariance(int dimension) { return dimension == 2 ? 1.0 / 8 : 1.0 / 9; }

/// Kernel mean less the centre, divided by the radius; 0 where there is nothing.
ARETE_HD Vector3 kernelMean(const KernelSums& sums) {
  if (sums.density <= 0) return {};
  const auto density = static_cast<double>(sums.density);
  return {static_cast<double>(sums.first[0]) / density, static_cast<double>(sums.first[1]) / density, static_cast<double>(sums.first[2]) / density};
}

/// Covariance around the mean, divided by the squared radius; the ball must not be empty.
ARETE_HD Matrix3 kernelCovariance(const KernelSums& sums) {
  const Vector3 mean = kernelMean(sums);
  const auto density = static_cast<double>(sums.density);
  Matrix3 covariance;
  for (int a = 0, term = 0; a < 3; ++a)
    for (int b = a; b < 3; ++b, ++term)
      covariance.m[a][b] = covariance.m[b][a] = static_cast<double>(sums.second[term]) / density - mean[a] * mean[b];
  return covariance;
}

/// From the moments of a ball that is not empty, and the eigenvectors of their covariance.
ARETE_HD RidgeView ridgeView(const KernelSums& sums, const Eigen3& eigen, double radius, double scale, int dimension) {
  const auto density = static_cast<double>(sums.density);
  return {kernelMean(sums) * radius, eigen.vector[0], density / scale, greater(0.0, 1 - eigen.value[1] / evenVariance(dimension))};
}
ARETE_HD RidgeView ridgeView(const KernelSums& sums, double radius, double scale, int dimension) {
  if (sums.density <= 0) return {};
  return ridgeView(sums, symmetricEigen(kernelCovariance(sums)), radius, scale, dimension);
}

}  // namespace arete::shared
