// An image of the cloud's points that grows point by point: per pixel the number and the depth of the front point. Two ways to make it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "compute/core/thread_pool.h"
#include "render/cloud_points.h"
#include "render/points/shading.h"
#include "render/rasteriser/point_rasteriser.h"

namespace arete {

/// Time that adding points took.
struct Measured {
  double points = 0, milliseconds = 0;
};

class PointsImage {
 public:
  virtual ~PointsImage() = default;
  /// `points` outlives the image or the next call. Drops the image.
  virtual void setPoints(const CloudPoints& points) = 0;
  virtual void begin(const RasterTarget& target) = 0;
  /// Adds points [begin, end) of the drawing order.
  virtual void add(uint32_t begin, uint32_t end) = 0;
  /// Draws it into the bound framebuffer, with depths unless `flat`.
  virtual void show(const Shading& shading, bool flat) = 0;
  /// Words as PointRasteriser's for a rectangle inside the image, rows from the bottom.
  virtual std::vector<uint64_t> words(int x, int y, int width, int height) = 0;
  /// The newest time that is known and was not asked for yet.
  virtual std::optional<Measured> measured() = 0;
};

/// The CPU rasteriser, shown as textures.
std::unique_ptr<PointsImage> makeSoftwarePoints(ThreadPool& threads);
/// GL points into a framebuffer of numbers and depths.
std::unique_ptr<PointsImage> makeHardwarePoints();

}  // namespace arete
