// The CPU rasteriser's image of one cloud among others: laid over what is there by a shader, as SoftwarePoints, which makes the whole picture, is
// not.
#include <chrono>

#include "render/gl.h"
#include "render/points/points_image.h"
#include "render/points/points_shower.h"

namespace arete {

namespace {

class LaidPoints : public PointsImage {
 public:
  explicit LaidPoints(ThreadPool& threads) : rasteriser_(threads) {}

  void setPoints(const CloudPoints& points) override { points_ = &points; }
  void begin(const RasterTarget& target) override {
    rasteriser_.begin(target);
    uploaded_ = false;
  }
  void add(uint32_t begin, uint32_t end) override {
    const auto start = std::chrono::steady_clock::now();
    rasteriser_.add({points_->coordinates(0), points_->coordinates(1), points_->coordinates(2)}, begin, end);
    uploaded_ = false;
    measured_ = Measured{double(end - begin), std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count()};
  }
  bool isPicture() const override { return false; }

  void show(const Shading& shading, bool, const Backdrop&) override {
    if (!std::exchange(uploaded_, true)) words_.upload(rasteriser_.words());
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 1, words_.name());
    shower_.show(shading, rasteriser_.target().width);
  }

  /// Nothing is picked of it.
  std::vector<uint64_t> words(int, int, int width, int height) override {
    return std::vector<uint64_t>(size_t(width) * size_t(height), PointRasteriser::kEmpty);
  }
  std::optional<Measured> measured() override { return std::exchange(measured_, {}); }

 private:
  PointRasteriser rasteriser_;
  const CloudPoints* points_ = nullptr;
  gl::Buffer words_{"words of a cloud beside"};
  PointsShower shower_;
  bool uploaded_ = false;
  std::optional<Measured> measured_;
};

}  // namespace

std::unique_ptr<PointsImage> makeLaidPoints(ThreadPool& threads) { return std::make_unique<LaidPoints>(threads); }

}  // namespace arete
