// A circle through places that lie around it, and how well they determine its centre.
#pragma once

#include <optional>
#include <span>

namespace arete {

struct PlanePlace {
  double x = 0, y = 0;
  double weight = 1;  ///< > 0
};

struct FittedCircle {
  PlanePlace centre;
  double radius = 0;
  double deviation = 0;  ///< standard deviation of the places' distances from the circle
  double error = 0;      ///< standard error of the centre, if the places deviate independently: large where they lie on a short arc
};

/// By Taubin's method, which an arc does not make smaller. It minimises the mean of (squared distance from the centre - radius²)², scaled so that the
/// mean squared gradient is 1. There is no circle for fewer than kFewestOnCircle places, for places on a straight line, or at one point. Rounding
/// depends on the order of the places. Source: Taubin 1991, "Estimation of planar curves, surfaces, and nonplanar space curves".
std::optional<FittedCircle> fittedCircle(std::span<const PlanePlace> places);

inline constexpr size_t kFewestOnCircle = 8;

}  // namespace arete
