// Chosen points: bright discs with an outline that sets them off from the cloud. Where they would overlap they shrink, so that
// the cloud still shows behind thousands of them.
#include <algorithm>
#include <cmath>
#include <limits>

#include "render/curve_colours.h"
#include "render/layers/primitives.h"
#include "render/tube_radii.h"

namespace arete {

namespace {

class ChosenLayer : public Layer {
 public:
  explicit ChosenLayer(const Programs& programs) : discs_(programs, "chosen points") {}
  LayerId id() const override { return LayerId::chosen; }

  void draw(const DrawContext& context, const SceneContent& content) override {
    if (content.frame == nullptr) return;
    if (content.frame->finished && drawsTubes(context.view, context.viewport, *content.frame, content.explanation)) return;  // inside of them
    if (const CurveLook curve(context.view); isNew(content) || !(curve == look_)) look_ = curve, take(content);
    const bool dark = context.view.theme == Theme::dark;
    const float size = context.pixels(context.view.style(id()).size), share = shareOfSize(context, content);
    const float smallest =
        std::max(std::min(context.pixels(context.view.style(LayerId::cloud).size), float(roomForEach(context, content) / 2)), 1.0f);
    const bool overLines = share > kCrowded || !content.frame->finished;
    float diameter = std::max(size * share, std::min(smallest, size));  // else lost among the cloud's points
    if (!overLines) {
      glDepthMask(GL_FALSE);                                                                  // the curve, drawn next, is hidden by none of them …
      const float hidden = std::max(curveWidth(context, content) - 1, 1.0f);                  // a pixel less: places are rounded
      if (context.view.style(LayerId::curve).visible) diameter = std::min(diameter, hidden);  // … and none looks out of it
    }
    glm::vec4 colour = context.view.colour(id()).vector();
    colour.a *= opacity(context, content);
    discs_.draw(context, context.toClipFrom(content.points.centre()),
                {.diameter = diameter,
                 .outline = size * share >= kLeastOutlined ? context.pixels(kOutline) * share : 0,
                 .overLines = overLines,
                 .colour = colour,
                 .outlineColour = dark ? glm::vec4(0.05f, 0.05f, 0.06f, 0.9f) : glm::vec4(1, 1, 1, 0.95f)});
  }

 private:
  /// Nodes go with the last of their edges that is shown.
  void take(const SceneContent& content) {
    const Frame& frame = *content.frame;
    std::vector<glm::vec3> places = content.locals(frame.chosen);
    const std::vector<bool> shown = shownEdges(frame, look_);
    if (std::ranges::find(shown, false) != shown.end()) {
      std::vector<bool> keeps(places.size(), true);
      for (const bool step : {false, true})  // first those of hidden edges, then back for shown ones
        for (size_t e = 0; e < shown.size(); ++e)
          if (shown[e] == step) keeps[frame.curve.edges[e].a] = keeps[frame.curve.edges[e].b] = step;
      size_t kept = 0;
      for (size_t i = 0; i < places.size(); ++i)
        if (keeps[i]) places[kept++] = places[i];
      places.resize(kept);
    }
    discs_.set(std::move(places));
  }

  static constexpr float kOutline = 1.25f;   // logical pixels
  static constexpr float kSmallest = 0.45f;  // smallest share of the size at the end, when they are the result
  static constexpr double kShareOfSpacing = 0.35;
  static constexpr float kCrowded = 0.75f;       // below this share a finished curve is drawn over them
  static constexpr float kLeastOutlined = 2.5f;  // device pixels: smaller ones would be all outline
  static constexpr double kApart = 3;            // device pixels: nearer together even single pixels cover the cloud
  static constexpr double kFaintest = 0.3, kFaintestInClusters = 0.6;

  /// 1 where the points have room enough, less where they would hide each other and the cloud. They are at least R1 apart after choose and
  /// about R2 = 2·R1 in the end, but in space one behind the other.
  static float shareOfSize(const DrawContext& context, const SceneContent& content) {
    const float size = context.pixels(context.view.style(LayerId::chosen).size);
    const double apart = kShareOfSpacing * context.inPixels(content.frame->job.r2()) / size;
    if (content.frame->finished) return float(std::clamp(apart, double(kSmallest), 1.0));
    return float(std::clamp(std::min(apart, roomForEach(context, content) / size), 0.0, 1.0));
  }

  /// While they move they must not hide the cloud: fainter where even single pixels would, less so where there is room beside what is crowded.
  static float opacity(const DrawContext& context, const SceneContent& content) {
    if (content.frame->finished) return 1;
    const double pixel = context.viewport.devicePixelRatio;
    const double apart = context.inPixels(content.frame->job.r1()) / (kApart * pixel), room = roomForEach(context, content) / pixel;
    constexpr double kWide = 6;  // device pixels a disc: most of the rectangle is empty
    return float(std::clamp(std::min(apart * apart, room * room), std::clamp(room / kWide, kFaintest, kFaintestInClusters), 1.0));
  }

  /// The width of a disc, device pixels, when all of them together cover kCovered of the rectangle that the cloud has on the screen.
  static double roomForEach(const DrawContext& context, const SceneContent& content) {
    constexpr double kCovered = 0.15;
    const Box& box = content.points.box();
    glm::dvec2 low(std::numeric_limits<double>::infinity()), high = -low;
    for (int corner = 0; corner < 8; ++corner) {
      const glm::dvec3 at(corner & 1 ? box.maximum.x : box.minimum.x, corner & 2 ? box.maximum.y : box.minimum.y,
                          corner & 4 ? box.maximum.z : box.minimum.z);
      const glm::dvec3 place = context.view.camera.toScreen(context.viewport, at);
      if (place.z <= 0) return std::numeric_limits<double>::infinity();  // the eye is inside of the cloud
      low = glm::min(low, glm::dvec2(place)), high = glm::max(high, glm::dvec2(place));
    }
    return std::sqrt(kCovered * (high.x - low.x) * (high.y - low.y) / std::max<double>(content.frame->chosen.size(), 1));
  }

  Discs discs_;
  CurveLook look_;
};

}  // namespace

std::unique_ptr<Layer> makeChosenLayer(const Programs& programs) { return std::make_unique<ChosenLayer>(programs); }

}  // namespace arete
