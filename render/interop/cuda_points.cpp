// The CUDA rasteriser as an image of points for GL.
#include "compute/core/cuda_support.h"
#include "compute/core/error.h"
#include "render/cuda/cuda_rasteriser.h"
#include "render/interop/gl_sharing.h"
#include "render/interop/shared_buffer.h"
#include "render/points/points_image.h"
#include "render/points/points_shower.h"

namespace arete {

namespace {

/// The GPU on which GL draws, so that the image need not leave it; else the standard one.
int drawingGpu() {
  const int gpu = glSharing().gpu;
  return gpu >= 0 ? gpu : standardGpu();
}

class CudaPoints : public PointsImage {
 public:
  explicit CudaPoints(bool mayShare) : rasteriser_(drawingGpu()), words_("cloud words", rasteriser_.gpu(), mayShare) {}

  void setPoints(const CloudPoints& points) override {
    const Box& box = points.box();
    const glm::vec3 reach(glm::max(glm::abs(box.minimum - points.centre()), glm::abs(box.maximum - points.centre())));
    rasteriser_.setPoints(points.size(), reach);
    points_ = &points;
  }
  void begin(const RasterTarget& target) override { rasteriser_.begin(target); }
  uint32_t stopAfter(uint32_t begin, uint32_t end) const override { return rasteriser_.stopAfter(begin, end); }
  void add(uint32_t begin, uint32_t end) override {
    rasteriser_.add({points_->coordinates(0), points_->coordinates(1), points_->coordinates(2)}, begin, end);
  }
  bool isPicture() const override { return false; }

  void show(const Shading& shading, bool, const Backdrop&) override {
    const RasterTarget& target = rasteriser_.target();
    const size_t bytes = size_t(target.width) * size_t(target.height) * sizeof(uint64_t);
    words_.fill(rasteriser_.deviceWords(), bytes, rasteriser_.stream());
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 1, words_.name());
    shower_.show(shading, target.width);
  }

  std::vector<uint64_t> words(int x, int y, int width, int height) override { return rasteriser_.words(x, y, width, height); }
  std::string transport() const override {
    return words_.whyNotShared().empty() ? "shared memory" : "copied through the host: " + words_.whyNotShared();
  }
  std::optional<Measured> measured() override { return rasteriser_.measured(); }

 private:
  const CloudPoints* points_ = nullptr;
  CudaRasteriser rasteriser_;
  SharedBuffer words_;
  PointsShower shower_;
};

}  // namespace

std::unique_ptr<PointsImage> makeCudaPoints(bool mayShare) {
  if (!cudaUnavailableReason().empty())
    throw Error(cudaUnavailableKind(), "no GPU to draw points with CUDA", "", cudaUnavailableReason(), "draw them with OpenGL or on the CPU");
  return std::make_unique<CudaPoints>(mayShare);
}

}  // namespace arete
