#include "compute/cpu/grid/cell_grid.h"

#include "compute/core/grid_shape.h"

namespace arete::cpu {

static_assert(kGridAxes == GridShape::kAxes && CellGrid::kLargestCount == GridShape::kLargestCount);

template <class T>
CellGrid::CellGrid(const PointsView<T>& points, double edge, const Bounds* bounds) {
  if (points.count == 0) return;
  const GridShape shape = gridShape(points, edge, bounds);
  axes_ = shape.axes;
  axis_ = shape.axis;
  origin_ = shape.origin;
  last_ = shape.last;
  count_ = shape.count;
  inverseEdge_ = shape.inverseEdge;
}

template <class T>
bool CellGrid::suits(double radius) {
  return gridSuits<T>(radius);
}

template CellGrid::CellGrid(const PointsView<float>&, double, const Bounds*);
template CellGrid::CellGrid(const PointsView<double>&, double, const Bounds*);
template bool CellGrid::suits<float>(double);
template bool CellGrid::suits<double>(double);

}  // namespace arete::cpu
