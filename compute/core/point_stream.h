// A cloud that is read block by block, any number of times, as it may be too large for memory.
#pragma once

#include <functional>
#include <span>
#include <stop_token>
#include <string>

#include "compute/core/point_cloud.h"

namespace arete {

/// Gives the points of a PointCloud from the same source: the same order, origin, coordinate type and bits.
class PointStream {
 public:
  /// `block`: points in row layout, of dimension() and scalar(); `first`: the number of its first point in the source, the others follow. Numbers
  /// ascend from block to block; those of points that the source leaves out are missing. A block is valid only during the call.
  using Take = std::function<void(const PointArray& block, uint64_t first)>;
  static constexpr uint32_t kBlockPoints = 1 << 14;  ///< of a block at most

  virtual ~PointStream() = default;
  virtual uint64_t size() const = 0;  ///< points that it gives
  virtual int dimension() const = 0;
  virtual Scalar scalar() const = 0;
  virtual PointCloud::Origin origin() const { return {}; }
  /// Two streams with the same non-empty text give the same points. Empty: not known.
  virtual std::string identity() const { return {}; }
  /// A box that contains all points. Reads them all where it is not known.
  virtual Bounds bounds(const std::stop_token& stop) const;
  /// Gives all points with numbers from `first` on in order. Throws Cancelled, what `take` throws, and Error when the source cannot be read or has
  /// changed.
  virtual void read(uint64_t first, const Take& take, const std::stop_token& stop) const = 0;
};

/// Points of a stream by their places among those that it gives, which ascend and may repeat. Goes through all of it. Throws what read() throws.
PointArray pointsAt(const PointStream& stream, std::span<const uint64_t> places, const std::stop_token& stop);

/// Points in memory as a stream; they must outlive it.
class ArrayStream final : public PointStream {
 public:
  explicit ArrayStream(const PointArray& points) : points_(points) {}

  uint64_t size() const override { return points_.size(); }
  int dimension() const override { return points_.dimension(); }
  Scalar scalar() const override { return points_.scalar(); }
  void read(uint64_t first, const Take& take, const std::stop_token& stop) const override;

 private:
  const PointArray& points_;
};

/// A stream relative to another origin, in another coordinate type: the same bits as `inFrameOf` of clouds in memory.
class MovedStream final : public PointStream {
 public:
  MovedStream(const PointStream& from, PointCloud::Origin origin, Scalar scalar) : from_(from), origin_(origin), scalar_(scalar) {}

  uint64_t size() const override { return from_.size(); }
  int dimension() const override { return from_.dimension(); }
  Scalar scalar() const override { return scalar_; }
  PointCloud::Origin origin() const override { return origin_; }
  std::string identity() const override { return from_.identity(); }
  void read(uint64_t first, const Take& take, const std::stop_token& stop) const override;

 private:
  const PointStream& from_;
  PointCloud::Origin origin_;
  Scalar scalar_;
};

}  // namespace arete
