#include <bit>
#include <chrono>

#include "render/gl.h"
#include "render/points/points_image.h"

namespace arete {

namespace {

constexpr size_t kResolveGrain = 1 << 14;  // pixels

class SoftwarePoints : public PointsImage {
 public:
  explicit SoftwarePoints(ThreadPool& threads) : threads_(threads), rasteriser_(threads), program_("fullscreen.vert", "cloud_image.frag") {}

  void setPoints(const CloudPoints& points) override { points_ = &points; }

  void begin(const RasterTarget& target) override {
    const RasterTarget old = rasteriser_.target();
    rasteriser_.begin(target);
    resolved_.reset();
    if (old.width == target.width && old.height == target.height) return;
    colourTexture_ = gl::makeTexture("cloud colours", GL_RGBA8, target.width, target.height);
    depthTexture_ = gl::makeTexture("cloud depths", GL_R32F, target.width, target.height);
  }

  void add(uint32_t begin, uint32_t end) override {
    const auto start = std::chrono::steady_clock::now();
    rasteriser_.add({points_->coordinates(0), points_->coordinates(1), points_->coordinates(2)}, begin, end);
    resolved_.reset();
    measured_ = Measured{double(end - begin), std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count()};
  }

  void show(const Shading& shading, bool flat) override {
    if (!resolved_ || !(*resolved_ == shading) || (resolvedFlat_ && !flat)) resolve(shading, flat);
    program_.set("uHasDepth", int(!flat));
    program_.use();
    glBindTextureUnit(0, colourTexture_.name());
    glBindTextureUnit(1, depthTexture_.name());
    glBindVertexArray(array_.name());
    glDrawArrays(GL_TRIANGLES, 0, 3);
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
  void resolve(const Shading& shading, bool flat) {
    const std::span<const uint64_t> words = rasteriser_.words();
    colours_.resize(words.size());
    depths_.resize(flat ? 0 : words.size());
    threads_.forEachRange(words.size(), kResolveGrain, [&](size_t begin, size_t end, int) {
      for (size_t i = begin; i < end; ++i) {
        const uint64_t word = words[i];
        const float depth = std::bit_cast<float>(uint32_t(word >> 32));
        const bool empty = word == PointRasteriser::kEmpty;
        colours_[i] = empty ? 0 : shading.colour(uint32_t(word), depth);
        if (!flat) depths_[i] = empty ? 1.0f : depth;
      }
    });
    const GLsizei width = rasteriser_.target().width, height = rasteriser_.target().height;
    glTextureSubImage2D(colourTexture_.name(), 0, 0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, colours_.data());
    if (!flat) glTextureSubImage2D(depthTexture_.name(), 0, 0, 0, width, height, GL_RED, GL_FLOAT, depths_.data());
    resolved_ = shading;
    resolvedFlat_ = flat;
  }

  ThreadPool& threads_;
  PointRasteriser rasteriser_;
  const CloudPoints* points_ = nullptr;
  gl::Program program_;
  gl::Texture colourTexture_, depthTexture_;
  gl::VertexArray array_ = gl::makeVertexArray("full screen");
  std::vector<uint32_t> colours_;
  std::vector<float> depths_;
  std::optional<Shading> resolved_;  // how the textures are coloured; empty when they are out of date
  bool resolvedFlat_ = false;
  std::optional<Measured> measured_;
};

}  // namespace

std::unique_ptr<PointsImage> makeSoftwarePoints(ThreadPool& threads) { return std::make_unique<SoftwarePoints>(threads); }

}  // namespace arete
