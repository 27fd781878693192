#include "compute/network/radius/strewn_share.h"

#include <algorithm>
#include <array>
#include <optional>

#include "compute/core/portable_math.h"
#include "compute/network/radius/quantile.h"

namespace arete {

using shared::LatticePlace;

namespace {

constexpr double kCellPoints = 16;  // of an even cloud, in a cell that the background is counted in
constexpr double kOutside = 0.01;   // of the points, at each end of each direction: strays must not say where the cloud is

/// The axes come first.
std::vector<LatticePlace> directions(int dimension) {
  if (dimension == 2) return {{1, 0}, {0, 1}, {1, 1}, {1, -1}, {2, 1}, {1, 2}, {2, -1}, {1, -2}};
  return {{1, 0, 0}, {0, 1, 0},  {0, 0, 1}, {1, 1, 0},  {1, -1, 0}, {1, 0, 1}, {1, 0, -1},
          {0, 1, 1}, {0, 1, -1}, {1, 1, 1}, {1, 1, -1}, {1, -1, 1}, {-1, 1, 1}};
}

int64_t product(const LatticePlace& a, const LatticePlace& b) { return int64_t(a.x) * b.x + int64_t(a.y) * b.y + int64_t(a.z) * b.z; }

/// Equal cells of the box around a hull, with the places in them.
struct StrewnCells {
  std::array<int64_t, 3> along{1, 1, 1};
  std::vector<uint32_t> counts;  // of those whose middle is in the hull
  double volume = 1;             // of a cell

  /// About `most` cells of the box.
  StrewnCells(const LatticeSample& sample, const InnerHull& hull, double most) {
    const int d = sample.lattice.dimension;
    double box = 1;
    for (int k = 0; k < d; ++k) box *= double(hull.extent(k));
    const double side = shared::exponential(shared::naturalLog(box / most) / d);
    for (int k = 0; k < d; ++k) along[size_t(k)] = std::max(int64_t(1), int64_t(double(hull.extent(k)) / side));
    volume = box / double(along[0] * along[1] * along[2]);
    std::vector<uint32_t> all(size_t(along[0] * along[1] * along[2]));
    for (size_t i = 0; i < sample.keys.size(); ++i)
      if (const auto cell = of(sample.place(i), hull)) ++all[*cell];
    for (size_t cell = 0; cell < all.size(); ++cell)
      if (hull.holds(middle(int64_t(cell), hull))) counts.push_back(all[cell]);
  }

 private:
  /// None outside.
  std::optional<size_t> of(const LatticePlace& place, const InnerHull& hull) const {
    int64_t cell = 0;
    for (int k = 0; k < 3; ++k) {
      const int64_t at = place[k] - hull.low(k);
      if (at < 0 || at >= hull.extent(k)) return {};
      cell = cell * along[size_t(k)] + at * along[size_t(k)] / hull.extent(k);
    }
    return size_t(cell);
  }
  LatticePlace middle(int64_t cell, const InnerHull& hull) const {
    LatticePlace place;
    for (int k = 2; k >= 0; --k) {
      const int64_t at = cell % along[size_t(k)];
      place.set(k, int32_t(hull.low(k) + (2 * at + 1) * hull.extent(k) / (2 * along[size_t(k)])));
      cell /= along[size_t(k)];
    }
    return place;
  }
};

}  // namespace

/// Cells that hold `kCellPoints` on average are as many as fill the hull, which is a part of its box.
Strewn strewnIn(const LatticeSample& sample, const InnerHull& hull) {
  constexpr size_t kFewestCells = 8;
  constexpr double kQuartile = 0.25;
  const double wanted = double(sample.keys.size()) / kCellPoints;
  const StrewnCells few(sample, hull, wanted);
  if (few.counts.empty()) return {};
  const double filled = double(few.counts.size()) / double(few.along[0] * few.along[1] * few.along[2]);
  const StrewnCells cells(sample, hull, wanted / filled);
  if (cells.counts.size() < kFewestCells) return {};
  double inside = 0;
  for (const uint32_t count : cells.counts) inside += count;
  if (!(inside > 0)) return {};
  const double each = quantile(cells.counts, kQuartile);
  return {each / cells.volume, each * double(cells.counts.size()) / inside};
}

InnerHull::InnerHull(const LatticeSample& sample) {
  if (sample.keys.empty()) return;
  dimension_ = sample.lattice.dimension;
  for (const LatticePlace& direction : directions(dimension_)) {
    std::vector<int64_t> at;
    for (size_t i = 0; i < sample.keys.size(); ++i) at.push_back(product(direction, sample.place(i)));
    const int64_t low = quantile(at, kOutside);
    slabs_.push_back({direction, low, quantile(std::move(at), 1 - kOutside)});
  }
}

bool InnerHull::holds(const LatticePlace& place) const {
  return std::ranges::all_of(slabs_, [&](const Slab& slab) {
    const int64_t at = product(slab.direction, place);
    return at >= slab.low && at <= slab.high;
  });
}

int64_t InnerHull::squaredDiagonal() const {
  int64_t square = 0;
  for (int k = 0; k < 3; ++k) square += (extent(k) - 1) * (extent(k) - 1);
  return square;
}

}  // namespace arete
