#include "compute/filter/region.h"

#include <algorithm>
#include <limits>

namespace arete {

RegionTest::RegionTest(const Region& region, size_t dimension) : region_(region), dimension_(dimension) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  for (const Polygon& polygon : region.polygons) {
    Frame frame{{kInfinity, kInfinity}, {-kInfinity, -kInfinity}};
    for (const Ring& ring : polygon.rings)
      for (const auto& corner : ring)
        for (size_t k = 0; k < 2; ++k) frame.low[k] = std::min(frame.low[k], corner[k]), frame.high[k] = std::max(frame.high[k], corner[k]);
    frames_.push_back(frame);
  }
}

/// How often a ray to the right crosses the ring is odd inside. Edges are half open, so that a corner counts once.
static bool crossesOddly(const Ring& ring, double u, double v) {
  bool odd = false;
  for (size_t i = 0, before = ring.size() - 1; i < ring.size(); before = i++) {
    const auto &a = ring[before], &b = ring[i];
    if ((a[1] > v) == (b[1] > v)) continue;
    if (u < a[0] + (v - a[1]) / (b[1] - a[1]) * (b[0] - a[0])) odd = !odd;
  }
  return odd;
}

bool RegionTest::inside(double u, double v) const {
  for (size_t p = 0; p < frames_.size(); ++p) {
    const Frame& frame = frames_[p];
    if (!(u >= frame.low[0] && u <= frame.high[0] && v >= frame.low[1] && v <= frame.high[1])) continue;
    bool odd = false;
    for (const Ring& ring : region_.polygons[p].rings) odd = odd != (!ring.empty() && crossesOddly(ring, u, v));
    if (odd) return true;
  }
  return false;
}

bool RegionTest::keeps(const double* point) const {
  double u = point[0], v = dimension_ > 1 ? point[1] : 0;
  if (!region_.projection.empty()) {
    double at[3];
    for (size_t row = 0; row < 3; ++row) {
      const double* const m = region_.projection.data() + row * (dimension_ + 1);
      at[row] = m[dimension_];
      for (size_t k = 0; k < dimension_; ++k) at[row] += m[k] * point[k];
    }
    if (!(at[2] > 0)) return !region_.keep;
    u = at[0] / at[2];
    v = at[1] / at[2];
  }
  return inside(u, v) == region_.keep;
}

}  // namespace arete
