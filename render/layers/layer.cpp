#include "render/layers/layer.h"

#include <algorithm>
#include <glm/gtc/matrix_transform.hpp>

namespace arete {

/// Clip space of the whole picture → clip space of a part of it.
static glm::dmat4 crop(const Viewport& viewport, const PicturePart& part) {
  const glm::dvec2 scale(double(viewport.width) / part.width, double(viewport.height) / part.height);
  const glm::dvec2 middle((2.0 * part.x + part.width) / viewport.width - 1, 1 - (2.0 * part.y + part.height) / viewport.height);
  return glm::scale(glm::dmat4(1), {scale, 1}) * glm::translate(glm::dmat4(1), {-middle, 0});
}

DrawContext::DrawContext(const View& v, const Viewport& p, const PicturePart& t, const DrawOptions& o, const Box& scene)
    : view(v), viewport(p), part(t), options(o) {
  const glm::dmat4 projection = v.camera.projectionMatrix(p, scene);
  const double scale = projection[2][2], offset = projection[3][2];
  nearest = v.camera.perspective() ? offset / (scale - 1) : (offset + 1) / scale;
  farthest = v.camera.perspective() ? offset / (scale + 1) : (offset - 1) / scale;
  toClip = crop(p, t) * projection * v.camera.viewMatrix();
}

glm::mat4 DrawContext::toClipFrom(const glm::dvec3& centre) const { return glm::mat4(toClip * glm::translate(glm::dmat4(1), centre)); }

glm::mat4 DrawContext::toClipFromPixels() const {
  return glm::mat4(glm::ortho(double(part.x), double(part.x + part.width), double(part.y + part.height), double(part.y), -1.0, 1.0));
}

std::vector<glm::vec3> SceneContent::locals(const PointArray& array) const {
  constexpr size_t kGrain = 1 << 14;
  std::vector<glm::vec3> positions(array.size(), glm::vec3(0));
  if (array.empty()) return positions;
  const glm::dvec3 centre = points.centre();
  withScalarType(array.scalar(), [&]<class T>() {
    const PointsView<T> view = array.view<T>();
    threads.forEachRange(positions.size(), kGrain, [&](size_t begin, size_t end, int) {
      for (int k = 0; k < 3; ++k)
        if (const int axis = points.axes()[size_t(k)]; axis >= 0 && axis < view.dimension)
          for (size_t i = begin; i < end; ++i) positions[i][k] = float(double(view.at(i, axis)) - centre[k]);
    });
  });
  return positions;
}

float curveWidth(const DrawContext& context, const SceneContent& content) {
  constexpr double kShareOfSpacing = 0.5;  // all of it for a finished curve, which is the result
  const float width = context.pixels(context.view.style(LayerId::curve).size);
  const double spacing = (content.frame->finished ? 1 : kShareOfSpacing) * context.inPixels(content.frame->job.r2());
  return float(std::min(std::max(spacing, context.viewport.devicePixelRatio), double(width)));
}

}  // namespace arete
