// PointRasteriser on a GPU, 100 million points in a fifth of a millisecond. The words mean the same; points are off by 1/16 pixel at
// most, and of several at one depth in one pixel, the first of a batch along its curve shows, not the first of the drawing order.
// Format and kernels are described in point_blocks.h and draw_points.cu. A cloud comes to the GPU batch by batch while it is drawn, so
// that no frame waits for all of it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "render/cost_model.h"
#include "render/rasteriser/point_rasteriser.h"

struct CUstream_st;

namespace arete {

class CudaRasteriser {
 public:
  /// Throws Error when there is no such GPU.
  explicit CudaRasteriser(int gpu);
  ~CudaRasteriser();
  CudaRasteriser(const CudaRasteriser&) = delete;
  CudaRasteriser& operator=(const CudaRasteriser&) = delete;

  /// Makes room for this many points with coordinates within ± `reach`; drops the old ones. Throws Error(outOfMemory) with needed and free.
  void setPoints(uint32_t count, const glm::vec3& reach);
  /// Starts an empty image.
  void begin(const RasterTarget& target);
  /// The end of a batch at or after `end`, but no further than one batch that is new to the GPU. `begin` is 0 or the end of a batch.
  uint32_t stopAfter(uint32_t begin, uint32_t end) const;
  /// Adds whole batches of points; reads those values of the columns before `end` that are not on the GPU yet.
  void add(const PointColumns& points, uint32_t begin, uint32_t end);

  const RasterTarget& target() const;
  int gpu() const;
  /// The image in device memory: width · height words as PointRasteriser's, rows from the bottom. Ordered by stream().
  const uint64_t* deviceWords();
  CUstream_st* stream() const;
  /// A rectangle inside the image, on the host.
  std::vector<uint64_t> words(int x, int y, int width, int height);
  /// The newest measured time not yet asked for, by events of the GPU.
  std::optional<Measured> measured();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace arete
