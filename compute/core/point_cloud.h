// The input of everything: immutable points, re-centred on a double origin, plus named attributes.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "compute/core/attribute_values.h"
#include "compute/core/kept.h"
#include "compute/core/point_array.h"

namespace arete {

/// A scalar per point, kept from the file: intensity, class, time, a colour channel.
struct Attribute {
  std::string name;
  AttributeValues values;  ///< one per point; NaN where the file has none
};

/// What these take of each point in memory.
size_t bytesOfEach(std::span<const Attribute> attributes);

/// Axis-aligned bounds of finite points; empty clouds have minimum = maximum = 0.
struct Bounds {
  std::array<double, kMaxDimension> minimum{};
  std::array<double, kMaxDimension> maximum{};

  double extent(int k) const { return maximum[size_t(k)] - minimum[size_t(k)]; }
  /// Length of the diagonal over the first `dimension` axes.
  double diagonal(int dimension) const;
};

/// Cheap to copy: points and attributes are shared and never change. File coordinates are local coordinates + origin().
class PointCloud {
 public:
  using Origin = std::array<double, kMaxDimension>;

  PointCloud() = default;
  /// Every coordinate must be finite; throws Error(badInput) naming the first point that is not.
  explicit PointCloud(PointArray points, Origin origin = {}, std::vector<Attribute> attributes = {});
  /// Re-centres rows of file coordinates. Per axis: where the middle of the bounds is over 8 extents from zero, or over 10 000 units with an
  /// extent of at most 1e12, the origin is that middle rounded to an integer, else 0. Without a `scalar` the type is chosen
  /// (compute/core/distance_range.h): float, unless that would move a coordinate by more than 0.0005 units (UTM metres keep their millimetres)
  /// or a millionth of the extent, or would change distances by underflow or overflow. Throws like the constructor, and Error(badInput) where
  /// distances are out of the type's range.
  static PointCloud recentred(std::span<const double> rows, int dimension, std::optional<Scalar> scalar = {}, std::vector<Attribute> attributes = {});

  /// Local points whose distances are known to be in range of their type: what chooseScalar (compute/core/distance_range.h) said of them. `bounds`:
  /// theirs, RowSurvey::localBounds().
  static PointCloud inRange(PointArray points, Origin origin, const Bounds& bounds, std::vector<Attribute> attributes);
  static PointCloud inRange(PointArray points, Origin origin, std::vector<Attribute> attributes);

  /// `count` points of `whole` in row layout, which `make` gathers when their coordinates are first needed; a GPU that gathers its own copy
  /// never needs them. `bounds` contain them, and may be wider.
  static PointCloud part(const PointCloud& whole, uint32_t count, const Bounds& bounds, std::function<PointArray()> make);

  /// What recentred() decides, for clouds that are never completely in memory: the origin for rows within `bounds`.
  static Origin originFor(const Bounds& bounds, int dimension);

  uint32_t size() const { return points_->size(); }
  bool empty() const { return size() == 0; }
  int dimension() const { return points_->dimension(); }
  Scalar scalar() const { return points_->scalar(); }
  Layout layout() const { return points_->layout(); }
  const PointArray& points() const { return made(); }
  /// The cloud's identity, shared by copies. The coordinates of a part may be missing.
  const std::shared_ptr<const PointArray>& sharedPoints() const { return points_; }
  template <class T>
  PointsView<T> view() const {
    return made().view<T>();
  }
  /// The nearest cloud whose points are in memory: this one, or the one that it is a part of.
  const PointCloud& sampled() const;

  const Origin& origin() const { return origin_; }
  const Bounds& bounds() const { return bounds_; }  ///< in local coordinates
  std::span<const Attribute> attributes() const { return *attributes_; }
  /// Whether squared distances keep their bits in the coordinate type (compute/core/distance_range.h). Always true for a cloud from a file.
  bool distancesInRange() const { return distancesInRange_; }
  /// What was derived from the points; shared by copies.
  const Kept& kept() const { return *kept_; }

  PointCloud withLayout(Layout layout) const;
  PointCloud withScalar(Scalar scalar) const;

 private:
  struct Deferred;
  struct Unmeasured {};
  PointCloud(PointArray points, Origin origin, std::vector<Attribute> attributes, Unmeasured);
  const PointArray& made() const {
    if (deferred_) makePoints();
    return *points_;
  }
  void makePoints() const;

  std::shared_ptr<Deferred> deferred_;  // of a part
  std::shared_ptr<const PointArray> points_ = std::make_shared<PointArray>();
  std::shared_ptr<const std::vector<Attribute>> attributes_ = std::make_shared<std::vector<Attribute>>();
  std::shared_ptr<const Kept> kept_ = std::make_shared<Kept>();
  Origin origin_{};
  Bounds bounds_{};
  bool distancesInRange_ = true;
};

}  // namespace arete
