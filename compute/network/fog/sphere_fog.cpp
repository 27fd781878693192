#include "compute/network/fog/sphere_fog.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "compute/network/look/unit_sphere.h"

namespace arete {

using shared::Vector3;

namespace {

/// Cells of the six faces of the cube around the sphere, so many along an edge.
class CubeCells {
 public:
  explicit CubeCells(int along) : along_(along) {}

  size_t count() const { return 6 * size_t(along_) * size_t(along_); }
  size_t of(const Vector3& direction) const {
    int axis = 0;
    for (int k = 1; k < 3; ++k)
      if (std::abs(direction[axis]) < std::abs(direction[k])) axis = k;
    const double greatest = std::abs(direction[axis]);
    const auto at = [&](int k) { return std::min(int((direction[k % 3] / greatest + 1) / 2 * along_), along_ - 1); };
    return (size_t(2 * axis + (direction[axis] < 0)) * size_t(along_) + size_t(at(axis + 1))) * size_t(along_) + size_t(at(axis + 2));
  }
  /// On the face of the cube.
  Vector3 middle(size_t cell) const {
    const auto at = [&](size_t i) { return (double(i % size_t(along_)) + 0.5) / along_ * 2 - 1; };
    const size_t face = cell / size_t(along_) / size_t(along_);
    const int axis = int(face / 2);
    Vector3 middle;
    middle.set(axis, face % 2 == 0 ? 1 : -1);
    middle.set((axis + 1) % 3, at(cell / size_t(along_)));
    middle.set((axis + 2) % 3, at(cell));
    return middle;
  }
  /// Solid angle around that middle.
  double area(const Vector3& middle) const { return 4.0 / along_ / along_ / (squaredLength(middle) * lengthOf(middle)); }

 private:
  int along_;
};

bool holds(const Bounds& bounds, const Vector3& place) {
  for (int k = 0; k < 3; ++k)
    if (place[k] < bounds.minimum[size_t(k)] || place[k] > bounds.maximum[size_t(k)]) return false;
  return true;
}

}  // namespace

double fogOnSphere(const SuperPoints& points, const NetworkRules& rules) {
  constexpr double kMostAlong = 512;
  constexpr size_t kFewestCells = 8;
  const Bounds bounds = points.boundsOnSphere();
  const double area = points.fieldOnSphere()->area();
  const auto weight = double(std::accumulate(points.weights.begin(), points.weights.end(), int64_t{0}));
  if (area == 0 || weight == 0) return 0;
  const CubeCells cells(int(std::clamp(std::round(2 / std::sqrt(area * rules.fogCellOnSphere / weight)), 1.0, kMostAlong)));
  std::vector<int64_t> weights(cells.count());
  for (uint32_t i = 0; i < points.size(); ++i) weights[cells.of(points.places[i] - *points.sphereCentre)] += points.weights[i];
  std::vector<double> perArea;
  for (size_t cell = 0; cell < weights.size(); ++cell)
    if (const Vector3 middle = cells.middle(cell); holds(bounds, unit(middle))) perArea.push_back(double(weights[cell]) / cells.area(middle));
  if (perArea.size() < kFewestCells) return 0;
  const auto median = perArea.begin() + ptrdiff_t((perArea.size() - 1) / 2);
  std::ranges::nth_element(perArea, median);
  return *median * area / weight;
}

}  // namespace arete
