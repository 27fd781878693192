// The balls of R1 around the chosen points: rings in flat pictures, glassy spheres in space.
#include "render/layers/primitives.h"

namespace arete {

namespace {

class BallsLayer : public Layer {
 public:
  BallsLayer() : program_("balls.vert", "balls.frag"), buffer_("balls"), array_(gl::makeVertexArray("balls")) {
    glEnableVertexArrayAttrib(array_.name(), 0);
    glVertexArrayAttribFormat(array_.name(), 0, 3, GL_FLOAT, GL_FALSE, 0);
    glVertexArrayAttribBinding(array_.name(), 0, 0);
    glVertexArrayBindingDivisor(array_.name(), 0, 1);
  }
  LayerId id() const override { return LayerId::balls; }

  void draw(const DrawContext& context, const SceneContent& content) override {
    if (isNew(content)) {
      std::vector<glm::vec3> centres;
      if (content.frame != nullptr) centres = content.locals(content.frame->chosen);
      thin(centres, context);
      count_ = GLsizei(centres.size());
      if (count_ > 0) buffer_.upload(std::span<const glm::vec3>(centres));
      if (count_ > 0) glVertexArrayVertexBuffer(array_.name(), 0, buffer_.name(), 0, sizeof(glm::vec3));
    }
    if (count_ == 0) return;
    program_.set("uToClip", context.toClipFrom(content.points.centre()));
    program_.set("uRight", glm::vec3(context.view.camera.right()));
    program_.set("uUp", glm::vec3(context.view.camera.up()));
    program_.set("uRadius", float(content.frame->job.r1()));
    program_.set("uColour", context.view.colour(id()).vector());
    program_.set("uLine", context.pixels(context.view.style(id()).size));
    program_.set("uFlat", int(context.flat()));
    program_.use();
    glBindVertexArray(array_.name());
    glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, count_);
  }

 private:
  /// Where the driver computes on the CPU, every n-th ball of a crowd: they hide each other anyway.
  static void thin(std::vector<glm::vec3>& centres, const DrawContext& context) {
    constexpr size_t kMost = 2000;
    if (context.crowd == nullptr || centres.size() <= kMost) return;
    const size_t every = (centres.size() + kMost - 1) / kMost;
    for (size_t i = 0; i * every < centres.size(); ++i) centres[i] = centres[i * every];
    centres.resize(centres.size() / every);
  }

  gl::Program program_;
  gl::Buffer buffer_;
  gl::VertexArray array_;
  GLsizei count_ = 0;
};

}  // namespace

std::unique_ptr<Layer> makeBallsLayer(const Programs&) { return std::make_unique<BallsLayer>(); }

}  // namespace arete
