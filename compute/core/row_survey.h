// One pass over rows of coordinates, from which the origin and the coordinate type of a cloud are chosen.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

#include "compute/core/one_zero.h"
#include "compute/core/point_cloud.h"

namespace arete {

class RowSurvey {
 public:
  /// `origin`: is subtracted from the rows to get local coordinates.
  explicit RowSurvey(int dimension, const PointCloud::Origin& origin = {});

  /// Adds whole rows. Of coordinates that are not finite it is only known that there is one.
  void add(std::span<const double> rows);
  /// The same for floats, which need half the registers. Only for a survey without an origin.
  void add(std::span<const float> rows);
  /// What another survey with the same dimension and origin saw.
  void add(const RowSurvey& other);
  /// The local coordinates of whole rows, as many as `local` has room for. Zero has no sign (withOneZero()): a small number may round to −0 as well.
  template <class T>
  void toLocal(std::span<const double> rows, std::span<T> local) const {
    const size_t block = kBlockRows * stride_;
    for (size_t i = 0; i < local.size(); i += block)
      for (size_t j = 0, end = std::min(block, local.size() - i); j < end; ++j) local[i + j] = withOneZero(T(rows[i + j] - origins_[j]));
  }
  /// The survey of the same rows moved to `origin`, which must be that of their bounds (PointCloud::originFor), without looking at them
  /// again. For axes with an origin the error is a bound. Only for a survey without an origin.
  RowSurvey seenFrom(const PointCloud::Origin& origin) const;
  /// Without the axes from `dimension` on.
  void drop(int dimension) { dimension_ = dimension; }

  int dimension() const { return dimension_; }
  uint64_t count() const { return count_; }
  /// Whether all coordinates are finite.
  bool isFinite() const;
  const PointCloud::Origin& origin() const { return origin_; }
  /// Bounds of the rows as they were added.
  const Bounds& bounds() const { return bounds_; }
  /// Extent of the bounds along an axis.
  double largestExtent() const;
  /// The size of the largest local coordinate.
  double largest() const;
  /// Bounds of the rows, moved and rounded to `scalar` as toLocal() rounds them: rounding keeps the order.
  Bounds localBounds(Scalar scalar) const;
  /// The size of the smallest local coordinate that is not 0; infinity where there is none. Only for axes without an origin: on the others local
  /// coordinates are multiples of 2^-53, as integers are subtracted from numbers far from zero, and both types hold their squares.
  double smallest() const;
  /// How far rounding to float moves a local coordinate at most.
  double largestError() const;

 private:
  // Rows are processed in blocks of kBlockRows as flat arrays, so that the compiler can use vector registers in any dimension: element j
  // of a block belongs to axis j mod d.
  static constexpr size_t kBlockRows = 16;
  template <class T>
  using LanesOf = std::array<T, kBlockRows * kMaxDimension>;
  using Lanes = LanesOf<double>;
  template <bool kMoved>
  void addBlocks(std::span<const double> rows);
  void gather();

  int dimension_;
  size_t stride_;
  uint64_t count_ = 0;
  PointCloud::Origin origin_;
  Lanes origins_, low_, high_, smallest_, error_;
  LanesOf<uint64_t> notNumbers_{};  // not 0 where there is a NaN; bounds show the infinite
  Bounds bounds_{};
  std::array<double, kMaxDimension> smallestOf_, errorOf_{};  // by axis
};

}  // namespace arete
