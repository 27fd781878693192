#include "compute/filter/tube_test.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "compute/core/segment_distance.h"

namespace arete {

static constexpr int kBits = 21;  // of a cell's number along an axis

/// A node without an edge is an edge to itself.
static FilterTube withLoops(FilterTube tube) {
  std::vector<bool> joined(tube.dimension > 0 ? tube.corners.size() / size_t(tube.dimension) : 0);
  for (const auto& [a, b] : tube.edges) joined[a] = joined[b] = true;
  for (uint32_t i = 0; i < joined.size(); ++i)
    if (!joined[i]) tube.edges.push_back({i, i});
  return tube;
}

TubeTest::TubeTest(FilterTube tube) : tube_(withLoops(std::move(tube))) {
  constexpr size_t kMostAxes = 3;
  constexpr double kEdgeCells = 4, kMostCells = 1 << (kBits - 2);
  const auto d = size_t(tube_.dimension);
  axes_ = std::min(d, kMostAxes);
  low_.assign(d, INFINITY), high_.assign(d, -INFINITY);
  double longest = 0, extent = 0;
  const auto at = [&](uint32_t corner) { return tube_.corners.data() + corner * d; };
  for (const auto& [a, b] : tube_.edges) {
    double sum = 0;
    for (size_t k = 0; k < d; ++k) {
      sum += (at(a)[k] - at(b)[k]) * (at(a)[k] - at(b)[k]);
      low_[k] = std::min({low_[k], at(a)[k] - tube_.reach, at(b)[k] - tube_.reach});
      high_[k] = std::max({high_[k], at(a)[k] + tube_.reach, at(b)[k] + tube_.reach});
      extent = std::max(extent, high_[k] - low_[k]);
    }
    longest = std::max(longest, std::sqrt(sum));
  }
  width_ = std::max({2 * tube_.reach, longest / kEdgeCells, extent / kMostCells});
  for (uint32_t e = 0; e < tube_.edges.size(); ++e) {
    const auto [a, b] = tube_.edges[e];
    std::array<int64_t, kMostAxes> first{}, last{};
    for (size_t k = 0; k < axes_; ++k) {
      first[k] = int64_t(std::floor((std::min(at(a)[k], at(b)[k]) - tube_.reach - low_[k]) / width_));
      last[k] = int64_t(std::floor((std::max(at(a)[k], at(b)[k]) + tube_.reach - low_[k]) / width_));
    }
    for (int64_t z = first[2]; z <= last[2]; ++z)
      for (int64_t y = first[1]; y <= last[1]; ++y)
        for (int64_t x = first[0]; x <= last[0]; ++x) cells_[(uint64_t(z) << (2 * kBits)) | (uint64_t(y) << kBits) | uint64_t(x)].push_back(e);
  }
}

bool TubeTest::insideBounds(const double* point) const {
  for (size_t k = 0; k < low_.size(); ++k)
    if (point[k] < low_[k] || point[k] > high_[k]) return false;
  return true;
}

uint64_t TubeTest::cellOf(const double* point) const {
  uint64_t cell = 0;
  for (size_t k = axes_; k-- > 0;) cell = (cell << kBits) | uint64_t(std::floor((point[k] - low_[k]) / width_));
  return cell;
}

double TubeTest::squaredDistance(const double* point) const {
  double least = INFINITY;
  if (!insideBounds(point)) return least;
  const auto found = cells_.find(cellOf(point));
  if (found == cells_.end()) return least;
  const auto d = size_t(tube_.dimension);
  for (const uint32_t e : found->second) {
    const auto [a, b] = tube_.edges[e];
    least = std::min(least, shared::squaredDistanceToSegment(point, tube_.corners.data() + a * d, tube_.corners.data() + b * d, tube_.dimension));
  }
  return least <= tube_.reach * tube_.reach ? least : INFINITY;
}

}  // namespace arete
