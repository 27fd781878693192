#include "compute/network/radius/deciding_points.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "compute/network/radius/lattice_sample.h"

namespace arete {

namespace {

/// A point of each place of least hash: as LeastHashes, with the coordinates.
class LeastPoints {
 public:
  using Coordinates = std::array<double, 3>;

  void add(uint64_t hash, const Coordinates& point) {
    if (hash > limit_) return;
    points_.emplace_back(hash, point);
    if (points_.size() >= 4 * LatticeSample::kMostPlaces) cut();
  }
  PointArray points(Scalar scalar, int dimension) {
    cut();
    PointArray made(scalar, dimension, uint32_t(points_.size()));
    for (uint32_t i = 0; i < made.size(); ++i)
      for (int k = 0; k < dimension; ++k) made.setCoordinate(i, k, points_[i].second[size_t(k)]);
    return made;
  }

 private:
  using Point = std::pair<uint64_t, Coordinates>;

  void cut() {
    std::ranges::sort(points_);
    const auto [from, to] = std::ranges::unique(points_, {}, &Point::first);
    points_.erase(from, to);
    if (points_.size() < LatticeSample::kMostPlaces) return;
    points_.resize(LatticeSample::kMostPlaces);
    limit_ = points_.back().first;
  }

  std::vector<Point> points_;
  uint64_t limit_ = UINT64_MAX;
};

}  // namespace

PointCloud decidingPoints(const PointStream& points, const std::stop_token& stop) {
  const Bounds bounds = points.bounds(stop);
  const auto cloudOf = [&](PointArray kept) { return PointCloud::inRange(std::move(kept), points.origin(), bounds, {}); };
  const shared::CloudLattice lattice = cloudLattice(cloudOf(PointArray(points.scalar(), points.dimension(), 0)));
  LeastPoints least;
  points.read(
      0,
      [&](const PointArray& block, uint64_t) {
        withScalarType(block.scalar(), [&]<class T>() {
          const PointsView<T> view = block.view<T>();
          for (uint32_t i = 0; i < view.count; ++i) {
            LeastPoints::Coordinates point{};
            for (int k = 0; k < view.dimension; ++k) point[size_t(k)] = double(view.at(i, k));
            least.add(shared::mixed(latticeKey(view, i, lattice)), point);
          }
        });
      },
      stop);
  return cloudOf(least.points(points.scalar(), points.dimension()));
}

}  // namespace arete
