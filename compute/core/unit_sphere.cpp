#include "compute/core/unit_sphere.h"

#include <algorithm>
#include <cmath>

namespace arete {

namespace {

constexpr int kCells = 256;  // along an edge of what is looked at of a face

struct Range {
  double least, most;
};

}  // namespace

/// What y / x can be on the face of the cube around the sphere where x is the greatest of the three.
static Range slopes(Range y, Range x) {
  const double least = y.least / (y.least < 0 ? x.least : x.most), most = y.most / (y.most > 0 ? x.least : x.most);
  return {std::clamp(least, -1.0, 1.0), std::clamp(most, -1.0, 1.0)};
}

/// The places (1, u, v) of a grid on a face, moved to the sphere, each with its share of the solid angle. Only as much of the face is looked at as
/// bounds can meet, so that small fields and thin bands have as many cells as the whole sphere.
static double areaOfFace(Range x, Range y, Range z) {
  constexpr double kLeastOfGreatest = 0.577350269189625765;  // √⅓
  x.least = std::max(x.least, kLeastOfGreatest);
  if (x.most < x.least) return 0;
  const Range u = slopes(y, x), v = slopes(z, x);
  const auto at = [](Range range, int cell) { return range.least + (range.most - range.least) * (cell + 0.5) / kCells; };
  const auto isIn = [](double value, Range range) { return value >= range.least && value <= range.most; };
  double sum = 0;
  for (int i = 0; i < kCells; ++i)
    for (int j = 0; j < kCells; ++j) {
      const double squared = 1 + at(u, i) * at(u, i) + at(v, j) * at(v, j), length = std::sqrt(squared);
      if (isIn(1 / length, x) && isIn(at(u, i) / length, y) && isIn(at(v, j) / length, z)) sum += 1 / (squared * length);
    }
  return sum * (u.most - u.least) * (v.most - v.least) / (kCells * kCells);
}

double areaOnUnitSphere(const Bounds& bounds) {
  const auto range = [&](int axis, double sign) {
    const Range along{sign * bounds.minimum[size_t(axis)], sign * bounds.maximum[size_t(axis)]};
    return Range{std::min(along.least, along.most), std::max(along.least, along.most)};
  };
  double area = 0;
  for (int axis = 0; axis < 3; ++axis)
    for (const double sign : {1.0, -1.0}) area += areaOfFace(range(axis, sign), range((axis + 1) % 3, 1), range((axis + 2) % 3, 1));
  return area;
}

}  // namespace arete
