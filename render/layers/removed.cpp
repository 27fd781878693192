// Points that the last decimate sweep removed: rings that fade out over the steps after it.
#include "render/layers/primitives.h"

namespace arete {

namespace {

class RemovedLayer : public Layer {
 public:
  explicit RemovedLayer(const Programs& programs) : discs_(programs, "removed points") {}
  LayerId id() const override { return LayerId::removed; }

  void draw(const DrawContext& context, const SceneContent& content) override {
    const Frame* frame = content.frame;
    const bool removesNow = frame != nullptr && !frame->removed.empty();
    if (isNew(content) && !(goesOn(frame) && !removesNow)) {
      discs_.set(removesNow ? content.locals(frame->removed) : std::vector<glm::vec3>());
      generation_ = frame != nullptr ? frame->generation : 0;
      step_ = frame != nullptr ? frame->step : 0;
    }
    const float opacity = context.options.removedOpacity;
    if (opacity <= 0 || (opacity >= 1 && !removesNow)) return;
    glm::vec4 colour = context.view.colour(id()).vector();
    colour.a *= opacity;
    discs_.draw(context, context.toClipFrom(content.points.centre()),
                {.diameter = context.pixels(context.view.style(id()).size), .colour = colour, .hole = kHole});
  }

 private:
  /// Whether the frame follows the one whose points are still fading: these stay during later steps.
  bool goesOn(const Frame* frame) const { return frame != nullptr && frame->generation == generation_ && frame->step > step_; }

  uint64_t generation_ = 0;
  uint32_t step_ = 0;
  static constexpr float kHole = 0.66f;
  Discs discs_;
};

}  // namespace

std::unique_ptr<Layer> makeRemovedLayer(const Programs& programs) { return std::make_unique<RemovedLayer>(programs); }

}  // namespace arete
