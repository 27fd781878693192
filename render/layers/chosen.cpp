// Chosen points: bright discs with an outline that sets them off from the cloud. Where they would cover each other they shrink, so that
// a cloud with thousands of them still shows.
#include <algorithm>

#include "render/layers/primitives.h"

namespace arete {

namespace {

class ChosenLayer : public Layer {
 public:
  explicit ChosenLayer(const Programs& programs) : discs_(programs, "chosen points") {}
  LayerId id() const override { return LayerId::chosen; }

  void draw(const DrawContext& context, const SceneContent& content) override {
    if (content.frame == nullptr) return;
    if (isNew(content)) discs_.set(content.locals(content.frame->chosen));
    const bool dark = context.view.theme == Theme::dark;
    const float size = context.pixels(context.view.style(id()).size), share = shareOfSize(context, content);
    const bool overLines = share > kCrowded || !content.frame->finished;
    if (!overLines) glDepthMask(GL_FALSE);  // the curve, drawn next, is hidden by none of them
    glm::vec4 colour = context.view.colour(id()).vector();
    colour.a *= opacity(context, content);
    discs_.draw(context, context.toClipFrom(content.points.centre()),
                {.diameter = std::max(size * share, 1.0f),
                 .outline = size * share >= kLeastOutlined ? context.pixels(kOutline) * share : 0,
                 .overLines = overLines,
                 .colour = colour,
                 .outlineColour = dark ? glm::vec4(0.05f, 0.05f, 0.06f, 0.9f) : glm::vec4(1, 1, 1, 0.95f)});
  }

 private:
  static constexpr float kOutline = 1.25f;   // logical pixels
  static constexpr float kSmallest = 0.45f;  // share of the size that they shrink to at most in the end, when they are what was looked for
  static constexpr double kShareOfSpacing = 0.35;
  static constexpr float kCrowded = 0.75f;   // below this share a finished curve is drawn over them
  static constexpr float kLeastOutlined = 2.5f;  // device pixels: smaller ones would be all outline
  static constexpr double kApart = 3;        // device pixels: nearer together even single pixels cover the cloud
  static constexpr double kFaintest = 0.3;

  static double inPixels(double length, const DrawContext& context) { return length / context.view.camera.unitsPerPixel(context.viewport); }

  /// Chosen points are at least R1 apart after choose and about R2 = 2·R1 in the end: 1 where that is room enough, less where it is not.
  static float shareOfSize(const DrawContext& context, const SceneContent& content) {
    const double room = kShareOfSpacing * inPixels(content.frame->job.r2(), context);
    const double smallest = content.frame->finished ? double(kSmallest) : 0;
    return float(std::clamp(room / context.pixels(context.view.style(LayerId::chosen).size), smallest, 1.0));
  }

  /// On the way they must not hide what they move through.
  static float opacity(const DrawContext& context, const SceneContent& content) {
    if (content.frame->finished) return 1;
    const double apart = inPixels(content.frame->job.r1(), context) / (kApart * context.viewport.devicePixelRatio);
    return float(std::clamp(apart * apart, kFaintest, 1.0));
  }

  Discs discs_;
};

}  // namespace

std::unique_ptr<Layer> makeChosenLayer(const Programs& programs) { return std::make_unique<ChosenLayer>(programs); }

}  // namespace arete
