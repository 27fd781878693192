#include "render/image.h"

#include <algorithm>
#include <new>
#include <string>

#include "compute/core/error.h"
#include "render/gl.h"
#include "render/scene_state.h"

namespace arete {

namespace {

constexpr int kBorder = PointRasteriser::kLargestPoint;  // pixels drawn around a part and dropped: GL leaves out points whose centre is outside

struct Target {
  gl::Texture colour, depth;
  gl::Framebuffer framebuffer;

  Target(int width, int height)
      : colour(gl::makeTexture("picture colours", GL_RGBA8, width, height)),
        depth(gl::makeTexture("picture depths", GL_DEPTH_COMPONENT32F, width, height)),
        framebuffer(gl::makeFramebuffer(colour, depth)) {
    if (!framebuffer)
      throw Error(ErrorKind::outOfMemory, "cannot draw the picture", "",
                  "the driver refuses a framebuffer of " + std::to_string(width) + " x " + std::to_string(height), "ask for a smaller picture");
  }
};

void dividePixelsByAlpha(std::vector<uint8_t>& pixels) {
  for (size_t i = 0; i < pixels.size(); i += 4)
    if (const int alpha = pixels[i + 3]; alpha > 0 && alpha < 255)
      for (size_t c = i; c < i + 3; ++c) pixels[c] = uint8_t(std::min(255, (pixels[c] * 255 + alpha / 2) / alpha));
}

}  // namespace

class ImageParts {
 public:
  ImageParts(Scene& scene, const View& view, const ImageOptions& options) : state_(*scene.state_), view_(view), options_(options) {
    state_.ensureGl();
    // A layer of its own, so that the window's picture of the cloud stays complete; not where it would fill the GPU's memory a second time.
    if (state_.active != PointsPath::cuda) own_ = state_.makeCloudLayer();
    GLint largest = 0;
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &largest);
    size_ = std::clamp(std::min(options.partSize, int(largest)), 4 * kBorder, int(largest));
  }

  Image draw() {
    const int width = options_.viewport.width, height = options_.viewport.height;
    Image image{width, height, std::vector<uint8_t>(size_t(width) * size_t(height) * 4), options_.viewport.devicePixelRatio};
    if (width <= size_ && height <= size_) {
      drawPart({0, 0, width, height}, {0, 0, width, height}, image);
    } else {
      const int inner = size_ - 2 * kBorder;
      const int columns = (width + inner - 1) / inner, rows = (height + inner - 1) / inner;
      for (int i = 0; i < columns * rows; ++i) {
        done_ = double(i) / (columns * rows);
        const int x = i % columns * inner, y = i / columns * inner;
        drawPart({x - kBorder, y - kBorder, size_, size_}, {x, y, std::min(inner, width - x), std::min(inner, height - y)}, image);
        if (options_.progress) options_.progress(double(i + 1) / (columns * rows));
      }
    }
    if (options_.transparentBackground) dividePixelsByAlpha(image.pixels);
    return image;
  }

 private:
  /// Draws `part` and keeps `kept` of it; both in pixels of the picture.
  void drawPart(const PicturePart& part, const PicturePart& kept, Image& image) {
    if (!target_) target_.emplace(part.width, part.height);
    DrawOptions draw;
    draw.everything = true;
    if (options_.progress) draw.amid = [this] { options_.progress(done_); };
    draw.transparentBackground = options_.transparentBackground;
    draw.withoutMarks = options_.withoutMarks;
    draw.removedOpacity = 1;
    draw.framebuffer = target_->framebuffer.name();
    state_.draw(own_ ? *own_ : *state_.gl->cloud, view_, options_.viewport, part, draw);
    const int left = kept.x - part.x, bottom = part.height - (kept.y - part.y) - kept.height;
    std::vector<uint8_t> rows(size_t(kept.width) * size_t(kept.height) * 4);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, target_->framebuffer.name());
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    glPixelStorei(GL_PACK_ALIGNMENT, 4);
    glPixelStorei(GL_PACK_ROW_LENGTH, 0);
    glReadPixels(left, bottom, kept.width, kept.height, GL_RGBA, GL_UNSIGNED_BYTE, rows.data());
    const size_t rowBytes = size_t(kept.width) * 4;
    for (int y = 0; y < kept.height; ++y)  // GL's first row is the lowest
      std::copy_n(rows.data() + size_t(kept.height - 1 - y) * rowBytes, rowBytes,
                  image.pixels.data() + (size_t(kept.y + y) * size_t(image.width) + size_t(kept.x)) * 4);
  }

  Scene::State& state_;
  const View& view_;
  const ImageOptions& options_;
  std::unique_ptr<CloudLayer> own_;
  std::optional<Target> target_;
  int size_;
  double done_ = 0;  // share of the picture
};

Image renderImage(Scene& scene, const View& view, const ImageOptions& options) {
  const int width = options.viewport.width, height = options.viewport.height;
  const std::string size = std::to_string(width) + " x " + std::to_string(height);
  if (width < 1 || height < 1) throw Error(ErrorKind::wrongUse, "cannot draw the picture", size, "a picture has at least one pixel");
  GLint framebuffer = 0;
  glGetIntegerv(GL_FRAMEBUFFER_BINDING, &framebuffer);
  const auto restore = [&] { glBindFramebuffer(GL_FRAMEBUFFER, GLuint(framebuffer)); };
  try {
    Image image = ImageParts(scene, view, options).draw();
    restore();
    return image;
  } catch (const std::bad_alloc&) {
    restore();
    throw Error(ErrorKind::outOfMemory, "cannot draw the picture", size, "it does not fit into memory", "ask for a smaller picture");
  } catch (...) {
    restore();
    throw;
  }
}

}  // namespace arete
