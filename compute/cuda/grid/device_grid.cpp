#include "compute/cuda/grid/device_grid.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace arete::cuda {

namespace {

struct Spread {
  int axis;
  double low, high;
};

/// Where the bulk of the points lies along an axis: the middle 98 % of an evenly strided sample, widened by its own length and some
/// cells on both sides. What is still outside is a few strays, which may crowd in the border cells.
template <class T>
Spread spreadOf(const PointsView<T>& points, int axis, double edge) {
  constexpr uint32_t kSample = 512, kTrimmed = 100;
  constexpr double kWidenedCells = 64;
  const uint32_t size = std::min(points.count, kSample);
  std::array<double, kSample> sample;
  for (uint32_t i = 0; i < size; ++i) sample[i] = double(points.at(size_t(uint64_t(points.count) * i / size), axis));
  const auto begin = sample.begin(), end = begin + size;
  const auto cut = ptrdiff_t(size / kTrimmed);
  std::nth_element(begin, begin + cut, end);
  const double low = begin[cut];
  std::nth_element(begin, end - 1 - cut, end);
  const double high = *(end - 1 - cut), widened = high - low + kWidenedCells * edge;
  return {axis, low - widened, high + widened};
}

template <class T>
void tighten(const PointsView<T>& points, const Bounds* bounds, Spread& spread) {
  double low = double(points.at(0, spread.axis)), high = low;
  if (bounds != nullptr) low = bounds->minimum[size_t(spread.axis)], high = bounds->maximum[size_t(spread.axis)];
  else
    for (uint32_t i = 1; i < points.count; ++i)
      low = std::min(low, double(points.at(i, spread.axis))), high = std::max(high, double(points.at(i, spread.axis)));
  spread.low = std::max(spread.low, low);
  spread.high = std::min(spread.high, high);
  if (spread.low > spread.high) spread.low = low, spread.high = high;  // a part of a cloud that lies outside the bulk of that
}

}  // namespace

template <class T>
DeviceGrid makeGrid(const PointsView<T>& points, double edge, const Bounds* bounds) {
  DeviceGrid grid;
  std::vector<Spread> spreads;
  for (int k = 0; k < points.dimension; ++k) spreads.push_back(spreadOf(points, k, edge));
  grid.axes = std::min(points.dimension, kGridAxes);
  if (points.dimension > grid.axes)
    std::stable_sort(spreads.begin(), spreads.end(), [](const Spread& a, const Spread& b) { return a.high - a.low > b.high - b.low; });
  for (int a = 0; a < grid.axes; ++a) {
    Spread& spread = spreads[size_t(a)];
    tighten(points, bounds, spread);
    const double extent = spread.high - spread.low;
    const bool tooMany = extent / edge >= DeviceGrid::kLargestCount - 1;  // then longer cells: clamping instead would crowd the border
    grid.axis[a] = spread.axis;
    grid.origin[a] = spread.low;
    grid.inverseEdge[a] = tooMany ? (DeviceGrid::kLargestCount - 1) / extent : 1 / edge;
    grid.count[a] = tooMany ? DeviceGrid::kLargestCount : uint32_t(extent * grid.inverseEdge[a]) + 1;
    grid.last[a] = std::nextafter(double(grid.count[a]), 0.0);
  }
  return grid;
}
template DeviceGrid makeGrid(const PointsView<float>&, double, const Bounds*);
template DeviceGrid makeGrid(const PointsView<double>&, double, const Bounds*);

DeviceGrid makeGrid(const PointCloud& cloud, double edge) {
  return withScalarType(cloud.scalar(), [&]<class T>() { return makeGrid(cloud.sampled().view<T>(), edge, &cloud.bounds()); });
}

}  // namespace arete::cuda
