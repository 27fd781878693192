#include "compute/cpu/grid/cell_grid.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace arete::cpu {

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
  std::vector<double> sample(size);
  for (uint32_t i = 0; i < size; ++i) sample[i] = double(points.at(size_t(uint64_t(points.count) * i / size), axis));
  const auto cut = ptrdiff_t(size / kTrimmed);
  std::nth_element(sample.begin(), sample.begin() + cut, sample.end());
  const double low = sample[size_t(cut)];
  std::nth_element(sample.begin(), sample.end() - 1 - cut, sample.end());
  const double high = sample[sample.size() - 1 - size_t(cut)];
  const double widened = high - low + kWidenedCells * edge;
  return {axis, low - widened, high + widened};
}

template <class T>
void tighten(const PointsView<T>& points, const Bounds* bounds, Spread& spread) {
  if (bounds != nullptr) {
    spread.low = std::max(spread.low, bounds->minimum[size_t(spread.axis)]);
    spread.high = std::min(spread.high, bounds->maximum[size_t(spread.axis)]);
    return;
  }
  T low = points.at(0, spread.axis), high = low;
  for (uint32_t i = 1; i < points.count; ++i) {
    const T x = points.at(i, spread.axis);
    low = x < low ? x : low;
    high = x > high ? x : high;
  }
  spread.low = std::max(spread.low, double(low));
  spread.high = std::min(spread.high, double(high));
}

}  // namespace

template <class T>
CellGrid::CellGrid(const PointsView<T>& points, double edge, const Bounds* bounds) {
  if (points.count == 0) return;
  std::vector<Spread> spreads;
  for (int k = 0; k < points.dimension; ++k) spreads.push_back(spreadOf(points, k, edge));
  axes_ = std::min(points.dimension, kGridAxes);
  if (points.dimension > axes_)
    std::stable_sort(spreads.begin(), spreads.end(), [](const Spread& a, const Spread& b) { return a.high - a.low > b.high - b.low; });
  for (int a = 0; a < axes_; ++a) {
    Spread& spread = spreads[size_t(a)];
    tighten(points, bounds, spread);
    axis_[a] = spread.axis;
    origin_[a] = spread.low;
    const double extent = spread.high - spread.low;
    const bool tooMany = extent / edge >= kLargestCount - 1;  // then longer cells: clamping instead would crowd the border
    inverseEdge_[a] = tooMany ? (kLargestCount - 1) / extent : 1 / edge;
    count_[a] = tooMany ? kLargestCount : uint32_t(extent * inverseEdge_[a]) + 1;
    last_[a] = std::nextafter(double(count_[a]), 0.0);
  }
}

template <class T>
bool CellGrid::suits(double radius) {
  constexpr double kSmallest = sizeof(T) == 4 ? 1e-12 : 1e-140, kLargest = sizeof(T) == 4 ? 1e18 : 1e150;
  return radius >= kSmallest && radius <= kLargest;
}

template CellGrid::CellGrid(const PointsView<float>&, double, const Bounds*);
template CellGrid::CellGrid(const PointsView<double>&, double, const Bounds*);
template bool CellGrid::suits<float>(double);
template bool CellGrid::suits<double>(double);

}  // namespace arete::cpu
