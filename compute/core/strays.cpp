#include "compute/core/strays.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace arete {

namespace {

constexpr size_t kFewest = 10, kSample = 4096;
constexpr double kFar = 20;  // in widths of the box around most points

/// Rows of local coordinates, evenly spread over the cloud.
std::vector<double> sampleOf(const PointCloud& cloud) {
  const size_t n = cloud.size(), count = std::min(n, kSample);
  std::vector<double> rows;
  rows.reserve(count * size_t(cloud.dimension()));
  for (size_t i = 0; i < count; ++i)
    for (int k = 0; k < cloud.dimension(); ++k) rows.push_back(cloud.points().coordinate(uint32_t(uint64_t(i) * n / count), k));
  return rows;
}

bool isWithin(const Bounds& bounds, int dimension, const std::array<double, kMaxDimension>& low, const std::array<double, kMaxDimension>& high,
              double margin) {
  for (size_t k = 0; k < size_t(dimension); ++k)
    if (bounds.minimum[k] < low[k] - margin || bounds.maximum[k] > high[k] + margin) return false;
  return true;
}

}  // namespace

std::optional<StrayTest> StrayTest::from(std::span<const double> rows, int dimension, const PointCloud::Origin& origin) {
  constexpr size_t kAtEitherEnd = 100;  // one in this number
  const auto d = size_t(dimension);
  const size_t count = rows.size() / d;
  StrayTest test;
  test.dimension_ = dimension;
  for (size_t k = 0; k < d; ++k) test.zero_[k] = -origin[k];
  std::vector<size_t> used;
  for (size_t i = 0; i < count; ++i)
    if (!test.isZero(&rows[i * d])) used.push_back(i);
  if (2 * used.size() < count) return {};
  if (used.size() < kFewest) return {};
  const size_t cut = std::max<size_t>(1, used.size() / kAtEitherEnd);
  std::vector<double> axis(used.size());
  for (size_t k = 0; k < d; ++k) {
    for (size_t i = 0; i < used.size(); ++i) axis[i] = rows[used[i] * d + k];
    std::ranges::sort(axis);
    test.low_[k] = axis[cut];
    test.high_[k] = axis[axis.size() - 1 - cut];
    test.width_ = std::max(test.width_, test.high_[k] - test.low_[k]);
  }
  return test.width_ > 0 ? std::optional(test) : std::nullopt;
}

/// The first two of the file's coordinates are exactly 0, as both types hold that.
bool StrayTest::isZero(const double* point) const {
  const auto is = [&](size_t k) { return point[k] == zero_[k] || point[k] == double(float(zero_[k])); };
  return dimension_ > 1 && is(0) && is(1);
}

bool StrayTest::isStray(const double* point) const {
  double away = 0;
  for (size_t k = 0; k < size_t(dimension_); ++k) away = std::max({away, low_[k] - point[k], point[k] - high_[k]});
  return away > kFar * width_ || (away > width_ && isZero(point));
}

bool StrayTest::surelyHas(const Bounds& local) const { return !isWithin(local, dimension_, low_, high_, kFar * width_); }

bool StrayTest::mayHave(const Bounds& local) const {
  bool hasZero = dimension_ > 1;
  for (size_t k = 0; k < 2 && hasZero; ++k) hasZero = local.minimum[k] <= zero_[k] && local.maximum[k] >= zero_[k];
  return surelyHas(local) || (hasZero && !isWithin(local, dimension_, low_, high_, width_));
}

Strays straysOf(const PointCloud& cloud) {
  constexpr size_t kMostShare = 50, kMostZeros = 2;  // one in this number
  Strays strays{{}, cloud.bounds()};
  const int dimension = cloud.dimension();
  if (cloud.size() < kFewest) return strays;
  const auto test = StrayTest::from(sampleOf(cloud), dimension, cloud.origin());
  if (!test || !test->mayHave(cloud.bounds())) return strays;
  Bounds rest;
  rest.minimum.fill(0), rest.maximum.fill(0);
  bool any = false;
  size_t far = 0;
  std::array<double, kMaxDimension> point{};
  for (uint32_t i = 0; i < cloud.size(); ++i) {
    for (int k = 0; k < dimension; ++k) point[size_t(k)] = cloud.points().coordinate(i, k);
    if (test->isStray(point.data())) {
      far += !test->isZero(point.data());
      strays.points.push_back(i);
      continue;
    }
    for (size_t k = 0; k < size_t(dimension); ++k) {
      rest.minimum[k] = any ? std::min(rest.minimum[k], point[k]) : point[k];
      rest.maximum[k] = any ? std::max(rest.maximum[k], point[k]) : point[k];
    }
    any = true;
  }
  if (far > std::max<size_t>(1, cloud.size() / kMostShare) || strays.points.size() > cloud.size() / kMostZeros) return {{}, cloud.bounds()};
  if (!strays.points.empty()) strays.rest = rest;
  return strays;
}

std::optional<CommonPlace> commonPlace(const PointCloud& cloud) {
  constexpr uint32_t kShare = 10, kShareAtZero = 100;  // one in this number
  if (cloud.size() < kFewest) return {};
  const auto d = size_t(cloud.dimension());
  const std::vector<double> rows = sampleOf(cloud);
  std::map<std::vector<double>, size_t> counts;
  for (size_t i = 0; i < rows.size(); i += d) ++counts[{rows.begin() + ptrdiff_t(i), rows.begin() + ptrdiff_t(i + d)}];
  const auto most = std::ranges::max_element(counts, {}, [](const auto& each) { return each.second; });
  const std::vector<double>& place = most->first;
  bool zero = true;
  for (size_t k = 0; k < d; ++k) zero = zero && place[k] == -cloud.origin()[k];
  const uint32_t share = zero ? kShareAtZero : kShare;
  if (most->second < 3 || most->second * 2 * share < rows.size() / d) return {};
  CommonPlace found;
  for (uint32_t i = 0; i < cloud.size(); ++i) {
    bool same = true;
    for (size_t k = 0; k < d && same; ++k) same = cloud.points().coordinate(i, int(k)) == place[k];
    if (!same) continue;
    if (found.points++ == 0) found.first = i;
  }
  return found.points >= cloud.size() / share && found.points < cloud.size() ? std::optional(found) : std::nullopt;
}

}  // namespace arete
