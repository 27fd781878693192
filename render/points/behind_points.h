// The CPU rasteriser's image of points below all others, which another image shows where it has none.
#pragma once

#include "render/points/points_image.h"

namespace arete {

class BehindPoints : public PointsImage {
 public:
  explicit BehindPoints(ThreadPool& threads) : rasteriser_(threads) {}

  void setPoints(const CloudPoints& points) override { points_ = &points; }
  void begin(const RasterTarget& target) override;
  void add(uint32_t begin, uint32_t end) override;
  bool isPicture() const override { return false; }
  /// What is behind an image of the same size. It stays until the next call of add() or begin().
  Behind behind() const { return {rasteriser_.words(), shading_, revision_}; }
  void show(const Shading& shading, bool, const Backdrop&) override { shading_ = shading; }
  /// Nothing is picked of it.
  std::vector<uint64_t> words(int, int, int width, int height) override {
    return std::vector<uint64_t>(size_t(width) * size_t(height), PointRasteriser::kEmpty);
  }
  std::optional<Measured> measured() override { return std::exchange(measured_, {}); }

 private:
  PointRasteriser rasteriser_;
  const CloudPoints* points_ = nullptr;
  Shading shading_;
  uint64_t revision_ = 0;
  std::optional<Measured> measured_;
};

}  // namespace arete
