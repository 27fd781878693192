#include "compute/core/short_coordinate.h"

#include <charconv>
#include <cmath>

namespace arete {

/// Whether reading `x` gives the float `local`, and not a double cloud.
static bool readsBack(double x, double local, double origin) {
  PointCloud::Origin first{};
  first[0] = origin;
  return double(float(x - origin)) == local && std::signbit(float(x - origin)) == std::signbit(local) && PointCloud::floatSuffices({&x, 1}, 1, first);
}

/// The shortest text of the float itself, as a double.
static double shortFloat(float x) {
  char text[32];
  double value = 0;
  std::from_chars(text, std::to_chars(text, text + sizeof text, x).ptr, value);
  return value;
}

double shortCoordinate(Scalar scalar, double local, double origin) {
  const double exact = local + origin;
  if (scalar == Scalar::float64 || !std::isfinite(exact)) return exact;
  if (origin == 0) {
    const double value = shortFloat(float(local));
    return readsBack(value, local, origin) ? value : exact;
  }
  constexpr int kMostDecimals = 15;
  constexpr double kLargestWhole = 0x1p53;
  double power = 1;
  for (int decimals = 0; decimals <= kMostDecimals; ++decimals, power *= 10) {
    const double whole = std::round(exact * power);
    if (std::abs(whole) >= kLargestWhole) break;
    if (const double value = whole / power; readsBack(value, local, origin)) return value;  // the quotient of exact numbers is what its text reads as
  }
  return exact;
}

bool shortKeepsOrigin(const PointArray& points, const PointCloud::Origin& origin) {
  if (points.empty() || points.scalar() == Scalar::float64) return true;
  Bounds local, exact, shortened;
  for (uint32_t i = 0; i < points.size(); ++i)
    for (int k = 0; k < points.dimension(); ++k) {
      const double x = points.coordinate(i, k);
      double &low = local.minimum[size_t(k)], &high = local.maximum[size_t(k)];
      low = i == 0 ? x : std::min(low, x);
      high = i == 0 ? x : std::max(high, x);
    }
  for (size_t k = 0; k < size_t(points.dimension()); ++k) {
    exact.minimum[k] = local.minimum[k] + origin[k];
    exact.maximum[k] = local.maximum[k] + origin[k];
    shortened.minimum[k] = shortCoordinate(points.scalar(), local.minimum[k], origin[k]);
    shortened.maximum[k] = shortCoordinate(points.scalar(), local.maximum[k], origin[k]);
  }
  return PointCloud::originFor(exact, points.dimension()) == PointCloud::originFor(shortened, points.dimension());
}

}  // namespace arete
