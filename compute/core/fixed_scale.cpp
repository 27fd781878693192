#include "compute/core/fixed_scale.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "compute/core/distance_range.h"
#include "compute/core/error.h"
#include "compute/core/grid_shape.h"
#include "compute/core/short_number.h"

namespace arete {

/// The axis with the largest coordinate, and that coordinate.
static std::pair<int, double> largestCoordinate(const PointCloud& cloud) {
  std::pair<int, double> largest{0, 0};
  for (int k = 0; k < cloud.dimension(); ++k)
    for (const double bound : {cloud.bounds().minimum[size_t(k)], cloud.bounds().maximum[size_t(k)]})
      if (std::abs(bound) > largest.second) largest = {k, std::abs(bound)};
  return largest;
}

shared::FixedScale makeFixedScale(const PointCloud& cloud) {
  constexpr int kBits = 62, kLargestExponent = 1000;  // the inverse must stay a normal double
  const double largest = largestCoordinate(cloud).second;
  if (largest == 0) return {};
  int exponent = 0;
  std::frexp(largest, &exponent);  // largest < 2^exponent
  const int countBits = cloud.scalar() == Scalar::float32 ? std::bit_width(cloud.size()) : 0;
  const int shift = std::clamp(kBits - countBits - exponent, -kLargestExponent, kLargestExponent);
  return {std::ldexp(1.0, shift), std::ldexp(1.0, -shift)};
}

/// The point farthest from the median along the axis. Re-centring may have put the origin half-way to a stray point, so the largest
/// local coordinate does not identify it.
static uint32_t farthestOut(const PointCloud& cloud, int axis) {
  std::vector<double> values(cloud.size());
  for (uint32_t i = 0; i < cloud.size(); ++i) values[i] = cloud.points().coordinate(i, axis);
  std::vector<double> sorted = values;
  std::nth_element(sorted.begin(), sorted.begin() + ptrdiff_t(sorted.size() / 2), sorted.end());
  const double median = sorted[sorted.size() / 2];
  return uint32_t(std::max_element(values.begin(), values.end(), [&](double a, double b) { return std::abs(a - median) < std::abs(b - median); }) -
                  values.begin());
}

void checkResolution(const PointCloud& cloud, double r1) {
  constexpr double kStepsPerR1 = 1024, kRoundedUp = 1.01;  // the hint must hold with its three digits
  const auto [axis, largest] = largestCoordinate(cloud);
  const double step = makeFixedScale(cloud).fromFixed;
  if (largest == 0 || !(step > r1 / kStepsPerR1)) return;
  const uint32_t point = farthestOut(cloud, axis);
  const double coordinate = cloud.points().coordinate(point, axis) + cloud.origin()[size_t(axis)];
  throw Error(ErrorKind::badInput, "cannot detect ridges", "point " + std::to_string(point),
              "its coordinate " + shortNumber(coordinate) + " lies so far out that positions could be told apart only in steps of " +
                  shortNumber(step) + ", too coarse for R1 = " + shortNumber(r1),
              "leave stray points out of the file, or give an R1 of at least " + shortNumber(kRoundedUp * kStepsPerR1 * step));
}

static void checkRadius(Scalar scalar, const char* name, double radius) {
  const bool suits = withScalarType(scalar, [&]<class T>() { return radius >= 1 || gridSuits<T>(radius); });
  if (suits) return;
  const bool isFloat = scalar == Scalar::float32;
  throw Error(ErrorKind::wrongUse, "cannot detect ridges", name,
              "the square of " + shortNumber(radius) + " has too few digits, or none, in a " + (isFloat ? "float" : "double"),
              isFloat ? "give a larger radius, or read the cloud as doubles: --scalar double" : "give a larger radius, or scale the cloud up");
}

void checkDistances(const PointCloud& cloud, double r1, double r2) {
  if (!cloud.distancesInRange()) {
    const PointArray* const points[] = {&cloud.points()};
    if (const auto why = distancesOutOfRange(points)) throw Error(ErrorKind::badInput, "cannot detect ridges", why->place, why->reason, why->hint);
  }
  checkRadius(cloud.scalar(), "r1", r1);
  checkRadius(cloud.scalar(), "r2", r2);
}

}  // namespace arete
