// What the first way through the rows of a file finds out, so that the second can put them where they stay.
#pragma once

#include <optional>

#include "compute/core/point_cloud.h"

namespace arete {

class RowSurvey {
 public:
  explicit RowSurvey(size_t dimension) : dimension_(dimension) {}

  /// Rows of finite coordinates.
  void add(std::span<const double> rows);

  uint64_t count() const { return count_; }
  /// In file coordinates; all 0 without rows.
  const Bounds& bounds() const { return bounds_; }
  /// The first coordinate whose square, or a sum of such squares, a double cannot hold.
  std::optional<double> tooLarge() const { return tooLarge_; }
  /// Every point has the same third of three coordinates.
  bool flat() const { return dimension_ == 3 && count_ > 1 && bounds_.minimum[2] == bounds_.maximum[2]; }
  /// Whether floats are enough for rows less `origin`, as far as that is known without looking at them again.
  bool floatsSurely(const PointCloud::Origin& origin) const;

 private:
  size_t dimension_;
  uint64_t count_ = 0;
  Bounds bounds_;
  std::optional<double> tooLarge_;
  bool exact_ = true;  // floats are enough without an origin
};

}  // namespace arete
