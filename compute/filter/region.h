// An area that points lie in or not: polygons on a plane, and how points come onto it.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

namespace arete {

/// Corners; the last is joined to the first.
using Ring = std::vector<std::array<double, 2>>;

/// Inside is what an odd number of its rings lies around: the first is the border, the others are holes.
struct Polygon {
  std::vector<Ring> rings;
  friend bool operator==(const Polygon&, const Polygon&) = default;
};

struct Region {
  std::vector<Polygon> polygons;  ///< inside of one of them is inside
  /// Three rows of dimension + 1 numbers, the last of a row being added: (u, v, w), and the point is at u/w, v/w where w > 0, else outside.
  /// Empty: x and y.
  std::vector<double> projection;
  bool keep = true;    ///< what is inside; else what is outside
  std::string source;  ///< for reports: the name of a file, "lasso"
  friend bool operator==(const Region&, const Region&) = default;
};

/// Whether the region keeps a point, file coordinates. What lies on a border may be in or out, but always the same.
class RegionTest {
 public:
  RegionTest(const Region& region, size_t dimension);
  bool keeps(const double* point) const;

 private:
  struct Frame {
    double low[2], high[2];
  };
  bool inside(double u, double v) const;

  const Region& region_;
  size_t dimension_;
  std::vector<Frame> frames_;  // around each polygon: most points are decided by these
};

}  // namespace arete
