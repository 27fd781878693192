// How a node of a wire sees the weight around it: far along the wire, and only R1 across, so that a wire beside it is not seen. The biweight kernel
// of ridge_kernel.h on a spheroid instead of a ball; the same sums of integers. Source: 3D, C 2.
#pragma once

#include "compute/network/rules/ridge_kernel.h"

namespace arete::shared {

struct Spheroid {
  Vector3 centre, axis;   ///< the axis has length 1
  double length, across;  ///< semi-axes, length >= across
};

/// How far inside a place is, from its offset to the centre divided by `length`: 1 at the centre, 0 on the surface, below 0 outside. `V`: double, or
/// a register of them.
template <class V>
ARETE_HD_ALWAYS V insideOf(const Spheroid& spheroid, V x, V y, V z) {
  const double stretch = spheroid.length / spheroid.across, squaredStretch = stretch * stretch;
  const V along = x * spheroid.axis.x + y * spheroid.axis.y + z * spheroid.axis.z, zero = along - along;
  const V beside = greater(zero, x * x + y * y + z * z - along * along) * squaredStretch;
  return 1 - along * along - beside;
}

/// What a place adds to the moments, which are in units of `length`. Nothing outside.
ARETE_HD void add(KernelSums& sums, const Spheroid& spheroid, Vector3 place, int64_t weight, double scale) {
  const Vector3 offset = (place - spheroid.centre) * (1 / spheroid.length);
  const double inside = insideOf(spheroid, offset.x, offset.y, offset.z);
  if (inside <= 0) return;
  const double term = static_cast<double>(weight) * inside * inside * scale;
  const KernelTerms<double> terms = kernelTerms<3>(offset.x, offset.y, offset.z, term);
  sums.weight += weight;
  sums.density += static_cast<int64_t>(terms.density);
  for (int k = 0; k < 3; ++k) sums.first[k] += static_cast<int64_t>(terms.first[k]);
  for (int k = 0; k < 6; ++k) sums.second[k] += static_cast<int64_t>(terms.second[k]);
}

/// As ridgeView(); the crest is 1 on a line, 0 where the weight fills the width of the spheroid.
ARETE_HD RidgeView spheroidView(const KernelSums& sums, const Eigen3& eigen, const Spheroid& spheroid, double scale) {
  const auto density = static_cast<double>(sums.density);
  const double stretch = spheroid.length / spheroid.across;
  return {kernelMean(sums) * spheroid.length, eigen.vector[0], density / scale,
          greater(0.0, 1 - eigen.value[1] * (stretch * stretch) / evenVariance(3))};
}
ARETE_HD RidgeView spheroidView(const KernelSums& sums, const Spheroid& spheroid, double scale) {
  if (sums.density <= 0) return {};
  return spheroidView(sums, symmetricEigen(kernelCovariance(sums)), spheroid, scale);
}

}  // namespace arete::shared
