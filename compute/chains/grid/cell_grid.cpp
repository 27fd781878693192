#include "compute/chains/grid/cell_grid.h"

#include "compute/core/grid_shape.h"

namespace arete::cpu {

static_assert(kGridAxes == GridShape::kAxes && CellGrid::kLargestCount == GridShape::kLargestCount);

template <class T>
CellGrid::CellGrid(const PointsView<T>& points, double edge, const Bounds* bounds)
    : CellGrid(points.count == 0 ? GridShape{} : gridShape(points, edge, bounds)) {}

template <class T>
bool CellGrid::suits(double radius) {
  return gridSuits<T>(radius);
}

template CellGrid::CellGrid(const PointsView<float>&, double, const Bounds*);
template CellGrid::CellGrid(const PointsView<double>&, double, const Bounds*);
template bool CellGrid::suits<float>(double);
template bool CellGrid::suits<double>(double);

}  // namespace arete::cpu
