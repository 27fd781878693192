// Which points lie near a piece of curve: of edges, few of which are near any one point.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "compute/filter/filter.h"

namespace arete {

class TubeTest {
 public:
  explicit TubeTest(FilterTube tube);

  /// Whether a point, as many file coordinates as the tube has, is within its reach.
  bool holds(const double* point) const { return squaredDistance(point) <= tube_.reach * tube_.reach; }
  /// To the nearest of its edges; infinite where that is farther than its reach.
  double squaredDistance(const double* point) const;

 private:
  uint64_t cellOf(const double* point) const;
  bool insideBounds(const double* point) const;

  const FilterTube tube_;
  size_t axes_ = 0;  ///< that the cells divide: at most three
  double width_ = 0;
  std::vector<double> low_, high_;
  std::unordered_map<uint64_t, std::vector<uint32_t>> cells_;  ///< edges that come near a cell
};

}  // namespace arete
