#include "compute/cuda/grid/device_grid.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace arete::cuda {

namespace {

struct Spread {
  int axis;
  double low, high;  // the middle 98 % of a sample
};

template <class T>
Spread spreadOf(const PointsView<T>& points, int axis) {
  constexpr uint32_t kSample = 512, kTrimmed = 100;
  const uint32_t size = std::min(points.count, kSample);
  std::vector<double> sample(size);
  for (uint32_t i = 0; i < size; ++i) sample[i] = double(points.at(size_t(uint64_t(points.count) * i / size), axis));
  std::sort(sample.begin(), sample.end());
  const size_t cut = size / kTrimmed;
  return {axis, sample[cut], sample[size - 1 - cut]};
}

}  // namespace

DeviceGrid makeGrid(const PointCloud& cloud, double edge) {
  std::vector<Spread> spreads;
  withScalarType(cloud.scalar(), [&]<class T>() {
    for (int k = 0; k < cloud.dimension(); ++k) spreads.push_back(spreadOf(cloud.view<T>(), k));
  });
  DeviceGrid grid;
  grid.axes = std::min(cloud.dimension(), kGridAxes);
  grid.inverseEdge = 1 / edge;
  if (cloud.dimension() > grid.axes)
    std::stable_sort(spreads.begin(), spreads.end(), [](const Spread& a, const Spread& b) { return a.high - a.low > b.high - b.low; });
  for (int a = 0; a < grid.axes; ++a) {
    const Spread& spread = spreads[size_t(a)];
    const double middle = spread.low + (spread.high - spread.low) / 2, reach = DeviceGrid::kLargestCount / 2 * edge;
    const double low = std::max(middle - reach, cloud.bounds().minimum[size_t(spread.axis)]);
    const double high = std::min(middle + reach, cloud.bounds().maximum[size_t(spread.axis)]);
    const double cells = (high - low) * grid.inverseEdge;
    grid.axis[a] = spread.axis;
    grid.origin[a] = low;
    grid.count[a] = cells >= DeviceGrid::kLargestCount - 1 ? DeviceGrid::kLargestCount : uint32_t(cells) + 1;
    grid.last[a] = std::nextafter(double(grid.count[a]), 0.0);
  }
  return grid;
}

}  // namespace arete::cuda
