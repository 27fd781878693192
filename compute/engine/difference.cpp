#include "compute/engine/difference.h"

#include <algorithm>
#include <cmath>
#include <compare>
#include <limits>
#include <numeric>

namespace arete {

namespace {

/// Points sorted along the axis on which they spread the most.
class SortedAlong {
 public:
  explicit SortedAlong(const PointArray& points) : points_(points), order_(points.size()) {
    double widest = -1;
    for (int k = 0; k < points.dimension() && !points.empty(); ++k) {
      double low = points.coordinate(0, k), high = low;
      for (uint32_t i = 0; i < points.size(); ++i) low = std::min(low, points.coordinate(i, k)), high = std::max(high, points.coordinate(i, k));
      if (high - low > widest) widest = high - low, axis_ = k;
    }
    std::iota(order_.begin(), order_.end(), 0u);
    std::ranges::sort(order_, {}, [&](uint32_t i) { return points.coordinate(i, axis_); });
  }

  /// Squared distance to the nearest point; infinite when there is none.
  double squaredToNearest(const PointArray& from, uint32_t i) const {
    double best = std::numeric_limits<double>::infinity();
    const double x = from.coordinate(i, axis_);
    const auto place = std::ranges::lower_bound(order_, x, {}, [&](uint32_t other) { return points_.coordinate(other, axis_); });
    const auto look = [&](uint32_t other) {
      const double along = points_.coordinate(other, axis_) - x;
      if (along * along >= best) return false;
      double squared = 0;
      for (int k = 0; k < points_.dimension(); ++k) {
        const double difference = from.coordinate(i, k) - points_.coordinate(other, k);
        squared += difference * difference;
      }
      best = std::min(best, squared);
      return true;
    };
    for (auto up = place; up != order_.end() && look(*up);) ++up;
    for (auto down = place; down != order_.begin() && look(*(down - 1));) --down;
    return best;
  }

 private:
  const PointArray& points_;
  int axis_ = 0;
  std::vector<uint32_t> order_;
};

std::vector<double> distances(const PointArray& from, const PointArray& to, const StageContext& context) {
  constexpr size_t kGrain = 256;
  const SortedAlong sorted(to);
  std::vector<double> result(from.size());
  context.device.threads().forEachRange(from.size(), kGrain, [&](size_t begin, size_t end, int) {
    context.checkStop();
    for (size_t i = begin; i < end; ++i) result[i] = std::sqrt(sorted.squaredToNearest(from, uint32_t(i)));
  });
  return result;
}

/// By coordinates, lexicographically.
std::strong_ordering compared(const PointArray& a, uint32_t i, const PointArray& b, uint32_t j) {
  for (int k = 0; k < a.dimension(); ++k)
    if (const double x = a.coordinate(i, k), y = b.coordinate(j, k); x != y)
      return x < y ? std::strong_ordering::less : std::strong_ordering::greater;
  return std::strong_ordering::equal;
}

std::vector<uint32_t> inOrder(const PointArray& points) {
  std::vector<uint32_t> order(points.size());
  std::iota(order.begin(), order.end(), 0u);
  std::ranges::sort(order, [&](uint32_t i, uint32_t j) { return compared(points, i, points, j) < 0; });
  return order;
}

/// Points of one answer that are also in the other, matched one to one: of several at one place, no more count than the other has there.
uint32_t pairsOfEqual(const PointArray& a, const PointArray& b) {
  const std::vector<uint32_t> ofA = inOrder(a), ofB = inOrder(b);
  uint32_t pairs = 0;
  for (size_t i = 0, j = 0; i < ofA.size() && j < ofB.size();) {
    const auto order = compared(a, ofA[i], b, ofB[j]);
    pairs += order == 0;
    i += order <= 0;
    j += order >= 0;
  }
  return pairs;
}

std::vector<uint32_t> fartherThan(double radius, const std::vector<double>& distances) {
  std::vector<uint32_t> found;
  for (uint32_t i = 0; i < distances.size(); ++i)
    if (distances[i] > radius) found.push_back(i);
  return found;
}

}  // namespace

Difference differenceOf(const PointArray& exact, const PointArray& other, double radius, const StageContext& context) {
  const std::vector<double> toOther = distances(exact, other, context), toExact = distances(other, exact, context);
  Difference difference{.missing = fartherThan(radius, toOther), .extra = fartherThan(radius, toExact), .radius = radius};
  difference.identical = pairsOfEqual(exact, other);
  for (const auto* each : {&toOther, &toExact})
    for (const double distance : *each) difference.hausdorff = std::max(difference.hausdorff, distance);
  if (exact.empty() != other.empty()) difference.hausdorff = std::numeric_limits<double>::quiet_NaN();
  return difference;
}

}  // namespace arete
