// The curve on which a wire hangs, as its points say it, and how far that can be trusted beyond them.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "compute/core/vector3.h"
#include "compute/network/rules/network_rules.h"

namespace arete {

/// A parabola over the length along a direction, by least squares. That wires hardly sag is known before any point is: a normal prior of the square
/// term, which keeps short stretches from bending. Sums depend on the order of the points.
class SagCurve {
 public:
  /// Lengths from `from` along `way`, which has length 1.
  SagCurve(const shared::Vector3& from, const shared::Vector3& way, double r1, const NetworkRules& rules)
      : from_(from), way_(way), unit_(kUnit * r1), noise_(rules.wireNoise * r1) {
    constexpr double kHardly = 1e-6;  // so that one point has a curve too
    known_ = {kHardly, kHardly, square(rules.wireNoise / rules.wireSag)};
  }

  double along(const shared::Vector3& place) const { return dot(place - from_, way_); }

  void add(const shared::Vector3& place) {
    const double s = along(place) / unit_;
    const shared::Vector3 off = across(place - from_, way_);
    double power = 1;
    for (double& sum : sums_) sum += power, power *= s;
    offs_[0] = offs_[0] + off, offs_[1] = offs_[1] + off * s, offs_[2] = offs_[2] + off * (s * s);
  }

  /// After points were added, before anything is asked.
  void fit() {
    const double a = sums_[0] + known_[0], b = sums_[1], c = sums_[2], d = c + known_[1], e = sums_[3], f = sums_[4] + known_[2];
    inverse_ = {d * f - e * e, c * e - b * f, b * e - c * d, a * f - c * c, b * c - a * e, a * d - b * b};
    const double determinant = a * inverse_[0] + b * inverse_[1] + c * inverse_[2];
    for (double& x : inverse_) x = x / determinant;
    const auto& i = inverse_;
    terms_[0] = offs_[0] * i[0] + offs_[1] * i[1] + offs_[2] * i[2];
    terms_[1] = offs_[0] * i[1] + offs_[1] * i[3] + offs_[2] * i[4];
    terms_[2] = offs_[0] * i[2] + offs_[1] * i[4] + offs_[2] * i[5];
  }

  shared::Vector3 at(double along) const {
    const double s = along / unit_;
    return from_ + way_ * along + terms_[0] + terms_[1] * s + terms_[2] * (s * s);
  }
  shared::Vector3 tangentAt(double along) const { return unit(way_ + (terms_[1] + terms_[2] * (2 * along / unit_)) * (1 / unit_)); }
  /// Standard deviation of the curve there.
  double deviationAt(double along) const {
    const double s = along / unit_, t = s * s;
    const auto& i = inverse_;
    return noise_ * std::sqrt(std::max(0.0, i[0] + 2 * s * i[1] + 2 * t * i[2] + t * i[3] + 2 * s * t * i[4] + t * t * i[5]));
  }

 private:
  static constexpr double kUnit = 100;  ///< of R1: powers of lengths in this unit stay near 1
  static double square(double x) { return x * x; }

  shared::Vector3 from_, way_;
  double unit_, noise_;
  std::array<double, 3> known_{};    // of each term, before any point
  std::array<double, 5> sums_{};     // of powers of the length
  std::array<double, 6> inverse_{};  // of the matrix, by rows, its upper half
  std::array<shared::Vector3, 3> offs_{}, terms_{};
};

}  // namespace arete
