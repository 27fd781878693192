// Grid in the coordinates of the file, and the three axes in a corner of the picture.
#include <glm/gtc/matrix_transform.hpp>

#include "render/grid.h"
#include "render/layers/primitives.h"

namespace arete {

namespace {

class AxesLayer : public Layer {
 public:
  explicit AxesLayer(const Programs& programs) : lines_(programs, "grid"), corner_(programs, "corner axes") {}
  LayerId id() const override { return LayerId::axes; }

  void draw(const DrawContext& context, const SceneContent& content) override {
    glm::dvec3 origin(0);
    for (int k = 0; k < 3; ++k)
      if (const int axis = context.view.axes[size_t(k)]; axis >= 0 && axis < content.cloud.dimension())
        origin[k] = content.cloud.origin()[size_t(axis)];
    const glm::dvec3 centre = content.points.centre();
    std::vector<LineSegment> segments;
    for (const GridLine& line : makeGrid(context.view, context.viewport, content.points.box(), origin).lines) {
      Colour colour = context.view.colour(id());
      colour.a = uint8_t(float(colour.a) * line.opacity);
      segments.push_back({glm::vec3(line.a - centre), colour.packed(), glm::vec3(line.b - centre), colour.packed()});
    }
    const float width = context.pixels(context.view.style(id()).size);
    lines_.set(std::move(segments));
    lines_.draw(context, context.toClipFrom(centre), {.width = width});
    drawCorner(context, width);
  }

 private:
  void drawCorner(const DrawContext& context, float width) {
    const auto axes = cornerAxes(context.view, context.viewport);
    if (!axes) return;
    std::vector<LineSegment> segments;
    for (int k = 0; k < 3; ++k) {
      const uint32_t colour = axisColour(k, context.view.theme).packed();
      segments.push_back({glm::vec3(axes->centre, 0), colour, glm::vec3(axes->tips[size_t(k)], 0), colour});
    }
    glDisable(GL_DEPTH_TEST);
    constexpr float kStronger = 2;
    corner_.set(std::move(segments));
    corner_.draw(context, context.toClipFromPixels(), {.width = kStronger * width});
  }

  Lines lines_, corner_;
};

}  // namespace

std::unique_ptr<Layer> makeAxesLayer(const Programs& programs) { return std::make_unique<AxesLayer>(programs); }

}  // namespace arete
