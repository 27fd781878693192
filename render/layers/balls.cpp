// The balls of R1, or of the local radius, around the chosen points: rings in flat pictures, glassy spheres in space.
#include "compute/engine/network_state.h"
#include "render/layers/primitives.h"

namespace arete {

namespace {

class BallsLayer : public Layer {
 public:
  BallsLayer() : program_("balls.vert", "balls.frag"), buffer_("balls"), array_(gl::makeVertexArray("balls")) {
    glEnableVertexArrayAttrib(array_.name(), 0);
    glVertexArrayAttribFormat(array_.name(), 0, 4, GL_FLOAT, GL_FALSE, 0);
    glVertexArrayAttribBinding(array_.name(), 0, 0);
    glVertexArrayBindingDivisor(array_.name(), 0, 1);
  }
  LayerId id() const override { return LayerId::balls; }

  void draw(const DrawContext& context, const SceneContent& content) override {
    if (isNew(content)) {
      std::vector<glm::vec4> balls = ballsOf(content);
      thin(balls, context);
      count_ = GLsizei(balls.size());
      if (count_ > 0) buffer_.upload(std::span<const glm::vec4>(balls));
      if (count_ > 0) glVertexArrayVertexBuffer(array_.name(), 0, buffer_.name(), 0, sizeof(glm::vec4));
    }
    if (count_ == 0) return;
    program_.set("uToClip", context.toClipFrom(content.points.centre()));
    program_.set("uRight", glm::vec3(context.view.camera.right()));
    program_.set("uUp", glm::vec3(context.view.camera.up()));
    program_.set("uColour", context.view.colour(id()).vector());
    program_.set("uLine", context.pixels(context.view.style(id()).size));
    program_.set("uFlat", int(context.flat()));
    program_.use();
    glBindVertexArray(array_.name());
    glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, count_);
  }

 private:
  /// Where the driver computes on the CPU, draws only every n-th ball of a crowd: they hide each other anyway.
  static void thin(std::vector<glm::vec4>& balls, const DrawContext& context) {
    constexpr size_t kMost = 2000;
    if (context.crowd == nullptr || balls.size() <= kMost) return;
    const size_t every = (balls.size() + kMost - 1) / kMost;
    for (size_t i = 0; i * every < balls.size(); ++i) balls[i] = balls[i * every];
    balls.resize(balls.size() / every);
  }

  /// Centre and radius of each.
  static std::vector<glm::vec4> ballsOf(const SceneContent& content) {
    if (content.frame == nullptr) return {};
    const PointColumn* const local = content.frame->column(NodeColumn::radius);
    const auto* const radii = local == nullptr ? nullptr : &std::get<std::vector<double>>(*local->values);
    std::vector<glm::vec4> balls;
    for (const glm::vec3& centre : content.locals(content.frame->chosen))
      balls.emplace_back(centre, float(radii == nullptr ? content.frame->job.r1() : (*radii)[balls.size()]));
    return balls;
  }

  gl::Program program_;
  gl::Buffer buffer_;
  gl::VertexArray array_;
  GLsizei count_ = 0;
};

}  // namespace

std::unique_ptr<Layer> makeBallsLayer(const Programs&) { return std::make_unique<BallsLayer>(); }

}  // namespace arete
