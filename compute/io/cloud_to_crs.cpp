#include "compute/io/cloud_to_crs.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "compute/core/error.h"
#include "compute/core/number_text.h"
#include "compute/crs/about_crs.h"
#include "compute/crs/transformation.h"

namespace arete {

namespace {

constexpr std::string_view kFailed = "cannot bring the cloud into another coordinate system";
constexpr double kRadian = std::numbers::pi / 180;

[[noreturn]] void refuse(const std::filesystem::path& path, std::string reason, std::string hint) {
  throw Error(ErrorKind::wrongUse, kFailed, path.string(), std::move(reason), std::move(hint));
}

std::vector<double> rowsOf(const PointCloud& cloud) {
  std::vector<double> rows;
  rows.reserve(size_t(cloud.size()) * size_t(cloud.dimension()));
  for (uint32_t i = 0; i < cloud.size(); ++i)
    for (int k = 0; k < cloud.dimension(); ++k) rows.push_back(cloud.points().coordinate(i, k) + cloud.origin()[size_t(k)]);
  return rows;
}

PointCloud cloudOf(std::vector<double> rows, int dimension, std::vector<Attribute> attributes) {
  return PointCloud(PointArray::fromRows(std::move(rows), dimension), {}, std::move(attributes));
}

std::vector<Attribute> attributesOf(const PointCloud& cloud) { return {cloud.attributes().begin(), cloud.attributes().end()}; }

void bringToCrs(const Crs& crs, const std::filesystem::path& path, CloudFile& file) {
  std::vector<double> rows = rowsOf(file.cloud);
  CrsTransformation transformation(file.crs, crs, kFailed, path.string());
  transformation.apply(rows, file.cloud.dimension());
  std::ranges::move(transformation.warnings(), std::back_inserter(file.warnings));
  file.cloud = cloudOf(std::move(rows), file.cloud.dimension(), attributesOf(file.cloud));
  file.crs = crs;
  file.crsText = aboutCrs(crs).text();
}

/// Longitude and latitude of the middle of the bounds, and how far the bounds reach from its meridian, in degrees.
struct Middle {
  double longitude, latitude, reach;
};

Middle middleOf(const std::filesystem::path& path, const CloudFile& file) {
  const Bounds& bounds = file.cloud.bounds();
  std::vector<double> corners;
  for (const double share : {0.0, 0.5, 1.0})
    for (int k = 0; k < 2; ++k) corners.push_back(bounds.minimum[k] + share * bounds.extent(k) + file.cloud.origin()[size_t(k)]);
  if (!aboutCrs(file.crs).degrees) CrsTransformation(file.crs, kWgs84, kFailed, path.string()).apply(corners, 2);
  return {corners[2], corners[3], std::abs(corners[4] - corners[0]) / 2};
}

/// EPSG lists the zones of WGS 84 one after the other, from 180 degrees west on.
void bringToUtm(const std::filesystem::path& path, CloudFile& file) {
  constexpr double kZone = 6, kMostOff = 1e-3;
  constexpr int kZones = 60, kNorth = 32600, kSouth = 32700;
  if (file.cloud.empty()) return;
  const Middle middle = middleOf(path, file);
  const double longitude = std::remainder(middle.longitude, 360);  // catalogues go from 0 to 360, too
  const int zone = std::clamp(int(std::floor((longitude + 180) / kZone)), 0, kZones - 1);
  bringToCrs({"EPSG:" + std::to_string((middle.latitude < 0 ? kSouth : kNorth) + zone + 1)}, path, file);
  const double meridian = kZone * zone - 180 + kZone / 2, away = std::abs(longitude - meridian) + middle.reach;
  const double off = std::pow(away * kRadian * std::cos(middle.latitude * kRadian), 2) / 2;  // of lengths: transverse Mercator, second order
  if (off > kMostOff)
    file.warnings.push_back("The cloud reaches " + numberText(away, 3) + " degrees from the middle of its UTM zone: lengths there are " +
                            numberText(100 * off, 3) + " % too long. A system for its whole area is better, or --to-crs sphere.");
}

void bringToSphere(const std::filesystem::path& path, CloudFile& file) {
  constexpr double kMostLongitude = 360, kMostLatitude = 90;
  if (file.crs.known() && !aboutCrs(file.crs).degrees)
    refuse(path, "the unit sphere takes longitude and latitude in degrees, and its system is " + file.crsText, "bring it to EPSG:4326 first");
  const PointCloud& cloud = file.cloud;
  const int dimension = cloud.dimension();
  const std::vector<double> from = rowsOf(cloud);
  std::vector<double> rows;
  rows.reserve(3 * size_t(cloud.size()));
  for (size_t i = 0; i < cloud.size(); ++i) {
    const double longitude = from[i * size_t(dimension)], latitude = from[i * size_t(dimension) + 1];
    if (!(std::abs(longitude) <= kMostLongitude && std::abs(latitude) <= kMostLatitude))
      refuse(
          path,
          "point " + std::to_string(i) + " is at " + numberText(longitude, 3) + ", " + numberText(latitude, 3) + ", which are no degrees on a sphere",
          "give the columns of longitude and latitude: --columns");
    const double across = std::cos(latitude * kRadian);
    for (const double value : {across * std::cos(longitude * kRadian), across * std::sin(longitude * kRadian), std::sin(latitude * kRadian)})
      rows.push_back(value);
  }
  std::vector<Attribute> attributes = attributesOf(cloud);
  for (int k = 2; k < dimension; ++k) {
    Attribute left{k == 2 ? "height" : "x" + std::to_string(k + 1), AttributeValues(ScalarType::float64, cloud.size())};
    for (size_t i = 0; i < cloud.size(); ++i) left.values.of<double>()[i] = from[i * size_t(dimension) + size_t(k)];
    attributes.push_back(std::move(left));
  }
  file.cloud = cloudOf(std::move(rows), 3, std::move(attributes));
  file.crs = {}, file.crsText.clear();
}

}  // namespace

CloudTarget cloudTargetFrom(std::string_view text) {
  if (text == "utm") return {CloudTarget::Kind::utm};
  if (text == "sphere") return {CloudTarget::Kind::sphere};
  Crs crs = crsFrom(text);
  if (!crs.known())
    throw Error(ErrorKind::wrongUse, kFailed, "", "'none' is no place to go to", "give a system, utm or sphere; --crs none forgets one");
  return {CloudTarget::Kind::crs, std::move(crs)};
}

void bringTo(const CloudTarget& target, const std::filesystem::path& path, CloudFile& file) {
  if (file.cloud.dimension() < 2) refuse(path, "its points have one coordinate", "");
  if (target.kind == CloudTarget::Kind::sphere) return bringToSphere(path, file);
  if (!file.crs.known()) refuse(path, "its own system is not known", "--crs gives it, for instance --crs EPSG:4326 for longitude and latitude");
  if (target.kind == CloudTarget::Kind::utm) return bringToUtm(path, file);
  bringToCrs(target.crs, path, file);
}

}  // namespace arete
