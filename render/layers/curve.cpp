// The curve: wide lines with round joins, and a halo in the colour of the background so that they read on any cloud.
#include <algorithm>
#include <utility>

#include "render/curve_colours.h"
#include "render/layers/primitives.h"
#include "render/tube_radii.h"

namespace arete {

namespace {

class CurveLayer : public Layer {
 public:
  explicit CurveLayer(const Programs& programs) : lines_(programs, "curve") {}
  LayerId id() const override { return LayerId::curve; }

  void draw(const DrawContext& context, const SceneContent& content) override {
    if (content.frame == nullptr || !showsCurve(*content.frame, context.view, context.viewport)) return;
    if (drawsTubes(context.view, context.viewport, *content.frame, content.explanation)) return;  // it is these
    const CurveLook look(context.view);
    const bool explained = std::exchange(explanation_, content.explanationRevision) == content.explanationRevision;
    if (isNew(content) || !(look == look_) || !explained) upload(content, look);
    const bool dark = context.view.theme == Theme::dark;
    const float width = curveWidth(context, content), share = width / context.pixels(context.view.style(id()).size);
    lines_.draw(context, context.toClipFrom(content.points.centre()),
                {.width = width,
                 .halo = context.sketch && lines_.count() > kManySegments ? 0 : context.pixels(kHalo) * share,
                 .haloColour = dark ? glm::vec4(0.03f, 0.035f, 0.045f, 0.85f) : glm::vec4(1, 1, 1, 0.9f)});
  }

 private:
  static constexpr float kHalo = 1.75f;  // logical pixels
  static constexpr size_t kManySegments = 500;

  void upload(const SceneContent& content, const CurveLook& look) {
    look_ = look;
    const Frame& frame = *content.frame;
    const std::vector<Edge>& edges = frame.curve.edges;
    const std::vector<glm::vec3> nodes = content.locals(frame.curve.nodes);
    const std::vector<bool> shown = shownEdges(frame, look);
    const std::vector<EdgeColours> colours = edgeColours(frame, look, content.explanation);
    std::vector<LineSegment> segments;
    segments.reserve(edges.size());
    for (size_t e = 0; e < edges.size(); ++e)
      if (shown[e]) segments.push_back({nodes[edges[e].a], colours[e].a, nodes[edges[e].b], colours[e].b});
    lines_.set(std::move(segments));
  }

  Lines lines_;
  CurveLook look_;
  uint64_t explanation_ = UINT64_MAX;
};

}  // namespace

std::unique_ptr<Layer> makeCurveLayer(const Programs& programs) { return std::make_unique<CurveLayer>(programs); }

}  // namespace arete
