// Around the curve of a network a band as wide as its spread: capsules that taper from node to node, of one colour where they overlap.
#include "render/curve_colours.h"
#include "render/layers/primitives.h"

namespace arete {

namespace {

/// Two places with the radii of the band there, in the cloud's units.
struct BandPiece {
  glm::vec4 a, b;
};

class BandsLayer : public Layer {
 public:
  BandsLayer() : program_("bands.vert", "bands.frag"), buffer_("bands"), array_(gl::makeVertexArray("bands")) {
    for (const GLuint end : {0u, 1u}) {
      glEnableVertexArrayAttrib(array_.name(), end);
      glVertexArrayAttribFormat(array_.name(), end, 4, GL_FLOAT, GL_FALSE, GLuint(end * sizeof(glm::vec4)));
      glVertexArrayAttribBinding(array_.name(), end, 0);
    }
    glVertexArrayBindingDivisor(array_.name(), 0, 1);
  }
  LayerId id() const override { return LayerId::bands; }

  void draw(const DrawContext& context, const SceneContent& content) override {
    if (content.frame == nullptr || !content.frame->support || !showsCurve(*content.frame, context.view, context.viewport)) return;
    if (const CurveLook look(context.view); isNew(content) || !(look == look_)) look_ = look, take(content);
    if (count_ == 0 || context.sketch) return;
    program_.set("uToClip", context.toClipFrom(content.points.centre()));
    program_.set("uSize", context.partSize());
    program_.set("uRight", glm::vec3(context.view.camera.right()));
    program_.set("uTimes", context.view.style(id()).size);
    program_.set("uColour", context.view.colour(id()).vector());
    program_.use();
    // The lighter, or on white the darker of band and picture: where bands overlap they are one.
    glBlendEquation(context.view.theme == Theme::dark ? GL_MAX : GL_MIN);
    glBindVertexArray(array_.name());
    glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, count_);
    glBlendEquation(GL_FUNC_ADD);
  }

 private:
  void take(const SceneContent& content) {
    const Frame& frame = *content.frame;
    const std::vector<glm::vec3> nodes = content.locals(frame.curve.nodes);
    const std::vector<bool> shown = shownEdges(frame, look_);
    std::vector<BandPiece> pieces;
    const auto at = [&](uint32_t node) { return glm::vec4(nodes[node], float(frame.support->nodeSpread[node])); };
    for (size_t e = 0; e < shown.size(); ++e)
      if (shown[e]) pieces.push_back({at(frame.curve.edges[e].a), at(frame.curve.edges[e].b)});
    count_ = GLsizei(pieces.size());
    if (count_ == 0) return;
    buffer_.upload(std::span<const BandPiece>(pieces));
    glVertexArrayVertexBuffer(array_.name(), 0, buffer_.name(), 0, sizeof(BandPiece));
  }

  gl::Program program_;
  gl::Buffer buffer_;
  gl::VertexArray array_;
  GLsizei count_ = 0;
  CurveLook look_;
};

}  // namespace

std::unique_ptr<Layer> makeBandsLayer(const Programs&) { return std::make_unique<BandsLayer>(); }

}  // namespace arete
