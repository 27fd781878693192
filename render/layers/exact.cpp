// The exact answer under one that is compared with it: its curve, and rings where they differ, around exact chosen points without a counterpart
// nearby, and around chosen points where there should be none.
#include "render/layers/primitives.h"

namespace arete {

namespace {

class ExactLayer : public Layer {
 public:
  explicit ExactLayer(const Programs& programs)
      : curve_(programs, "exact curve"), missing_(programs, "missing chosen points"), extra_(programs, "extra chosen points") {}
  LayerId id() const override { return LayerId::exact; }

  void draw(const DrawContext& context, const SceneContent& content) override {
    if (content.frame == nullptr || !content.frame->exact) return;
    const Colour colour = context.view.colour(id());
    if (isNew(content) || !(colour == colour_)) upload(content, colour);
    const glm::mat4 toClip = context.toClipFrom(content.points.centre());
    const float width = context.pixels(context.view.style(id()).size), ring = kRing * context.pixels(context.view.style(LayerId::chosen).size);
    curve_.draw(context, toClip, {.width = width});
    missing_.draw(context, toClip, {.diameter = ring, .colour = colour.vector(), .hole = kHole});
    extra_.draw(context, toClip, {.diameter = ring, .colour = context.view.colour(LayerId::removed).vector(), .hole = kHole});
  }

 private:
  static constexpr float kRing = 2.6f, kHole = 0.72f;  // diameters of a chosen point; share of the ring's radius

  void upload(const SceneContent& content, Colour colour) {
    colour_ = colour;
    const Frame& frame = *content.frame;
    const std::vector<glm::vec3> exact = content.locals(frame.exact->chosen), chosen = content.locals(frame.chosen);
    std::vector<LineSegment> segments;
    for (const Edge& edge : frame.exact->curve.edges) segments.push_back({exact[edge.a], colour.packed(), exact[edge.b], colour.packed()});
    curve_.set(std::move(segments));
    const auto places = [](const std::vector<glm::vec3>& points, const std::vector<uint32_t>& indices) {
      std::vector<glm::vec3> centres;
      for (const uint32_t i : indices) centres.push_back(points[i]);
      return centres;
    };
    missing_.set(places(exact, frame.difference.missing));
    extra_.set(places(chosen, frame.difference.extra));
  }

  Lines curve_;
  Discs missing_, extra_;
  Colour colour_;
};

}  // namespace

std::unique_ptr<Layer> makeExactLayer(const Programs& programs) { return std::make_unique<ExactLayer>(programs); }

}  // namespace arete
