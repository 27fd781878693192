// The curve: wide lines with round joins, and a halo in the colour of the background so that they read on any cloud.
#include <algorithm>

#include "render/layers/primitives.h"

namespace arete {

namespace {

class CurveLayer : public Layer {
 public:
  explicit CurveLayer(const Programs& programs) : lines_(programs, "curve") {}
  LayerId id() const override { return LayerId::curve; }

  void draw(const DrawContext& context, const SceneContent& content) override {
    if (content.frame == nullptr || !showsCurve(*content.frame, context.view, context.viewport)) return;
    const Colour colour = context.view.colour(id());
    if (isNew(content) || !(colour == colour_)) upload(content, colour);
    const bool dark = context.view.theme == Theme::dark;
    const float width = context.pixels(context.view.style(id()).size), share = shareOfWidth(context, content, width);
    lines_.draw(context, context.toClipFrom(content.points.centre()),
                {.width = width * share,
                 .halo = context.sketch && lines_.count() > kManySegments ? 0 : context.pixels(kHalo) * share,
                 .haloColour = dark ? glm::vec4(0.03f, 0.035f, 0.045f, 0.85f) : glm::vec4(1, 1, 1, 0.9f)});
  }

 private:
  static constexpr float kHalo = 1.75f;  // logical pixels
  static constexpr size_t kManySegments = 500;

  /// Strands of the curve are about R2 apart at least: thinner where that leaves no cloud to be seen between them, but never below a pixel.
  static float shareOfWidth(const DrawContext& context, const SceneContent& content, float width) {
    constexpr double kShareOfSpacing = 0.5;  // all of it in the end, when the curve is what was looked for
    const double spacing = (content.frame->finished ? 1 : kShareOfSpacing) * context.inPixels(content.frame->job.r2());
    const double room = std::max(spacing, context.viewport.devicePixelRatio);
    return float(std::min(room / width, 1.0));
  }

  void upload(const SceneContent& content, Colour colour) {
    colour_ = colour;
    constexpr size_t kGrain = 1 << 14;
    const Curve& curve = content.frame->curve;
    const std::vector<glm::vec3> nodes = content.locals(curve.nodes);
    std::vector<LineSegment> segments(curve.edges.size());
    content.threads.forEachRange(segments.size(), kGrain, [&](size_t begin, size_t end, int) {
      for (size_t i = begin; i < end; ++i) segments[i] = {nodes[curve.edges[i].a], colour.packed(), nodes[curve.edges[i].b], colour.packed()};
    });
    lines_.set(std::move(segments));
  }

  Lines lines_;
  Colour colour_;
};

}  // namespace

std::unique_ptr<Layer> makeCurveLayer(const Programs& programs) { return std::make_unique<CurveLayer>(programs); }

}  // namespace arete
