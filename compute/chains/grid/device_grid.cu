#include "compute/chains/grid/device_grid.cuh"

#include <algorithm>

namespace arete::cuda {

template <class T>
DeviceGrid makeGrid(const PointsView<T>& points, double edge, const Bounds* bounds) {
  const GridShape shape = gridShape(points, edge, bounds);
  DeviceGrid grid;
  grid.axes = shape.axes;
  std::ranges::copy(shape.axis, grid.axis);
  std::ranges::copy(shape.origin, grid.origin);
  std::ranges::copy(shape.last, grid.last);
  std::ranges::copy(shape.count, grid.count);
  std::ranges::copy(shape.inverseEdge, grid.inverseEdge);
  return grid;
}
template DeviceGrid makeGrid(const PointsView<float>&, double, const Bounds*);
template DeviceGrid makeGrid(const PointsView<double>&, double, const Bounds*);

DeviceGrid makeGrid(const PointCloud& cloud, double edge) {
  return withScalarType(cloud.scalar(), [&]<class T>() { return makeGrid(cloud.sampled().view<T>(), edge, &cloud.bounds()); });
}

}  // namespace arete::cuda
