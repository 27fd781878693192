// The last move of each chosen point: a line that grows stronger towards where the point is now.
#include "render/layers/primitives.h"

namespace arete {

namespace {

class TrailsLayer : public Layer {
 public:
  explicit TrailsLayer(const Programs& programs) : lines_(programs, "trails") {}
  LayerId id() const override { return LayerId::trails; }

  void draw(const DrawContext& context, const SceneContent& content) override {
    const Colour colour = context.view.colour(id());
    if (isNew(content) || !(colour == colour_)) upload(content, colour);
    lines_.draw(context, context.toClipFrom(content.points.centre()), {.width = context.pixels(context.view.style(id()).size)});
  }

 private:
  void upload(const SceneContent& content, Colour colour) {
    colour_ = colour;
    Colour faint = colour;
    faint.a = 0;
    std::vector<LineSegment> segments;
    if (const Frame* frame = content.frame) {
      const std::vector<glm::vec3> from = content.locals(frame->previous), to = content.locals(frame->chosen);
      for (size_t i = 0; i < std::min(from.size(), to.size()); ++i)
        if (from[i] != to[i]) segments.push_back({from[i], faint.packed(), to[i], colour.packed()});
    }
    lines_.set(std::move(segments));
  }

  Lines lines_;
  Colour colour_;
};

}  // namespace

std::unique_ptr<Layer> makeTrailsLayer(const Programs& programs) { return std::make_unique<TrailsLayer>(programs); }

}  // namespace arete
