#include "compute/io/cloud_to_crs.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

#include "compute/core/error.h"
#include "compute/core/number_text.h"
#include "compute/core/strays.h"
#include "compute/core/thread_pool.h"
#include "compute/crs/about_crs.h"
#include "compute/crs/heights.h"
#include "compute/crs/transformation.h"
#include "compute/filter/apply.h"

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

/// Heights go with the places, in unit and system.
void takeSystem(const Crs& crs, CloudFile& file, std::vector<double>& rows) {
  constexpr int kThird = 2;
  const auto dimension = size_t(file.cloud.dimension());
  HeightsWay way{crs};
  if (dimension > kThird) way = heightsWay(file.crs, crs);
  for (size_t i = kThird; i < rows.size() && way.factor != 1; i += dimension) rows[i] *= way.factor;
  if (!way.warning.empty()) file.warnings.push_back(std::move(way.warning));
  file.crs = std::move(way.crs);
  file.crsText = aboutCrs(file.crs).textWithHeights();
}

void bringToCrs(const Crs& crs, const std::filesystem::path& path, CloudFile& file) {
  std::vector<double> rows = rowsOf(file.cloud);
  CrsTransformation transformation(file.crs, crs, kFailed, path.string());
  transformation.apply(rows, file.cloud.dimension());
  std::ranges::move(transformation.warnings(), std::back_inserter(file.warnings));
  takeSystem(crs, file, rows);
  file.cloud = cloudOf(std::move(rows), file.cloud.dimension(), attributesOf(file.cloud));
}

/// Without points that have no place in the other system: strays may have none, others are refused when the cloud is brought there.
void leaveOutLost(const Crs& crs, const std::filesystem::path& path, std::span<const uint32_t> strays, CloudFile& file) {
  CrsTransformation way(file.crs, crs, kFailed, path.string());
  PointList kept;
  size_t lost = 0;
  for (uint32_t i = 0, next = 0; i < file.cloud.size(); ++i) {
    const bool isStray = next < strays.size() && strays[next] == i;
    next += isStray;
    double place[2];
    for (int k = 0; k < 2; ++k) place[k] = file.cloud.points().coordinate(i, k) + file.cloud.origin()[size_t(k)];
    if (isStray && !way.has(place)) ++lost;
    else kept.push_back(i);
  }
  if (lost == 0) return;
  file.warnings.push_back(std::to_string(lost) + (lost == 1 ? " point, which lies" : " points, which lie") +
                          " far away from all others, left out: no place in " + aboutCrs(crs).text() + ".");
  ThreadPool alone(1);
  file.cloud = pointsOf(file.cloud, kept, alone);
}

/// Longitudes and latitudes of all points but strays, in degrees, two a point.
std::vector<double> degreesOf(const std::filesystem::path& path, const CloudFile& file, std::span<const uint32_t> strays) {
  std::vector<double> places;
  for (uint32_t i = 0, next = 0; i < file.cloud.size(); ++i) {
    if (next < strays.size() && strays[next] == i) {
      ++next;
      continue;
    }
    for (int k = 0; k < 2; ++k) places.push_back(file.cloud.points().coordinate(i, k) + file.cloud.origin()[size_t(k)]);
  }
  if (!aboutCrs(file.crs).degrees) CrsTransformation(file.crs, kWgs84, kFailed, path.string()).apply(places, 2);
  return places;
}

/// From −180 on, below 180.
double turned(double degrees) {
  const double turned = std::remainder(degrees, 360);
  return turned == 180 ? -180 : turned;
}

/// The longitude to which the others are nearest, all together, on the circle.
double medianLongitude(std::vector<double> all) {
  constexpr double kTurn = 360;
  std::ranges::sort(all);
  const size_t n = all.size();
  std::vector<double> sums(2 * n + 1);  // of those up to there, and of the same once around
  for (size_t i = 0; i < 2 * n; ++i) sums[i + 1] = sums[i] + all[i % n] + (i < n ? 0 : kTurn);
  double best = all.front(), least = std::numeric_limits<double>::infinity();
  for (size_t i = 0, half = 0; i < n; ++i) {
    half = std::max(half, i);
    while (half < i + n && all[half % n] + (half < n ? 0 : kTurn) - all[i] <= kTurn / 2) ++half;
    const double east = sums[half] - sums[i] - double(half - i) * all[i];
    const double west = double(i + n - half) * (all[i] + kTurn) - (sums[i + n] - sums[half]);
    if (east + west < least) least = east + west, best = all[i];
  }
  return best;
}

/// Bands of zones that are no strips of six degrees: in the south of Norway, and around Svalbard. Source: NGA.SIG.0012, figure 2-1.
int zoneOf(double longitude, double latitude) {
  constexpr double kZone = 6;
  const int plain = std::min(int(std::floor((longitude + 180) / kZone)), 59) + 1;
  if (latitude >= 56 && latitude < 64 && longitude >= 3 && longitude < 12) return 32;
  if (latitude < 72 || latitude > 84 || longitude < 0 || longitude >= 42) return plain;
  return longitude < 9 ? 31 : longitude < 21 ? 33 : longitude < 33 ? 35 : 37;
}

/// EPSG lists the zones of WGS 84 one after the other, from 180 degrees west on. The zone is that of the median point.
void bringToUtm(const std::filesystem::path& path, CloudFile& file) {
  constexpr double kZone = 6, kMostOff = 1e-3, kOnMeridian = 0.9996;  // of true length
  constexpr int kNorth = 32600, kSouth = 32700;
  if (file.cloud.empty()) return;
  const std::vector<uint32_t> strays = straysOf(file.cloud).points;
  const std::vector<double> places = degreesOf(path, file, strays);
  std::vector<double> longitudes, latitudes;
  for (size_t i = 0; i < places.size(); i += 2) longitudes.push_back(turned(places[i])), latitudes.push_back(places[i + 1]);
  std::vector<double> sorted = latitudes;
  std::ranges::nth_element(sorted, sorted.begin() + ptrdiff_t(sorted.size() / 2));
  const double latitude = sorted[sorted.size() / 2];
  const int zone = zoneOf(medianLongitude(longitudes), latitude);
  const Crs crs{"EPSG:" + std::to_string((latitude < 0 ? kSouth : kNorth) + zone)};
  if (!strays.empty()) leaveOutLost(crs, path, strays, file);
  bringToCrs(crs, path, file);
  const double meridian = kZone * zone - 180 - kZone / 2;
  double away = 0, off = 0;
  for (size_t i = 0; i < longitudes.size(); ++i) {
    const double from = std::abs(std::remainder(longitudes[i] - meridian, 360));
    const double across = from * kRadian * std::cos(latitudes[i] * kRadian);
    off = std::max(off, kOnMeridian * (1 + across * across / 2) - 1);  // transverse Mercator, second order
    away = std::max(away, from);
  }
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
