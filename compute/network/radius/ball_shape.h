// The shape of what lies in a ball, from sums of integers: how long it is, how wide across, how flat. Sums do not depend on the order in which they
// are added; what follows is one order of + - * / and sqrt, so every machine finds the same bits. Source: radius.
#pragma once

#include <cmath>
#include <cstdint>

#include "compute/core/vector3.h"

namespace arete::shared {

/// A place of the lattice that a cloud is laid on; 0 on the third axis in the plane.
struct LatticePlace {
  int32_t x = 0, y = 0, z = 0;

  ARETE_HD int32_t operator[](int k) const { return k == 0 ? x : k == 1 ? y : z; }
  ARETE_HD void set(int k, int32_t value) { (k == 0 ? x : k == 1 ? y : z) = value; }
  friend bool operator==(const LatticePlace&, const LatticePlace&) = default;
};

inline constexpr int kLatticeBits = 20;  ///< of a coordinate: products of 2^15 places add up to less than 2^56

/// Sums over places: their number, coordinates, products of coordinates (xx, xy, xz, yy, yz, zz), by the lattice's corner.
struct BallSums {
  static constexpr int kNumbers = 10;
  int64_t at[kNumbers] = {};

  ARETE_HD int64_t count() const { return at[0]; }
  ARETE_HD void add(const BallSums& other) {
    for (int i = 0; i < kNumbers; ++i) at[i] += other.at[i];
  }
  ARETE_HD void add(const LatticePlace& place) {
    const int64_t x = place.x, y = place.y, z = place.z;
    const int64_t numbers[kNumbers] = {1, x, y, z, x * x, x * y, x * z, y * y, y * z, z * z};
    for (int i = 0; i < kNumbers; ++i) at[i] += numbers[i];
  }
  /// The mean, cut to the lattice. There must be a place.
  ARETE_HD LatticePlace mean() const { return {int32_t(at[1] / at[0]), int32_t(at[2] / at[0]), int32_t(at[3] / at[0])}; }
};

ARETE_HD int64_t squaredDistance(const LatticePlace& a, const LatticePlace& b) {
  const int64_t x = a.x - b.x, y = a.y - b.y, z = a.z - b.z;
  return x * x + y * y + z * z;
}

/// Eigenvalues of the covariance: along is the largest one, across the sum of the others, minors the sum of the principal minors.
struct BallShape {
  int64_t count = 0;  ///< of places; 0: all else is 0
  double along = 0, across = 0, minors = 0;

  friend bool operator==(const BallShape&, const BallShape&) = default;
};

namespace ball {

/// A symmetric matrix.
struct Covariance {
  double xx, xy, xz, yy, yz, zz;

  ARETE_HD double trace() const { return xx + yy + zz; }
  ARETE_HD double minors() const { return (xx * yy - xy * xy) + (xx * zz - xz * xz) + (yy * zz - yz * yz); }
  ARETE_HD double determinant() const { return xx * (yy * zz - yz * yz) - xy * (xy * zz - yz * xz) + xz * (xy * yz - yy * xz); }
};

/// The largest root of the characteristic polynomial, by steps of Newton down from the trace, which is not below it. Where one direction stands out
/// few steps are enough; where none does the shape says so anyway.
ARETE_HD double largestEigenvalue(const Covariance& matrix) {
  constexpr int kSteps = 8;
  const double trace = matrix.trace(), minors = matrix.minors(), determinant = matrix.determinant();
  double root = trace;
  for (int step = 0; step < kSteps; ++step) {
    const double value = ((root - trace) * root + minors) * root - determinant, slope = (3 * root - 2 * trace) * root + minors;
    if (!(slope > 0) || !(value > 0)) break;
    root = root - value / slope;
  }
  return root;
}

/// `way` less its part along the eigenvector of this eigenvalue: the largest cross product of two rows of the matrix less the value.
ARETE_HD Vector3 withoutAlong(const Vector3& way, const Covariance& m, double value) {
  const Vector3 rows[3] = {{m.xx - value, m.xy, m.xz}, {m.xy, m.yy - value, m.yz}, {m.xz, m.yz, m.zz - value}};
  Vector3 axis;
  double most = 0;
  for (int i = 0; i < 3; ++i) {
    const Vector3 found = cross(rows[i], rows[i == 2 ? 0 : i + 1]);
    const double square = squaredLength(found);
    if (square > most) axis = found, most = square;
  }
  return most > 0 ? way - axis * (dot(way, axis) / most) : way;
}

ARETE_HD int32_t moved(int32_t from, double way) { return from + static_cast<int32_t>(std::floor(way + 0.5)); }

}  // namespace ball

/// The shape of a ball around `centre`, which is moved across the longest axis to the middle of what is in it, if wanted.
ARETE_HD BallShape ballShape(const BallSums& sums, LatticePlace& centre, bool moves) {
  const int64_t n = sums.at[0], x = centre.x, y = centre.y, z = centre.z;
  if (n == 0) return {};
  const int64_t sx = sums.at[1] - n * x, sy = sums.at[2] - n * y, sz = sums.at[3] - n * z;
  const auto count = static_cast<double>(n);
  const Vector3 mean{static_cast<double>(sx) / count, static_cast<double>(sy) / count, static_cast<double>(sz) / count};
  const auto moment = [&](int64_t products, int64_t a, int64_t b, int64_t sumA, int64_t sumB, double meanA, double meanB) {
    return static_cast<double>(products - sumA * b - sumB * a - n * a * b) / count - meanA * meanB;
  };
  const ball::Covariance matrix{moment(sums.at[4], x, x, sx, sx, mean.x, mean.x), moment(sums.at[5], x, y, sx, sy, mean.x, mean.y),
                                moment(sums.at[6], x, z, sx, sz, mean.x, mean.z), moment(sums.at[7], y, y, sy, sy, mean.y, mean.y),
                                moment(sums.at[8], y, z, sy, sz, mean.y, mean.z), moment(sums.at[9], z, z, sz, sz, mean.z, mean.z)};
  const double along = ball::largestEigenvalue(matrix), across = matrix.trace() - along;
  if (moves) {
    const Vector3 way = ball::withoutAlong(mean, matrix, along);
    centre = {ball::moved(centre.x, way.x), ball::moved(centre.y, way.y), ball::moved(centre.z, way.z)};
  }
  return {n, along, across > 0 ? across : 0, matrix.minors()};
}

/// Points strewn evenly over the cloud, as a ball sees them.
struct StrewnBall {
  double expected = 0;  ///< in the ball
  double variance = 0;  ///< of a coordinate, of those alone
  double axes = 1;      ///< across the longest one
};

/// What is left of a shape without strewn points. `isReal`: there are more places than these alone would be.
struct RealShape {
  bool isReal;
  double count, along, across;
};

ARETE_HD RealShape withoutStrewn(const BallShape& shape, const StrewnBall& strewn) {
  constexpr double kMostStrewn = 0.9, kDeviations = 4, kOffset = 2;
  const auto count = static_cast<double>(shape.count);
  if (strewn.expected <= 0) return {shape.count > 0, count, shape.along, shape.across};
  if (shape.count == 0) return {false, 0, 0, 0};
  const double share = lesser(strewn.expected / count, kMostStrewn), rest = 1 - share;
  const double along = (shape.along - share * strewn.variance) / rest, across = (shape.across - share * strewn.variance * strewn.axes) / rest;
  return {count > strewn.expected + kDeviations * std::sqrt(strewn.expected) + kOffset, count - strewn.expected, along > 0 ? along : 0,
          across > 0 ? across : 0};
}

/// Whether a ball with this squared radius holds a piece of a curve: at least twice as long as wide, through most of the ball.
ARETE_HD bool isLinear(const RealShape& shape, double squaredRadius) {
  constexpr double kFewest = 8, kLonger = 4, kThrough = 0.1225;  // squares of 2 and 0.35
  return shape.isReal && shape.count >= kFewest && kLonger * shape.across < shape.along && shape.along > kThrough * squaredRadius;
}

/// The square of the second eigenvalue less the third.
ARETE_HD double squaredFlatness(const BallShape& shape) { return shape.across * shape.across - 4 * (shape.minors - shape.along * shape.across); }

/// Whether it holds a piece of a surface: the second eigenvalue is more than half of the first one above the third.
ARETE_HD bool isFlat(const BallShape& shape) { return 4 * squaredFlatness(shape) > shape.along * shape.along; }

/// The third eigenvalue over the second, at most 1; 0 where there is no second one.
ARETE_HD double thicknessOf(const BallShape& shape) {
  const double square = squaredFlatness(shape), flatness = square > 0 ? std::sqrt(square) : 0;
  const double second = shape.across + flatness, third = shape.across - flatness;
  return third > 0 && second > 0 ? third / second : 0;
}

}  // namespace arete::shared
