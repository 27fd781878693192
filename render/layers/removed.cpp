// Points that the last decimate sweep removed: rings that fade out over what is left.
#include "render/layers/primitives.h"

namespace arete {

namespace {

class RemovedLayer : public Layer {
 public:
  LayerId id() const override { return LayerId::removed; }

  void draw(const DrawContext& context, const SceneContent& content) override {
    if (isNew(content)) {
      std::vector<glm::vec3> centres;
      for (size_t i = 0; content.frame != nullptr && i < content.frame->removed.size(); ++i)
        centres.push_back(content.local(content.frame->removed, i));
      discs_.upload(std::span<const glm::vec3>(centres));
    }
    const float opacity = context.options.removedOpacity;
    if (opacity <= 0) return;
    glm::vec4 colour = context.view.colour(id()).vector();
    colour.a *= opacity;
    discs_.draw(context, context.toClipFrom(content.points.centre()),
                {.diameter = context.pixels(context.view.style(id()).size), .colour = colour, .hole = kHole});
  }

 private:
  static constexpr float kHole = 0.66f;
  Discs discs_{"removed points"};
};

}  // namespace

std::unique_ptr<Layer> makeRemovedLayer() { return std::make_unique<RemovedLayer>(); }

}  // namespace arete
