// Looks for two points whose squared distance underflow would change (compute/core/distance_range.h).
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "compute/core/point_cloud.h"

namespace arete {

/// Powers of two determined by the type: squares of differences below 2^kTiny are no normal numbers.
template <class T>
struct UnderflowLimits {
  static constexpr int kDigits = std::numeric_limits<T>::digits, kTiny = (std::numeric_limits<T>::min_exponent - 1) / 2;
  /// Coordinates of at least this size differ by 2^kTiny or more, or not at all.
  static inline const double kSmall = std::ldexp(1.0, kTiny + kDigits + 1);
  /// Differences of at least this size hide what is lost from the others.
  static double near(int dimension) { return std::ldexp(1.0, kTiny + (kDigits + 6) / 2 * (std::min(dimension, 4) - 1) + 1); }
};

/// Call keep() with all rows, then compareKept(), then compare() with all rows, each until it says that the answer is known.
template <class T>
class UnderflowSearch {
 public:
  using Pair = std::pair<uint32_t, uint32_t>;

  /// `largest`: size of the largest of the local coordinates; `count`: of the points.
  UnderflowSearch(int dimension, const PointCloud::Origin& origin, double largest, uint64_t count);

  bool keep(std::span<const double> rows);
  bool compareKept();
  bool compare(std::span<const double> rows);

  const std::optional<Pair>& found() const { return found_; }
  bool gaveUp() const { return gaveUp_; }

 private:
  struct Kept {
    double key;
    uint32_t row, point;  // place in rows_, index in the cloud
  };
  static constexpr size_t kMostKept = size_t(1) << 22;  // coordinates

  bool known() const { return found_ || gaveUp_; }
  void localRow(const double* row) {
    for (size_t k = 0; k < d_; ++k) local_[k] = T(row[k] - origin_[k]);
  }
  double keyOf(const T* row) const;
  bool isSmall(const T* row) const;
  bool mayBeNear(const T* row) const;
  const T* kept(const Kept& each) const { return &rows_[size_t(each.row) * d_]; }
  void comparePair(const T* a, uint32_t pointA, const T* b, uint32_t pointB);

  size_t d_;
  PointCloud::Origin origin_;
  double near_, window_;  // window_: keys of points that are near each other differ by no more
  uint64_t comparisons_;  // that may still be made
  std::array<T, kMaxDimension> local_{};
  std::vector<T> rows_;
  std::vector<Kept> kept_;
  std::array<double, kMaxDimension> low_, high_;  // bounds of what is kept, widened
  uint32_t nextKept_ = 0, nextCompared_ = 0;
  std::optional<Pair> found_;
  bool gaveUp_ = false;
};

extern template class UnderflowSearch<float>;
extern template class UnderflowSearch<double>;

}  // namespace arete
