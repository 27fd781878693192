// Points that are strewn evenly over a cloud: how many, by its quietest parts, wherever it lies and whichever way it is turned. Source: radius.
#pragma once

#include <cstdint>
#include <vector>

#include "compute/network/radius/lattice_sample.h"

namespace arete {

/// Where a sample is: between the outermost places along directions that are spread over all, but for a few places at each end.
class InnerHull {
 public:
  explicit InnerHull(const LatticeSample& sample);

  bool holds(const shared::LatticePlace& place) const;
  /// The box around it; 0 and 1 on an axis that there is not.
  int64_t low(int k) const { return k < dimension_ ? slabs_[size_t(k)].low : 0; }
  int64_t extent(int k) const { return k < dimension_ ? slabs_[size_t(k)].high - slabs_[size_t(k)].low + 1 : 1; }
  /// Less one of each axis: 0 of a single place.
  int64_t squaredDiagonal() const;

 private:
  struct Slab {
    shared::LatticePlace direction;
    int64_t low, high;
  };

  int dimension_ = 0;        // 0 where there is no place
  std::vector<Slab> slabs_;  // the first ones are of the axes
};

struct Strewn {
  double density = 0;  ///< in a unit of volume, an area in the plane
  double share = 0;    ///< of the places
};

/// By the lower quartile of equal cells of the hull, empty ones too: curves leave most of them to the background. None where cells are few.
Strewn strewnIn(const LatticeSample& sample, const InnerHull& hull);

}  // namespace arete
