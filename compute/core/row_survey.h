// One pass over rows of coordinates: what the origin and the coordinate type of a cloud are chosen by.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

#include "compute/core/point_cloud.h"

namespace arete {

class RowSurvey {
 public:
  /// `origin`: local coordinates are those of the rows minus it.
  explicit RowSurvey(int dimension, const PointCloud::Origin& origin = {});

  /// Whole rows of finite coordinates.
  void add(std::span<const double> rows);
  /// The local coordinates of whole rows, as many as `local` has room for.
  template <class T>
  void toLocal(std::span<const double> rows, std::span<T> local) const {
    const size_t block = kBlockRows * stride_;
    for (size_t i = 0; i < local.size(); i += block)
      for (size_t j = 0, end = std::min(block, local.size() - i); j < end; ++j) local[i + j] = T(rows[i + j] - origins_[j]);
  }
  /// What is known of the same rows, moved to `origin`, which must be that of their bounds (PointCloud::originFor), without looking at them
  /// again. Of axes with an origin the error is a bound. Only of a survey without an origin.
  RowSurvey seenFrom(const PointCloud::Origin& origin) const;
  /// Without the axes from `dimension` on.
  void drop(int dimension) { dimension_ = dimension; }

  int dimension() const { return dimension_; }
  uint64_t count() const { return count_; }
  const PointCloud::Origin& origin() const { return origin_; }
  /// Of the rows as they were added.
  const Bounds& bounds() const { return bounds_; }
  /// Of the bounds along an axis.
  double largestExtent() const;
  /// The size of the largest local coordinate.
  double largest() const;
  /// The size of the smallest local coordinate that is not 0; infinity where there is none. Of axes without an origin: those with one are whole
  /// numbers away from coordinates so far from zero that local ones are multiples of 2^-53, whose squares both types hold.
  double smallest() const;
  /// By how much rounding to float moves a local coordinate at most.
  double largestError() const;

 private:
  // Rows are gone through in blocks of kBlockRows as flat arrays, so that the compiler can use vector registers in any dimension: element j
  // of a block belongs to axis j mod d.
  static constexpr size_t kBlockRows = 16;
  using Lanes = std::array<double, kBlockRows * kMaxDimension>;
  template <bool kMoved>
  void addBlocks(std::span<const double> rows);
  void gather();

  int dimension_;
  size_t stride_;
  uint64_t count_ = 0;
  PointCloud::Origin origin_;
  Lanes origins_, low_, high_, smallest_, error_;
  Bounds bounds_{};
  std::array<double, kMaxDimension> smallestOf_, errorOf_{};  // by axis
};

}  // namespace arete
