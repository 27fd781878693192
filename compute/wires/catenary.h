// The curve of a wire between two places where it hangs: a catenary in a plane, which is vertical unless wind blows the wire out.
//
// Idea: Y(s) = (cosh(k s + asinh g) − cosh(asinh g)) / k, with the curvature k = 1/a and the slope g at s = 0. Written with (cosh x − 1)/x² and
// sinh x/x it has no singularity: a straight wire has k = 0, and one that hangs upwards k < 0.
// Cost: Some twenty operations a value. The functions of portable_math.h give the same bits on every machine.
// Source: Irvine, "Cable structures", 1981, chapter 1.
#pragma once

#include "compute/core/vector3.h"

namespace arete {

/// (cosh x − 1)/x², sinh x/x, and the derivative of the latter.
struct HangingTerms {
  double cosTerm = 0.5, sinTerm = 1, sinSlope = 0;
};
HangingTerms hangingTerms(double x);

/// A value. Places are `middle + along · s + up · y(s)` for `from` ≤ s ≤ `to`.
struct Catenary {
  shared::Vector3 middle;   ///< the place at s = 0
  shared::Vector3 along;    ///< length 1; horizontal unless the wire is swung
  shared::Vector3 up;       ///< length 1, across `along`: against the load
  double slope = 0;         ///< dy/ds at s = 0
  double curvature = 0;     ///< 1/a, a: horizontal tension over weight per length
  double from = 0, to = 0;  ///< the ends

  double height(double s) const;   ///< y(s)
  double slopeAt(double s) const;  ///< dy/ds
  shared::Vector3 at(double s) const { return middle + along * s + up * height(s); }
  shared::Vector3 start() const { return at(from); }
  shared::Vector3 end() const { return at(to); }
  shared::Vector3 normal() const { return cross(along, up); }
  double horizontalLength() const { return to - from; }
  double length() const;  ///< of the wire between its ends

  double lowestAlong() const;   ///< where it is lowest between its ends
  double deepestAlong() const;  ///< where its distance from the chord between its ends is largest, measured along `up`
  double sag() const;           ///< that distance; below 0 where it hangs upwards
  double blowOut() const;       ///< angle of its plane from the vertical, in radians; above 0 to the left of `along`
  /// Whether it can be a wire: directions of length 1 across each other, ends in their order, no steeper than a wall.
  bool isSound() const;
  Catenary reversed() const;  ///< the same places, from its end to its start
  Catenary moved(const shared::Vector3& by) const;
  /// With more sag between the same ends, in the same plane. `extra`: metres; the sag becomes at least 0.
  Catenary withExtraSag(double extra) const;
  /// Turned about its chord, by radians, to the left of `along` where above 0.
  Catenary swung(double angle) const;
  friend bool operator==(const Catenary&, const Catenary&) = default;
};

/// The catenary in this plane between two places of it, with this curvature. s counts from the middle between them.
Catenary hangingBetween(const shared::Vector3& start, const shared::Vector3& end, const shared::Vector3& along, const shared::Vector3& up,
                        double curvature);

/// The place of the curve that is nearest to a point of its plane: s between `low` and `high`. `s`, `y`: the point, in the plane's coordinates.
double nearestAlong(const Catenary& curve, double s, double y, double low, double high);
/// Distance of any point from it, between its ends.
double distanceTo(const Catenary& curve, const shared::Vector3& point);

}  // namespace arete
