#include "app/offscreen/coasts_around.h"

#include <algorithm>
#include <cmath>

#include "compute/core/error.h"
#include "compute/crs/about_crs.h"
#include "compute/crs/transformation.h"

namespace arete {

namespace {

constexpr double kDegree_m = 111'320;  // of a meridian, about
constexpr double kLeast_degrees = 2;   // extent of a cloud: the coasts are off by a tenth of that
constexpr double kMostStretched = 10;  // no map of use stretches more; a piece that is longer leads from one edge of the map to the other

struct MapBox {
  glm::dvec2 low{0}, high{0};

  explicit MapBox(const PointCloud& cloud) {
    for (int k = 0; k < 2; ++k) {
      const auto axis = size_t(k);
      low[k] = cloud.bounds().minimum[axis] + cloud.origin()[axis], high[k] = cloud.bounds().maximum[axis] + cloud.origin()[axis];
    }
  }
  double extent() const { return std::max(high.x - low.x, high.y - low.y); }
  bool meets(const CoastPiece& piece) const {
    const glm::dvec2 from = glm::min(piece.a, piece.b), to = glm::max(piece.a, piece.b);
    return from.x < high.x && to.x > low.x && from.y < high.y && to.y > low.y;
  }
};

/// As often as the cloud's longitudes go round: some count from 0 to 360.
Coasts inDegrees(const MapBox& cloud) {
  constexpr double kRound = 360, kHalf = 180;
  Coasts coasts;
  for (const double shift : {-kRound, 0.0, kRound}) {
    if (cloud.high.x <= shift - kHalf || cloud.low.x >= shift + kHalf) continue;
    for (const CoastPiece& piece : worldCoasts()) coasts.push_back({piece.a + glm::dvec2(shift, 0), piece.b + glm::dvec2(shift, 0)});
  }
  return coasts;
}

/// Those near the cloud: far from it, maps of a part of the earth show places wrongly.
Coasts onMap(MapBox cloud, const Crs& crs, double metres) {
  CrsTransformation toMap(kWgs84, crs, "draw coasts", "");
  const double around = cloud.extent();
  cloud.low -= around, cloud.high += around;
  Coasts coasts;
  for (const CoastPiece& piece : worldCoasts()) {
    double places[] = {piece.a.x, piece.a.y, piece.b.x, piece.b.y};
    if (!toMap.has(places) || !toMap.has(places + 2)) continue;
    toMap.apply(places, 2);
    const CoastPiece there{{places[0], places[1]}, {places[2], places[3]}};
    const double length_m = glm::distance(there.a, there.b) * metres;
    if (cloud.meets(there) && length_m <= kMostStretched * kDegree_m * glm::distance(piece.a, piece.b)) coasts.push_back(there);
  }
  return coasts;
}

}  // namespace

std::shared_ptr<const Coasts> coastsAround(const PointCloud& cloud, const Crs& crs, bool areDegrees) {
  if (cloud.dimension() < 2 || cloud.empty() || !(crs.known() || areDegrees)) return nullptr;
  const MapBox box(cloud);
  try {
    const CrsAbout about = crs.known() ? aboutCrs(crs) : CrsAbout{.degrees = true};
    if (!about.isMap || box.extent() * (about.degrees ? kDegree_m : about.metres) < kLeast_degrees * kDegree_m) return nullptr;
    return std::make_shared<const Coasts>(about.degrees ? inDegrees(box) : onMap(box, crs, about.metres));
  } catch (const Error&) {
    return nullptr;  // PROJ knows no way there: a picture without coasts is one, too
  }
}

}  // namespace arete
