// An image of the cloud's points that grows point by point: per pixel the number and the depth of the front point. Three ways to make it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "compute/core/thread_pool.h"
#include "render/cloud_points.h"
#include "render/cost_model.h"
#include "render/points/backdrop.h"
#include "render/points/shading.h"
#include "render/rasteriser/point_rasteriser.h"

namespace arete {

/// Points below all others: words of the rasteriser as many as an image has pixels, or none, and how they look.
struct Behind {
  std::span<const uint64_t> words;
  Shading shading;        ///< of one colour
  uint64_t revision = 0;  ///< grows with every change of the words
  friend bool operator==(const Behind& a, const Behind& b) {
    return a.words.data() == b.words.data() && a.words.size() == b.words.size() && a.revision == b.revision && a.shading == b.shading;
  }
};

class PointsImage {
 public:
  virtual ~PointsImage() = default;
  /// `points` must live until the next call. Drops the image.
  virtual void setPoints(const CloudPoints& points) = 0;
  virtual void begin(const RasterTarget& target) = 0;
  /// Where a call of add() from `begin` on must end if it should end at about `end`: images may take points in batches.
  virtual uint32_t stopAfter(uint32_t begin, uint32_t end) const { return (void)begin, end; }
  /// Adds points [begin, end) of the drawing order.
  virtual void add(uint32_t begin, uint32_t end) = 0;
  /// Whether show() makes the whole picture, backdrop and all, in a framebuffer of its own.
  virtual bool isPicture() const = 0;
  /// Draws it into the bound framebuffer, with depths unless `flat`. When it is the picture: into its own framebuffer, which it binds,
  /// over `backdrop`; depths are 1 where no point is, and 0 where one is if `flat`.
  virtual void show(const Shading& shading, bool flat, const Backdrop& backdrop) = 0;
  /// What shows where no point is, until the next call; only where isPicture().
  virtual void setBehind(const Behind&) {}
  /// Words as PointRasteriser's for a rectangle inside the image, rows from the bottom.
  virtual std::vector<uint64_t> words(int x, int y, int width, int height) = 0;
  /// How the image gets to where it is shown; "" if it is made there.
  virtual std::string transport() const { return {}; }
  /// The newest measured time not yet asked for.
  virtual std::optional<Measured> measured() = 0;
};

/// The CPU rasteriser, shown as textures.
std::unique_ptr<PointsImage> makeSoftwarePoints(ThreadPool& threads);
/// The CPU rasteriser for a cloud among others: not the picture.
std::unique_ptr<PointsImage> makeLaidPoints(ThreadPool& threads);
/// GL points into a framebuffer of numbers and depths.
std::unique_ptr<PointsImage> makeHardwarePoints();
/// The CUDA rasteriser; its words come to GL through a shared buffer, or through the host where `mayShare` is false or it cannot be. Throws
/// Error when there is no GPU for CUDA or, also from setPoints() and add(), when its memory does not suffice.
std::unique_ptr<PointsImage> makeCudaPoints(bool mayShare);

}  // namespace arete
