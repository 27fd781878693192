// Coordinates of clouds hold one zero: −0 and 0 are one place, so points that are equal are so to the bit, and which of them comes first changes
// nothing. Whatever makes a cloud of numbers from elsewhere goes through here.
#pragma once

#include "compute/core/host_device.h"
#include "compute/core/point_array.h"

namespace arete {

/// −0 becomes 0; other numbers keep their bits.
template <class T>
ARETE_HD T withOneZero(T x) {
  return x + T(0);
}

inline PointArray withOneZero(PointArray points) {
  withScalarType(points.scalar(), [&]<class T>() {
    for (T& x : points.elements<T>()) x = withOneZero(x);
  });
  return points;
}

}  // namespace arete
