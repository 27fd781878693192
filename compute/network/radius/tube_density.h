// The density of points around a curve: a tube, even along the curve and normal across it, on an even background. Source: network, section 3.
#pragma once

#include <cmath>

#include "compute/core/portable_math.h"

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

/// What a point adds to two sums, by its squared distance from the curve (infinite where it is far) and its weight.
struct TubeTerms {
  double first = 0, second = 0;
};

/// The weight.
struct WeightTerms {
  ARETE_HD TubeTerms operator()(double, double weight) const { return {weight, 0}; }
};
/// The weight of near points, and the weight times the squared distance.
struct NearTerms {
  double nearest, unit;  ///< squared
  ARETE_HD TubeTerms operator()(double squared, double weight) const {
    return squared < nearest ? TubeTerms{weight, weight * (squared / unit)} : TubeTerms{};
  }
};
/// The same, as far as points belong to the curve.
struct MemberTerms {
  TubeDensity density;
  double unit;  ///< squared
  ARETE_HD TubeTerms operator()(double squared, double weight) const {
    if (!(squared < HUGE_VAL)) return {};
    const double member = weight * density.membership(squared);
    return {member, member * (squared / unit)};
  }
};
/// The weight, and that times the logarithm of the density.
struct LogarithmTerms {
  TubeDensity density;
  ARETE_HD TubeTerms operator()(double squared, double weight) const { return {weight, weight * density.logarithm(squared)}; }
};
/// x to the power 3/4.
ARETE_HD double threeQuarterPower(double x) { return std::sqrt(x) * std::sqrt(std::sqrt(x)); }
/// The weight, and that times this power of the density as a share of the most.
struct PowerTerms {
  TubeDensity density;
  double most;
  ARETE_HD TubeTerms operator()(double squared, double weight) const {
    return {weight, weight * threeQuarterPower((density.tube(squared) + density.background) / most)};
  }
};

/// Two sums of terms in fixed point: threads may add in any order. 2^18 weights of at most 1, times a logarithm below 2^10, add up to less than 2^58.
struct TubeSums {
  int64_t first = 0, second = 0;

  ARETE_HD void add(const TubeTerms& terms) {
    constexpr double kOne = 0x1p30;
    first += static_cast<int64_t>(terms.first * kOne), second += static_cast<int64_t>(terms.second * kOne);
  }
  /// Of the second to the first.
  ARETE_HD double ratio() const { return static_cast<double>(second) / static_cast<double>(first); }
};

}  // namespace arete::shared
