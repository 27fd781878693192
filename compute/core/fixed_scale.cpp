#include "compute/core/fixed_scale.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "compute/core/cloud_facts.h"
#include "compute/core/distance_range.h"
#include "compute/core/error.h"
#include "compute/core/grid_shape.h"
#include "compute/core/number_text.h"

namespace arete {

static constexpr double kStepsPerR1 = 1024;  // of the fixed-point scale: a tenth of the default move tolerance

/// The axis with the largest coordinate, and that coordinate.
static std::pair<int, double> largestCoordinate(const CloudFacts& facts) {
  std::pair<int, double> largest{0, 0};
  for (int k = 0; k < facts.dimension; ++k)
    for (const double bound : {facts.bounds.minimum[size_t(k)], facts.bounds.maximum[size_t(k)]})
      if (std::abs(bound) > largest.second) largest = {k, std::abs(bound)};
  return largest;
}

shared::FixedScale makeFixedScale(const CloudFacts& facts) {
  constexpr int kBits = 62, kLargestExponent = 1000;  // the inverse must stay a normal double
  const double largest = largestCoordinate(facts).second;
  if (largest == 0) return {};
  int exponent = 0;
  std::frexp(largest, &exponent);  // largest < 2^exponent
  const int countBits = facts.scalar == Scalar::float32 ? int(std::bit_width(facts.count)) : 0;
  const int shift = std::clamp(kBits - countBits - exponent, -kLargestExponent, kLargestExponent);
  return {std::ldexp(1.0, shift), std::ldexp(1.0, -shift)};
}

CloudFacts factsOf(const PointCloud& cloud) {
  CloudFacts facts{cloud.size(), cloud.dimension(), cloud.scalar(), cloud.origin(), cloud.bounds(), cloud.distancesInRange(), {}};
  facts.scale = makeFixedScale(facts);
  return facts;
}

shared::FixedScale makeFixedScale(const PointCloud& cloud) { return factsOf(cloud).scale; }

/// The point farthest from the median along the axis. Re-centring may have put the origin half-way to a stray point, so the largest
/// local coordinate does not identify it. Where two lie as far, the one with the larger coordinate, so that the answer does not go by their order.
static uint32_t farthestOut(const PointCloud& cloud, int axis) {
  std::vector<double> values(cloud.size());
  for (uint32_t i = 0; i < cloud.size(); ++i) values[i] = cloud.points().coordinate(i, axis);
  std::vector<double> sorted = values;
  std::nth_element(sorted.begin(), sorted.begin() + ptrdiff_t(sorted.size() / 2), sorted.end());
  const double median = sorted[sorted.size() / 2];
  const auto rank = [&](double value) { return std::tuple(std::abs(value - median), std::abs(value), value); };
  return uint32_t(std::ranges::max_element(values, {}, rank) - values.begin());
}

/// Means of coordinates would be coarser than R1 allows: `place` and `what` say where, and which coordinate lies so far out.
[[noreturn]] static void refuseResolution(const std::string& place, const std::string& what, double step, double r1) {
  constexpr double kRoundedUp = 1.01;  // the hint must hold with its three digits
  throw Error(ErrorKind::badInput, "cannot detect ridges", place,
              what + " lies so far out that positions could be told apart only in steps of " + numberText(step, 3) +
                  ", too coarse for R1 = " + numberText(r1, 3),
              "leave stray points out of the file, or give an R1 of at least " + numberText(kRoundedUp * kStepsPerR1 * step, 3));
}

static bool isTooCoarse(const CloudFacts& facts, double r1) {
  return largestCoordinate(facts).second != 0 && facts.scale.fromFixed > r1 / kStepsPerR1;
}

void checkResolution(const CloudFacts& facts, double r1) {
  if (!isTooCoarse(facts, r1)) return;
  const auto [axis, largest] = largestCoordinate(facts);
  refuseResolution("the bounds", "a coordinate of " + numberText(largest, 3) + " from their origin", facts.scale.fromFixed, r1);
}

void checkResolution(const PointCloud& cloud, double r1) {
  const CloudFacts facts = factsOf(cloud);
  if (!isTooCoarse(facts, r1)) return;
  const int axis = largestCoordinate(facts).first;
  const uint32_t point = farthestOut(cloud, axis);
  const double coordinate = cloud.points().coordinate(point, axis) + cloud.origin()[size_t(axis)];
  refuseResolution("point " + std::to_string(point), "its coordinate " + numberText(coordinate, 3), facts.scale.fromFixed, r1);
}

bool resolves(const PointCloud& cloud, double r1) { return !isTooCoarse(factsOf(cloud), r1); }

static void checkRadius(Scalar scalar, const char* name, double radius) {
  const bool suits = withScalarType(scalar, [&]<class T>() { return radius >= 1 || gridSuits<T>(radius); });
  if (suits) return;
  const bool isFloat = scalar == Scalar::float32;
  throw Error(ErrorKind::wrongUse, "cannot detect ridges", name,
              "the square of " + numberText(radius, 3) + " has too few digits, or none, in a " + (isFloat ? "float" : "double"),
              isFloat ? "give a larger radius, or read the cloud as doubles: --scalar double" : "give a larger radius, or scale the cloud up");
}

void checkDistances(const CloudFacts& facts, double r1, double r2) {
  if (!facts.distancesInRange)
    throw Error(ErrorKind::badInput, "cannot detect ridges", "the points", "squares of their distances leave the range of their type",
                "scale the coordinates, or leave stray points out");
  checkRadius(facts.scalar, "r1", r1);
  checkRadius(facts.scalar, "r2", r2);
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
