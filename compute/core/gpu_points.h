// Points that lie in the memory of a GPU and, until somebody asks for them there, nowhere else: how a cloud of another program's GPU array is
// detected in and searched without passing the host.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "compute/core/point_cloud.h"

namespace arete {

/// Coordinates in the memory of a GPU, rows without gaps, that never change. Any thread may ask.
class GpuPoints {
 public:
  virtual ~GpuPoints() = default;
  virtual int gpu() const = 0;  ///< from 0, in CUDA's order
  virtual Scalar scalar() const = 0;
  virtual int dimension() const = 0;
  virtual uint32_t size() const = 0;
  /// The points at `indices`, on the host. Throws Error.
  virtual PointArray subset(std::span<const uint32_t> indices) const = 0;
  /// All points, on the host. Throws Error.
  virtual PointArray all() const = 0;
  /// How many bytes of coordinates the two have brought to the host so far.
  virtual uint64_t broughtBytes() const = 0;
};

/// A cloud of such points, `bounds` in local coordinates, whose distances are known to be in range. What reads its coordinates on the host (CPU
/// versions, pictures, files) brings all of them there, once; CUDA versions read them where they lie.
PointCloud cloudOnGpu(const std::shared_ptr<const GpuPoints>& points, const PointCloud::Origin& origin, const Bounds& bounds);

/// Where a cloud made by cloudOnGpu(), given by its PointCloud::sharedPoints(), has its coordinates; null for all other points.
std::shared_ptr<const GpuPoints> gpuPointsOf(const PointArray& points);

/// The points at `indices`, of a cloud on a GPU without bringing any other to the host.
PointArray pointsAt(const PointArray& points, std::span<const uint32_t> indices);
PointArray pointsAt(const PointCloud& cloud, std::span<const uint32_t> indices);
/// At most `most` points, one of each of as many equal parts.
PointArray evenSample(const PointArray& points, uint32_t most);

}  // namespace arete
