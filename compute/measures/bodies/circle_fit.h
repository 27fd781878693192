// A circle through places that lie around it, how well they determine it, and how much of it they show.
#pragma once

#include <optional>
#include <span>
#include <vector>

namespace arete {

struct PlanePlace {
  double x = 0, y = 0;
  double weight = 1;  ///< > 0
  double along = 0;   ///< across the plane: of a tube
};

struct FittedCircle {
  PlanePlace centre;
  double radius = 0;
  double deviation = 0;    ///< standard deviation of the places' distances from the circle
  double error = 0;        ///< standard error of the centre, if the places deviate independently: large where they lie on a short arc
  double radiusError = 0;  ///< the same of the radius
};

/// By Taubin's method, which an arc does not make smaller. It minimises the mean of (squared distance from the centre - radius²)², scaled so that the
/// mean squared gradient is 1. There is no circle for fewer than kFewestOnCircle places, for places on a straight line, or at one point. Rounding
/// depends on the order of the places. Source: Taubin 1991, "Estimation of planar curves, surfaces, and nonplanar space curves"; Newton's iteration
/// for its root: Chernov 2010, "Circular and Linear Regression", 5.9.
std::optional<FittedCircle> fittedCircle(std::span<const PlanePlace> places);

inline constexpr size_t kFewestOnCircle = 8;

/// The circle of a straight tube where it passes the plane, along = 0: the tube may lean, so that its middle there is right although the direction
/// was not, and although places lie more on one side of the plane. From fittedCircle on by least squares of the distances from its wall. Places that
/// are far off, by more than three standard deviations as the median tells them, are left out until none is; nothing where more than two fifths
/// would be left out. Fewer than kFewestOnTube places make no tube that leans.
std::optional<FittedCircle> robustTube(std::vector<PlanePlace> places);

inline constexpr size_t kFewestOnTube = 12;

/// Which share of all directions from a centre the places lie in: of twelve sectors those that have a place, or stand between two that have one.
double shareOfAngle(std::span<const PlanePlace> places, const PlanePlace& centre);

}  // namespace arete
