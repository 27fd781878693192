// Where the cells of a grid over points lie: the same numbers for the grids of every backend (compute/chains/grid).
#pragma once

#include <array>
#include <cstdint>

#include "compute/core/point_cloud.h"

namespace arete {

/// The grid covers at most three axes, those along which the points spread the most.
struct GridShape {
  static constexpr int kAxes = 3;
  static constexpr uint32_t kLargestCount = 1u << 20;  ///< cells per axis; where the points spread over more, cells are longer

  int axes = 0;
  std::array<int, kAxes> axis{};            ///< of the points
  std::array<double, kAxes> origin{};       ///< lower end of the box
  std::array<double, kAxes> inverseEdge{};  ///< cells per unit
  std::array<uint32_t, kAxes> count{1, 1, 1};
  std::array<double, kAxes> last{};  ///< largest position in cells, just below `count`
};

/// Cells of length `edge` over the bulk of the points (at least one); strays share the cells at the border. `bounds`: of the points,
/// or of the cloud that they are a sample or a part of, where known already; else they are computed.
template <class T>
GridShape gridShape(const PointsView<T>& points, double edge, const Bounds* bounds);

/// Whether radii can be compared in T without the squares of what is compared leaving the normal range, so that margins and neighbourhoods
/// hold. Other radii are left to the reference versions.
template <class T>
constexpr bool gridSuits(double radius) {
  constexpr double kSmallest = sizeof(T) == 4 ? 1e-12 : 1e-140, kLargest = sizeof(T) == 4 ? 1e18 : 1e150;
  return radius >= kSmallest && radius <= kLargest;
}

}  // namespace arete
