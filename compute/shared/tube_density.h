// The density of points around a curve: a tube, even along the curve and normal across it, on an even background. Source: network, section 3.
#pragma once

#include <cmath>

#include "compute/shared/portable_math.h"

namespace arete::shared {

struct TubeDensity {
  double peak = 0;           ///< of the tube, on the curve
  double halfPrecision = 0;  ///< 1 / (2 σ²)
  double background = 0;

  /// The tube's density at this squared distance from the curve, which may be infinite.
  ARETE_HD double tube(double squaredDistance) const { return peak * exponential(-squaredDistance * halfPrecision); }
  /// The tube's share of the density there: how likely a point there belongs to the curve.
  ARETE_HD double membership(double squaredDistance) const {
    const double here = tube(squaredDistance);
    return here / (here + background);
  }
  ARETE_HD double logarithm(double squaredDistance) const { return naturalLog(tube(squaredDistance) + background); }
};

/// `variance`: σ² > 0 along each of the `across` (1 or 2) directions across the curve; `length` > 0: of the curve; `volume` > 0: of the domain that
/// the background fills; `share`: of the points that are background, in (0, 1).
ARETE_HD TubeDensity tubeDensity(double variance, double length, int across, double volume, double share) {
  constexpr double kTwoPi = 6.28318530717958647693;
  const double section = across == 1 ? std::sqrt(kTwoPi * variance) : kTwoPi * variance;
  return {(1 - share) / (length * section), 1 / (2 * variance), share / volume};
}

}  // namespace arete::shared
