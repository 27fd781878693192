#include "compute/core/short_coordinate.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "compute/core/distance_range.h"
#include "compute/core/row_survey.h"

namespace arete {

/// Whether reading `x` gives the float `local`, and not a double cloud.
static bool readsBack(double x, double local, double origin) {
  const double read = x - origin, rounded = double(float(read)), anyExtent = std::numeric_limits<double>::infinity();
  return rounded == local && std::signbit(rounded) == std::signbit(local) && floatIsFineEnough(std::abs(read - rounded), anyExtent);
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
  constexpr double kLargestInteger = 0x1p53;
  double power = 1;
  for (int decimals = 0; decimals <= kMostDecimals; ++decimals, power *= 10) {
    const double integer = std::round(exact * power);
    if (std::abs(integer) >= kLargestInteger) break;
    if (const double value = integer / power; readsBack(value, local, origin))
      return value;  // the quotient of exact numbers is the number that its text is read as
  }
  return exact;
}

/// Error of the points themselves; short coordinates are off by up to half a last place.
static RowSurvey surveyOf(const PointArray& points) {
  RowSurvey survey(points.dimension());
  visitRows(points, [&](std::span<const double> rows) { survey.add(rows); });
  return survey;
}

bool shortIsReadAlike(const PointArray& points, const PointCloud::Origin& origin) {
  if (points.empty() || points.scalar() == Scalar::float64) return true;
  const RowSurvey local = surveyOf(points);
  const double error = std::min(std::ldexp(local.largest(), -std::numeric_limits<float>::digits), kLargestFloatError);  // see readsBack
  if (!floatIsFineEnough(error, local.largestExtent())) return false;
  Bounds exact, shortened;
  for (size_t k = 0; k < size_t(points.dimension()); ++k) {
    exact.minimum[k] = local.bounds().minimum[k] + origin[k];
    exact.maximum[k] = local.bounds().maximum[k] + origin[k];
    shortened.minimum[k] = shortCoordinate(points.scalar(), local.bounds().minimum[k], origin[k]);
    shortened.maximum[k] = shortCoordinate(points.scalar(), local.bounds().maximum[k], origin[k]);
  }
  return PointCloud::originFor(exact, points.dimension()) == PointCloud::originFor(shortened, points.dimension());
}

}  // namespace arete
