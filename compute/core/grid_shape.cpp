#include "compute/core/grid_shape.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace arete {

namespace {

struct Spread {
  int axis;
  double low, high;
};

/// The bulk of the points along an axis: the middle 98 % of an evenly strided sample, widened by its own length and some
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
Spread within(const PointsView<T>& points, const Bounds* bounds, const Spread& spread) {
  double low, high;
  if (bounds != nullptr) {
    low = bounds->minimum[size_t(spread.axis)];
    high = bounds->maximum[size_t(spread.axis)];
  } else {
    T least = points.at(0, spread.axis), most = least;
    for (uint32_t i = 1; i < points.count; ++i) {
      const T x = points.at(i, spread.axis);
      least = x < least ? x : least;
      most = x > most ? x : most;
    }
    low = double(least), high = double(most);
  }
  const Spread tight{spread.axis, std::max(spread.low, low), std::min(spread.high, high)};
  return tight.low <= tight.high ? tight : Spread{spread.axis, low, high};  // else: a part of a cloud, outside the bulk of that cloud
}

}  // namespace

template <class T>
GridShape gridShape(const PointsView<T>& points, double edge, const Bounds* bounds) {
  GridShape shape;
  std::vector<Spread> spreads;
  for (int k = 0; k < points.dimension; ++k) spreads.push_back(spreadOf(points, k, edge));
  shape.axes = std::min(points.dimension, GridShape::kAxes);
  if (points.dimension > shape.axes)
    std::stable_sort(spreads.begin(), spreads.end(), [](const Spread& a, const Spread& b) { return a.high - a.low > b.high - b.low; });
  for (size_t a = 0; a < size_t(shape.axes); ++a) {
    const Spread spread = within(points, bounds, spreads[a]);
    const double extent = spread.high - spread.low;
    const bool tooMany = extent / edge >= GridShape::kLargestCount - 1;  // then cells are made longer: clamping would crowd the border
    shape.axis[a] = spread.axis;
    shape.origin[a] = spread.low;
    shape.inverseEdge[a] = tooMany ? (GridShape::kLargestCount - 1) / extent : 1 / edge;
    shape.count[a] = tooMany ? GridShape::kLargestCount : uint32_t(extent * shape.inverseEdge[a]) + 1;
    shape.last[a] = std::nextafter(double(shape.count[a]), 0.0);
  }
  return shape;
}
template GridShape gridShape(const PointsView<float>&, double, const Bounds*);
template GridShape gridShape(const PointsView<double>&, double, const Bounds*);

}  // namespace arete
