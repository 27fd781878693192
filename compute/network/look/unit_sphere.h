// The part of the unit sphere that a cloud covers at most.
#pragma once

#include <array>
#include <vector>

#include "compute/core/point_cloud.h"

namespace arete {

/// What bounds of three coordinates cut out of the unit sphere around zero, as cells whose middles lie within them. Each has a hundredth or less of
/// the width of what is cut out of a face of the cube around the sphere, so small fields and thin bands are seen as finely as the whole sphere.
class SphereField {
 public:
  explicit SphereField(const Bounds& bounds);

  double area() const { return sums_.empty() ? 0 : sums_.back(); }  ///< in steradians, to about a hundredth of it
  /// A place on the sphere by three numbers in [0, 1), spread evenly where these are. Only where there is an area.
  std::array<double, 3> place(double cell, double u, double v) const;

 private:
  /// Where `axis` is the greatest coordinate, with this sign; widths of its cells.
  struct Face {
    int axis;
    double sign, wide, high;
  };
  /// Its middle is at (1, u, v) on the face of the cube.
  struct Cell {
    uint32_t face;
    double u, v;
  };
  struct Range {
    double least, most;
  };
  static Range slopes(Range y, Range x);
  void addFace(const Bounds& bounds, int axis, double sign);

  std::vector<Face> faces_;
  std::vector<Cell> cells_;
  std::vector<double> sums_;  // of their areas, up to each
};

}  // namespace arete
