// Chosen points: bright discs with an outline that sets them off from cloud and curve.
#include "render/layers/primitives.h"

namespace arete {

namespace {

class ChosenLayer : public Layer {
 public:
  LayerId id() const override { return LayerId::chosen; }

  void draw(const DrawContext& context, const SceneContent& content) override {
    if (isNew(content)) {
      std::vector<glm::vec3> centres;
      for (size_t i = 0; content.frame != nullptr && i < content.frame->chosen.size(); ++i)
        centres.push_back(content.local(content.frame->chosen, i));
      discs_.upload(std::span<const glm::vec3>(centres));
    }
    const bool dark = context.view.theme == Theme::dark;
    discs_.draw(context, context.toClipFrom(content.points.centre()),
                {.diameter = context.pixels(context.view.style(id()).size),
                 .outline = context.pixels(kOutline),
                 .colour = context.view.colour(id()).vector(),
                 .outlineColour = dark ? glm::vec4(0.05f, 0.05f, 0.06f, 0.9f) : glm::vec4(1, 1, 1, 0.95f)});
  }

 private:
  static constexpr float kOutline = 1.25f;  // logical pixels
  Discs discs_{"chosen points"};
};

}  // namespace

std::unique_ptr<Layer> makeChosenLayer() { return std::make_unique<ChosenLayer>(); }

}  // namespace arete
