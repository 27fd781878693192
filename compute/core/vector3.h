// A place or a direction in the plane or in space, for networks: always doubles, with 0 on the third axis in the plane. Written
// once for host and device; every expression has one order of operations.
#pragma once

#include <cmath>

#include "compute/core/host_device.h"

namespace arete::shared {

struct Vector3 {
  double x = 0, y = 0, z = 0;

  ARETE_HD double operator[](int k) const { return k == 0 ? x : k == 1 ? y : z; }
  ARETE_HD void set(int k, double value) { (k == 0 ? x : k == 1 ? y : z) = value; }
  friend bool operator==(const Vector3&, const Vector3&) = default;
};

ARETE_HD Vector3 operator+(Vector3 a, Vector3 b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
ARETE_HD Vector3 operator-(Vector3 a, Vector3 b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
ARETE_HD Vector3 operator*(Vector3 a, double s) { return {a.x * s, a.y * s, a.z * s}; }
ARETE_HD double dot(Vector3 a, Vector3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
ARETE_HD Vector3 cross(Vector3 a, Vector3 b) { return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x}; }
ARETE_HD double squaredLength(Vector3 a) { return dot(a, a); }
ARETE_HD double lengthOf(Vector3 a) { return std::sqrt(squaredLength(a)); }
ARETE_HD double squaredDistance(Vector3 a, Vector3 b) { return squaredLength(a - b); }
ARETE_HD double distance(Vector3 a, Vector3 b) { return lengthOf(a - b); }

/// Scaled to length 1; a vector of length 0 stays unchanged.
ARETE_HD Vector3 unit(Vector3 a) {
  const double length = lengthOf(a);
  return length > 0 ? a * (1 / length) : a;
}

/// The part of `a` across the direction `along`, which has length 1.
ARETE_HD Vector3 across(Vector3 a, Vector3 along) { return a - along * dot(a, along); }

}  // namespace arete::shared
