#include "compute/network/rules/sphere_places.h"

#include <algorithm>
#include <cmath>

#include "compute/core/error.h"

namespace arete {

using shared::Vector3;

bool areOnUnitSphere(const PointArray& points, const PointCloud::Origin& origin) {
  constexpr double kNear = 1e-3;  // of the squared radius; coordinates in files are rounded
  for (uint32_t i = 0; i < points.size(); ++i) {
    double squared = 0;
    for (int k = 0; k < 3; ++k) {
      const double x = points.coordinate(i, k) + origin[size_t(k)];
      squared += x * x;
    }
    if (!(std::abs(squared - 1) <= kNear)) return false;
  }
  return true;
}

static bool isAtCentre(const Vector3& fromCentre) {
  constexpr double kNear = 1e-12;
  return squaredLength(fromCentre) < kNear * kNear;
}

/// Whether the bounds do.
static bool mayHoldCentre(const PointCloud& cloud) {
  constexpr double kWider = 1e-6;
  for (size_t k = 0; k < 3; ++k)
    if (cloud.bounds().minimum[k] + cloud.origin()[k] > kWider || cloud.bounds().maximum[k] + cloud.origin()[k] < -kWider) return false;
  return true;
}

void checkDirections(const PointCloud& cloud, uint64_t first) {
  if (!mayHoldCentre(cloud)) return;
  withScalarType(cloud.scalar(), [&]<class T>() {
    const PointsView<T> points = cloud.view<T>();
    const auto fromCentre = [&](uint32_t i, int k) { return double(points.at(i, k)) + cloud.origin()[size_t(k)]; };
    for (uint32_t i = 0; i < points.count; ++i)
      if (isAtCentre({fromCentre(i, 0), fromCentre(i, 1), fromCentre(i, 2)}))
        throw Error(ErrorKind::badInput, "cannot detect a network on the sphere", "point " + std::to_string(first + i),
                    "it lies at 0, 0, 0, the centre of the sphere, and so has no place on it",
                    "leave such points out: --where \"x != 0 || y != 0 || z != 0\"");
  });
}

SuperPoints withDirections(SuperPoints points) {
  if (!points.sphereCentre) return points;
  const auto isLeftOut = [&](const Vector3& place) { return isAtCentre(place - *points.sphereCentre); };
  if (std::ranges::none_of(points.places, isLeftOut)) return points;
  SuperPoints rest = points;  // what versions kept of all stays behind
  rest.places.clear(), rest.weights.clear();
  for (uint32_t i = 0; i < points.size(); ++i)
    if (!isLeftOut(points.places[i])) rest.places.push_back(points.places[i]), rest.weights.push_back(points.weights[i]);
  return rest;
}

}  // namespace arete
