// Where the branches of a network meet and where they end: discs and rings over its lines, so that both are found at a glance.
#include <algorithm>

#include "render/layers/primitives.h"

namespace arete {

namespace {

class JunctionsLayer : public Layer {
 public:
  explicit JunctionsLayer(const Programs& programs) : junctions_(programs, "junctions"), ends_(programs, "ends") {}
  LayerId id() const override { return LayerId::junctions; }

  void draw(const DrawContext& context, const SceneContent& content) override {
    const Frame* frame = content.frame;
    if (frame == nullptr || frame->job.curveKind() != CurveKind::network || !showsCurve(*frame, context.view, context.viewport)) return;
    if (isNew(content)) take(content);
    const bool dark = context.view.theme == Theme::dark;
    const float size = context.pixels(context.view.style(id()).size) * shareOfSize(context, content);
    const glm::mat4 toClip = context.toClipFrom(content.points.centre());
    DiscLook look{.diameter = size,
                  .outline = size >= kLeastOutlined ? context.pixels(kOutline) : 0,
                  .colour = context.view.colour(id()).vector(),
                  .outlineColour = dark ? glm::vec4(0.05f, 0.05f, 0.06f, 0.9f) : glm::vec4(1, 1, 1, 0.95f)};
    junctions_.draw(context, toClip, look);
    look.hole = kHole;
    ends_.draw(context, toClip, look);
  }

 private:
  static constexpr float kOutline = 1.25f;    // logical pixels
  static constexpr float kHole = 0.55f;       // of an end
  static constexpr float kSmallest = 0.4f;    // share of the size that they shrink to at most
  static constexpr float kLeastOutlined = 5;  // device pixels

  /// Junctions are about 4 R1 apart at least: smaller where they would cover the lines between them.
  static float shareOfSize(const DrawContext& context, const SceneContent& content) {
    constexpr double kApart = 4;
    const double apart = kApart * context.inPixels(content.frame->job.r1()) / context.pixels(context.view.style(LayerId::junctions).size);
    return float(std::clamp(apart, double(kSmallest), 1.0));
  }

  void take(const SceneContent& content) {
    const Curve& curve = content.frame->curve;
    const std::vector<glm::vec3> nodes = content.locals(curve.nodes);
    std::vector<uint32_t> degrees(nodes.size());
    for (const Edge& edge : curve.edges) ++degrees[edge.a], ++degrees[edge.b];
    std::vector<glm::vec3> junctions, ends;
    for (size_t i = 0; i < nodes.size(); ++i) {
      if (degrees[i] > 2) junctions.push_back(nodes[i]);
      if (degrees[i] == 1) ends.push_back(nodes[i]);
    }
    junctions_.set(std::move(junctions));
    ends_.set(std::move(ends));
  }

  Discs junctions_, ends_;
};

}  // namespace

std::unique_ptr<Layer> makeJunctionsLayer(const Programs& programs) { return std::make_unique<JunctionsLayer>(programs); }

}  // namespace arete
