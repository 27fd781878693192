#include "compute/io/odd_points.h"

#include <algorithm>

#include "compute/core/coordinate_names.h"
#include "compute/core/number_text.h"
#include "compute/core/short_coordinate.h"
#include "compute/core/strays.h"
#include "compute/io/row_numbers.h"

namespace arete {

namespace {

double inFile(const PointCloud& cloud, uint32_t point, int k) {
  return shortCoordinate(cloud.scalar(), cloud.points().coordinate(point, k), cloud.origin()[size_t(k)]);
}

/// "0, 0".
template <class Coordinate>
std::string placeText(int dimension, const Coordinate& coordinate) {
  constexpr int kDigits = 10;
  std::string text;
  for (size_t k = 0; k < size_t(dimension); ++k) text += (k == 0 ? "" : ", ") + numberText(coordinate(k), kDigits);
  return text;
}

/// "at 0, 0 (row 301)".
std::string placeOf(const CloudFile& file, uint32_t point, bool unfiltered) {
  const std::string text = "at " + placeText(file.cloud.dimension(), [&](size_t k) { return inFile(file.cloud, point, int(k)); });
  return unfiltered ? text + " (row " + std::to_string(RowNumbers(file).rowOf(point) + 1) + ")" : text;
}

/// The flag that keeps the others.
std::string boxAround(const PointCloud& cloud, const Bounds& local) {
  constexpr int kDigits = 8;
  constexpr double kMargin = 0.01;  // of an extent: the numbers are shortened
  std::string low, high;
  for (int k = 0; k < cloud.dimension(); ++k) {
    const double margin = kMargin * std::max(local.extent(k), 1e-6 * local.diagonal(cloud.dimension())), origin = cloud.origin()[size_t(k)];
    low += (k == 0 ? "" : ",") + numberText(local.minimum[size_t(k)] + origin - margin, kDigits);
    high += "," + numberText(local.maximum[size_t(k)] + origin + margin, kDigits);
  }
  return "--box " + low + high;
}

std::string notAt(const PointCloud& cloud, uint32_t point) {
  std::string text = "--where \"!(";
  for (int k = 0; k < cloud.dimension(); ++k) {
    text += (k == 0 ? "" : " && ") + std::string(kCoordinateNames[size_t(k)]) + " == ";
    text += numberText(cloud.points().coordinate(point, k) + cloud.origin()[size_t(k)], 17);
  }
  return text + ")\"";
}

}  // namespace

std::optional<std::string> onePlaceWarning(const CloudFacts& cloud) {
  if (cloud.count < 2 || cloud.bounds.diagonal(cloud.dimension) > 0) return {};
  return "All " + std::to_string(cloud.count) + " points are one and the same place, at " +
         placeText(cloud.dimension, [&](size_t k) { return shortCoordinate(cloud.scalar, cloud.bounds.minimum[k], cloud.origin[k]); }) + ".";
}

void tellOddPoints(bool unfiltered, CloudFile& file) {
  const PointCloud& cloud = file.cloud;
  const CloudFacts facts{
      .count = cloud.size(), .dimension = cloud.dimension(), .scalar = cloud.scalar(), .origin = cloud.origin(), .bounds = cloud.bounds()};
  if (const auto onePlace = onePlaceWarning(facts)) return file.warnings.push_back(*onePlace);
  const Strays strays = straysOf(cloud);
  const auto common = commonPlace(cloud);
  if (common)
    file.warnings.push_back(std::to_string(common->points) + " of " + std::to_string(cloud.size()) + " points are one and the same place, " +
                            placeOf(file, common->first, unfiltered) + ". If they are none, " + notAt(cloud, common->first) + " leaves them out.");
  const size_t count = strays.points.size();
  if (count == 0 || (common && common->points == count)) return;
  const std::string place = placeOf(file, strays.points.front(), unfiltered), box = boxAround(cloud, strays.rest);
  file.warnings.push_back(count == 1
                              ? "A point " + place + " lies far away from all others, and takes part. If it is none, " + box + " leaves it out."
                              : std::to_string(count) + " points lie far away from all others, the first " + place +
                                    ", and take part. If they are none, " + box + " leaves them out.");
}

}  // namespace arete
