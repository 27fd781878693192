// Clouds that no number of halvings can divide.
#pragma once

#include "tests/support/zoo.h"

namespace arete::test {

inline PointArray lineWithEqualPoints() {
  PointArray line(Scalar::float64, 2, 3000);
  for (uint32_t i = 0; i < line.size(); ++i) line.setCoordinate(i, 0, i % 7 == 0 ? 5 : i);
  return line;
}

/// A hundred points in a box, and thousands in a spot of it.
inline PointArray denseSpot() {
  PointArray spot = uniformBox(3000, 3, 100, 1);
  for (uint32_t i = 100; i < spot.size(); ++i)
    for (int k = 0; k < 3; ++k) spot.setCoordinate(i, k, 50 + spot.coordinate(i, k) * 1e-30);
  return spot;
}

}  // namespace arete::test
