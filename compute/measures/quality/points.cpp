#include "compute/measures/quality/points.h"

#include <algorithm>
#include <compare>
#include <numeric>

namespace arete::cpu {

DistinctPoints distinctPoints(std::span<const double> points, size_t d) {
  std::vector<uint32_t> order(points.size() / d);
  std::iota(order.begin(), order.end(), 0u);
  const auto compare = [&](uint32_t a, uint32_t b) {
    const double *pa = &points[a * d], *pb = &points[b * d];
    return std::lexicographical_compare_three_way(pa, pa + d, pb, pb + d);
  };
  std::sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
    const auto way = compare(a, b);
    return way != 0 ? way < 0 : a < b;
  });
  DistinctPoints distinct;
  distinct.of.resize(order.size());
  for (uint32_t row : order) {
    if (distinct.rows.empty() || compare(distinct.rows.back(), row) != 0) distinct.rows.push_back(row);
    distinct.of[row] = uint32_t(distinct.rows.size()) - 1;
  }
  return distinct;
}

SegmentTree treeOfPoints(std::span<const double> points, size_t d) {
  std::vector<double> pieces;
  pieces.reserve(2 * points.size());
  for (size_t i = 0; i < points.size(); i += d)
    for (int end = 0; end < 2; ++end) pieces.insert(pieces.end(), points.begin() + ptrdiff_t(i), points.begin() + ptrdiff_t(i + d));
  return SegmentTree(std::move(pieces), int(d));
}

double squaredDistance(const double* a, const double* b, size_t d) {
  double sum = 0;
  for (size_t k = 0; k < d; ++k) sum += (a[k] - b[k]) * (a[k] - b[k]);
  return sum;
}

}  // namespace arete::cpu
