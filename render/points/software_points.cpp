#include <bit>
#include <chrono>

#include "compute/core/error.h"
#include "render/gl.h"
#include "render/points/points_image.h"

namespace arete {

namespace {

constexpr size_t kResolveGrain = 1 << 14;  // pixels

/// llvmpipe takes some 5 ms for every triangle over the whole picture, on top of what its pixels are worth. So the picture is made here,
/// backdrop and all, and copied into the framebuffer: no shader runs for it.
class SoftwarePoints : public PointsImage {
 public:
  explicit SoftwarePoints(ThreadPool& threads) : threads_(threads), rasteriser_(threads) {}

  void setPoints(const CloudPoints& points) override { points_ = &points; }

  void begin(const RasterTarget& target) override {
    const RasterTarget old = rasteriser_.target();
    rasteriser_.begin(target);
    resolved_.reset();
    if (old.width != target.width || old.height != target.height) makeFramebuffer(target.width, target.height);
  }

  void add(uint32_t begin, uint32_t end) override {
    const auto start = std::chrono::steady_clock::now();
    rasteriser_.add({points_->coordinates(0), points_->coordinates(1), points_->coordinates(2)}, begin, end);
    resolved_.reset();
    measured_ = Measured{double(end - begin), std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count()};
  }

  bool isPicture() const override { return true; }

  void setBehind(const Behind& behind) override {
    if (!(behind == behind_)) resolved_.reset();
    behind_ = behind;
  }

  void show(const Shading& shading, bool flat, const Backdrop& backdrop) override {
    const GLsizei width = rasteriser_.target().width, height = rasteriser_.target().height;
    if (!(backdrop_ == backdrop) || backdropPixels_.size() != size_t(width) * size_t(height)) {
      backdrop.paint(width, height, backdropPixels_, threads_);
      backdrop_ = backdrop;
      resolved_.reset();
    }
    if (!resolved_ || !(*resolved_ == shading) || resolvedFlat_ != flat) resolve(shading, flat);
    glTextureSubImage2D(colourTexture_.name(), 0, 0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, colours_.data());
    glTextureSubImage2D(depthTexture_.name(), 0, 0, 0, width, height, GL_DEPTH_COMPONENT, GL_FLOAT, depths_.data());
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.name());
  }

  std::vector<uint64_t> words(int x, int y, int width, int height) override {
    std::vector<uint64_t> result;
    const size_t rowLength = size_t(rasteriser_.target().width);
    for (int row = y; row < y + height; ++row) {
      const auto line = rasteriser_.words().subspan(size_t(row) * rowLength + size_t(x), size_t(width));
      result.insert(result.end(), line.begin(), line.end());
    }
    return result;
  }

  std::optional<Measured> measured() override { return std::exchange(measured_, {}); }

 private:
  void makeFramebuffer(int width, int height) {
    colourTexture_ = gl::makeTexture("cloud colours", GL_RGBA8, width, height);
    depthTexture_ = gl::makeTexture("cloud depths", GL_DEPTH_COMPONENT32F, width, height);
    framebuffer_ = gl::makeFramebuffer(colourTexture_, depthTexture_);
    if (!framebuffer_)
      throw Error(ErrorKind::internal, "cannot draw the cloud", "", "the driver refuses a framebuffer of colours and depths",
                  "draw the points with OpenGL");
  }

  void resolve(const Shading& shading, bool flat) {
    const std::span<const uint64_t> words = rasteriser_.words();
    colours_.resize(words.size());
    depths_.resize(words.size());
    threads_.forEachRange(words.size(), kResolveGrain, [&](size_t begin, size_t end, int) {
      for (size_t i = begin; i < end; ++i) {
        const uint64_t word = words[i];
        const bool empty = word == PointRasteriser::kEmpty || shading.mode == Shading::Mode::hidden;
        const float depth = std::bit_cast<float>(uint32_t(word >> 32));
        colours_[i] = empty ? withoutPoint(i) : shading.colour(uint32_t(word), depth);
        depths_[i] = empty ? 1.0f : flat ? 0.0f : depth;
      }
    });
    resolved_ = shading;
    resolvedFlat_ = flat;
  }

  uint32_t withoutPoint(size_t pixel) const {
    const uint64_t behind = pixel < behind_.words.size() ? behind_.words[pixel] : PointRasteriser::kEmpty;
    return behind == PointRasteriser::kEmpty ? backdropPixels_[pixel] : behind_.shading.colour(uint32_t(behind), 1);
  }

  ThreadPool& threads_;
  PointRasteriser rasteriser_;
  const CloudPoints* points_ = nullptr;
  gl::Texture colourTexture_, depthTexture_;
  gl::Framebuffer framebuffer_;
  Backdrop backdrop_;
  Behind behind_;
  std::vector<uint32_t> backdropPixels_, colours_;
  std::vector<float> depths_;
  std::optional<Shading> resolved_;  // how `colours_` were made; empty when they are out of date
  bool resolvedFlat_ = false;
  std::optional<Measured> measured_;
};

}  // namespace

std::unique_ptr<PointsImage> makeSoftwarePoints(ThreadPool& threads) { return std::make_unique<SoftwarePoints>(threads); }

}  // namespace arete
