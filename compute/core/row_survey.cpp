#include "compute/core/row_survey.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace arete {

static constexpr double kInfinity = std::numeric_limits<double>::infinity();

RowSurvey::RowSurvey(int dimension, const PointCloud::Origin& origin) : dimension_(dimension), stride_(size_t(dimension)), origin_(origin) {
  for (size_t j = 0; j < origins_.size(); ++j) origins_[j] = origin[j % stride_];
  low_.fill(kInfinity);
  high_.fill(-kInfinity);
  smallest_.fill(kInfinity);
  error_.fill(0);
  smallestOf_.fill(kInfinity);
}

template <bool kMoved>
void RowSurvey::addBlocks(std::span<const double> rows) {
  const size_t block = kBlockRows * stride_;
  for (size_t i = 0; i < rows.size(); i += block)
    for (size_t j = 0, end = std::min(block, rows.size() - i); j < end; ++j) {
      const double x = rows[i + j], local = kMoved ? x - origins_[j] : x;
      const double size = std::abs(local), present = size > 0 ? size : kInfinity, error = std::abs(local - double(float(local)));
      low_[j] = x < low_[j] ? x : low_[j];
      high_[j] = x > high_[j] ? x : high_[j];
      smallest_[j] = present < smallest_[j] ? present : smallest_[j];
      error_[j] = error > error_[j] ? error : error_[j];
      notNumbers_[j] |= uint64_t(x != x);
    }
}

void RowSurvey::add(std::span<const double> rows) {
  if (origin_ == PointCloud::Origin{}) addBlocks<false>(rows);
  else addBlocks<true>(rows);
  count_ += rows.size() / stride_;
  if (count_ > 0) gather();
}

namespace {

/// What floats have shown, by their place in a block.
template <size_t kLanes>
struct FloatLanes {
  std::array<float, kLanes> low, high, smallest;
  std::array<uint32_t, kLanes> notNumbers{};
};

template <size_t kLanes>
[[gnu::always_inline]] inline void lookAt(std::span<const float> rows, size_t block, FloatLanes<kLanes>& lanes) {
  constexpr float kNone = std::numeric_limits<float>::infinity();
  for (size_t i = 0; i < rows.size(); i += block)
    for (size_t j = 0, end = std::min(block, rows.size() - i); j < end; ++j) {
      const float x = rows[i + j], size = std::abs(x), present = size > 0 ? size : kNone;
      lanes.low[j] = x < lanes.low[j] ? x : lanes.low[j];
      lanes.high[j] = x > lanes.high[j] ? x : lanes.high[j];
      lanes.smallest[j] = present < lanes.smallest[j] ? present : lanes.smallest[j];
      lanes.notNumbers[j] |= uint32_t(x != x);
    }
}

template <size_t kLanes>
void portable(std::span<const float> rows, size_t block, FloatLanes<kLanes>& lanes) {
  lookAt(rows, block, lanes);
}
#if defined(__x86_64__)
template <size_t kLanes>
[[gnu::target("avx2")]] void avx2(std::span<const float> rows, size_t block, FloatLanes<kLanes>& lanes) {
  lookAt(rows, block, lanes);
}
#endif

/// A million points that come from Python are looked at in half the time by registers of twice the width; the numbers are the same.
template <size_t kLanes>
auto forThisProcessor() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2")) return avx2<kLanes>;
#endif
  return portable<kLanes>;
}

}  // namespace

void RowSurvey::add(std::span<const float> rows) {
  constexpr float kNone = std::numeric_limits<float>::infinity();
  constexpr size_t kLanes = kBlockRows * kMaxDimension;
  static const auto look = forThisProcessor<kLanes>();
  FloatLanes<kLanes> lanes;
  lanes.low.fill(kNone);
  lanes.high.fill(-kNone);
  lanes.smallest.fill(kNone);
  const size_t block = kBlockRows * stride_;
  look(rows, block, lanes);
  for (size_t j = 0; j < block; ++j) {
    low_[j] = std::min(low_[j], double(lanes.low[j]));
    high_[j] = std::max(high_[j], double(lanes.high[j]));
    smallest_[j] = std::min(smallest_[j], double(lanes.smallest[j]));
    notNumbers_[j] |= lanes.notNumbers[j];
  }
  count_ += rows.size() / stride_;
  if (count_ > 0) gather();
}

void RowSurvey::add(const RowSurvey& other) {
  if (other.count_ == 0) return;
  for (size_t k = 0; k < stride_; ++k) {
    low_[k] = std::min(low_[k], other.bounds_.minimum[k]);
    high_[k] = std::max(high_[k], other.bounds_.maximum[k]);
    smallest_[k] = std::min(smallest_[k], other.smallestOf_[k]);
    error_[k] = std::max(error_[k], other.errorOf_[k]);
  }
  for (size_t j = 0; j < notNumbers_.size(); ++j) notNumbers_[j] |= other.notNumbers_[j];
  count_ += other.count_;
  gather();
}

/// Combines the lanes of each axis.
void RowSurvey::gather() {
  for (size_t j = 0; j < kBlockRows * stride_; ++j) {
    const size_t k = j % stride_;
    bounds_.minimum[k] = j < stride_ ? low_[j] : std::min(bounds_.minimum[k], low_[j]);
    bounds_.maximum[k] = j < stride_ ? high_[j] : std::max(bounds_.maximum[k], high_[j]);
    smallestOf_[k] = std::min(smallestOf_[k], smallest_[j]);
    errorOf_[k] = std::max(errorOf_[k], error_[j]);
  }
}

RowSurvey RowSurvey::seenFrom(const PointCloud::Origin& origin) const {
  RowSurvey moved(dimension_, origin);
  moved.count_ = count_;
  moved.bounds_ = bounds_;
  for (size_t k = 0; k < size_t(dimension_); ++k) {
    moved.smallestOf_[k] = smallestOf_[k];
    const double farthest = std::max(std::abs(bounds_.minimum[k] - origin[k]), std::abs(bounds_.maximum[k] - origin[k]));
    const double halfLastPlace = farthest > 0 ? std::ldexp(1.0, std::ilogb(farthest) - std::numeric_limits<float>::digits) : 0;
    moved.errorOf_[k] = origin[k] == 0 ? errorOf_[k] : halfLastPlace;
  }
  return moved;
}

bool RowSurvey::isFinite() const {
  for (size_t k = 0; k < size_t(dimension_); ++k)
    if (count_ > 0 && !(bounds_.minimum[k] > -kInfinity && bounds_.maximum[k] < kInfinity)) return false;
  return std::ranges::all_of(notNumbers_, [](uint64_t bits) { return bits == 0; });
}

double RowSurvey::largestExtent() const {
  double largest = 0;
  for (int k = 0; k < dimension_; ++k) largest = std::max(largest, bounds_.extent(k));
  return largest;
}

double RowSurvey::largest() const {
  double largest = 0;
  for (size_t k = 0; k < size_t(dimension_); ++k)
    largest = std::max({largest, std::abs(bounds_.minimum[k] - origin_[k]), std::abs(bounds_.maximum[k] - origin_[k])});
  return largest;
}

Bounds RowSurvey::localBounds(Scalar scalar) const {
  Bounds local;
  if (count_ == 0) return local;
  const auto moved = [&](double x, size_t k) { return (scalar == Scalar::float32 ? double(float(x - origin_[k])) : x - origin_[k]) + 0.0; };  // no −0
  for (size_t k = 0; k < size_t(dimension_); ++k) {
    local.minimum[k] = moved(bounds_.minimum[k], k);
    local.maximum[k] = moved(bounds_.maximum[k], k);
  }
  return local;
}

double RowSurvey::smallest() const {
  double smallest = kInfinity;
  for (size_t k = 0; k < size_t(dimension_); ++k)
    if (origin_[k] == 0) smallest = std::min(smallest, smallestOf_[k]);
  return smallest;
}

double RowSurvey::largestError() const { return *std::max_element(errorOf_.begin(), errorOf_.begin() + dimension_); }

}  // namespace arete
