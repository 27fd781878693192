// The curve in space as tubes: an instance of one mesh per edge, with fewer sides where it is small on the screen.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "render/curve_colours.h"
#include "render/layers/primitives.h"
#include "render/tube_radii.h"

namespace arete {

namespace {

struct TubePiece {
  glm::vec4 a, b;  ///< places with radii, in the cloud's units
  EdgeColours colours;
};

class TubesLayer : public Layer {
 public:
  TubesLayer() : program_("tubes.vert", "tubes.frag"), buffer_("tubes"), indices_("rings of tubes"), array_(gl::makeVertexArray("tubes")) {
    const auto attribute = [this](GLuint index, GLenum type, bool normalised, size_t offset) {
      glEnableVertexArrayAttrib(array_.name(), index);
      glVertexArrayAttribFormat(array_.name(), index, 4, type, normalised, GLuint(offset));
      glVertexArrayAttribBinding(array_.name(), index, 0);
    };
    attribute(0, GL_FLOAT, false, offsetof(TubePiece, a));
    attribute(1, GL_FLOAT, false, offsetof(TubePiece, b));
    attribute(2, GL_UNSIGNED_BYTE, true, offsetof(TubePiece, colours.a));
    attribute(3, GL_UNSIGNED_BYTE, true, offsetof(TubePiece, colours.b));
    glVertexArrayBindingDivisor(array_.name(), 0, 1);
  }
  LayerId id() const override { return LayerId::tubes; }

  void draw(const DrawContext& context, const SceneContent& content) override {
    if (content.frame == nullptr || !drawsTubes(context.view, context.viewport, *content.frame, content.explanation)) return;
    const CurveLook look = lookOf(context.view);
    const bool explained = std::exchange(explanation_, content.explanationRevision) == content.explanationRevision;
    if (isNew(content) || !(look == look_) || !explained) look_ = look, take(content);
    if (count_ == 0) return;
    chooseRings(context);
    const Camera& camera = context.view.camera;
    const bool dark = context.view.theme == Theme::dark;
    program_.set("uToClip", context.toClipFrom(content.points.centre()));
    program_.set("uRight", glm::vec3(camera.right()));
    program_.set("uUp", glm::vec3(camera.up()));
    program_.set("uBack", glm::vec3(camera.backward()));
    program_.set("uTimes", context.view.style(id()).size);
    program_.set("uLeast", leastRadius(context, content));
    program_.set("uSides", sides_);
    program_.set("uCapRings", capRings());
    program_.set("uGround", dark ? glm::vec3(0.1f, 0.11f, 0.13f) : glm::vec3(1));
    program_.use();
    glBindVertexArray(array_.name());
    glEnable(GL_CULL_FACE);
    glDrawElementsInstanced(GL_TRIANGLES, indexCount_, GL_UNSIGNED_SHORT, nullptr, count_);
    glDisable(GL_CULL_FACE);
  }

 private:
  /// That of the curve, unless these have a colour of their own.
  CurveLook lookOf(const View& view) const {
    CurveLook look(view);
    if (const auto& own = view.style(id()).colour) look.by = CurveColour::uniform, look.colour = *own;
    else if (!view.style(LayerId::curve).colour) look.colour = view.colour(id());  // of bodies in light, which pure white or black would flatten
    return look;
  }

  /// As thick as a line, in units at which the eye is one unit away, or of the cloud where it has no distance.
  static float leastRadius(const DrawContext& context, const SceneContent& content) {
    const Camera& camera = context.view.camera;
    const double pixel = camera.unitsPerPixel(context.viewport), half = curveWidth(context, content) / 2;
    return float(half * (camera.perspective() ? pixel / glm::distance(camera.eye(), camera.target()) : pixel));
  }

  int capRings() const { return std::max(1, sides_ / 4); }

  void chooseRings(const DrawContext& context) {
    constexpr int kFewest = 6, kMost = 24, kMostSketched = 8, kFew = 4;
    const double radius = context.inPixels(typical_ * double(context.view.style(id()).size));
    const int sides = 2 * (std::clamp(kFew + int(2 * std::sqrt(radius)), kFewest, context.sketch ? kMostSketched : kMost) / 2);
    if (std::exchange(sides_, sides) == sides) return;
    std::vector<uint16_t> indices;
    for (int ring = 0; ring < 2 * capRings() + 1; ++ring)
      for (int side = 0; side < sides; ++side) {
        const int here = ring * (sides + 1) + side, next = here + sides + 1;
        for (const int corner : {here, here + 1, next, next, here + 1, next + 1}) indices.push_back(uint16_t(corner));
      }
    indices_.upload(std::span<const uint16_t>(indices));
    glVertexArrayElementBuffer(array_.name(), indices_.name());
    indexCount_ = GLsizei(indices.size());
  }

  void take(const SceneContent& content) {
    const Frame& frame = *content.frame;
    const std::vector<glm::vec3> nodes = content.locals(frame.curve.nodes);
    const std::vector<bool> shown = shownEdges(frame, look_);
    const std::vector<EdgeColours> colours = edgeColours(frame, look_, content.explanation);
    const std::vector<EndRadii> ends = tubeRadii(frame, *content.explanation);
    std::vector<float> radii;
    std::vector<TubePiece> pieces;
    for (size_t e = 0; e < shown.size(); ++e) {
      const auto [a, b] = frame.curve.edges[e];
      if (!shown[e]) continue;
      pieces.push_back({{nodes[a], ends[e].a}, {nodes[b], ends[e].b}, colours[e]});
      radii.push_back(ends[e].a);
    }
    count_ = GLsizei(pieces.size());
    if (count_ == 0) return;
    const auto middle = radii.begin() + ptrdiff_t(radii.size() / 2);
    std::ranges::nth_element(radii, middle);
    typical_ = *middle;
    buffer_.upload(std::span<const TubePiece>(pieces));
    glVertexArrayVertexBuffer(array_.name(), 0, buffer_.name(), 0, sizeof(TubePiece));
  }

  gl::Program program_;
  gl::Buffer buffer_, indices_;
  gl::VertexArray array_;
  GLsizei count_ = 0, indexCount_ = 0;
  int sides_ = 0;
  float typical_ = 0;  ///< the median of the radii
  CurveLook look_;
  uint64_t explanation_ = UINT64_MAX;
};

}  // namespace

std::unique_ptr<Layer> makeTubesLayer(const Programs&) { return std::make_unique<TubesLayer>(); }

}  // namespace arete
