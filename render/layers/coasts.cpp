// The coasts around a cloud of places on the earth, below its points: in space on the ground, where the grid is.
#include <cmath>

#include "render/layers/primitives.h"

namespace arete {

namespace {

class CoastsLayer : public Layer {
 public:
  explicit CoastsLayer(const Programs& programs) : lines_(programs, "coasts") {}
  LayerId id() const override { return LayerId::coasts; }

  void draw(const DrawContext& context, const SceneContent& content) override {
    const bool onMap = context.view.axes[0] == 0 && context.view.axes[1] == 1;
    if (content.coasts == nullptr || !onMap || content.cloud.dimension() < 2) return;
    const double finest = context.pixels(context.sketch ? kSketched : kFinest) / context.inPixels(1);
    const Drawn now{content.coasts, content.pointsRevision, context.view.colour(id()), context.flat(), int(std::floor(std::log2(finest)))};
    if (!(now == drawn_)) drawn_ = now, take(content);
    lines_.draw(context, context.toClipFrom(content.points.centre()), {.width = context.pixels(context.view.style(id()).size), .mayBeCrowd = false});
  }

 private:
  static constexpr float kFinest = 1.5f, kSketched = 5;  // logical pixels

  struct Drawn {
    std::shared_ptr<const Coasts> coasts;
    uint64_t points = UINT64_MAX;
    Colour colour;
    bool flat = true;
    int finest = 0;  ///< power of two: pieces that are shorter are joined
    friend bool operator==(const Drawn&, const Drawn&) = default;
  };

  /// In space those within the room that the scene has around the cloud: what is in front of it or behind would be cut off anywhere.
  void take(const SceneContent& content) {
    constexpr double kAround = 0.45;  // of the cloud's diagonal
    const Box& box = content.points.box();
    const glm::dvec3 centre = content.points.centre();
    const glm::dvec2 origin(content.cloud.origin()[0], content.cloud.origin()[1]);
    const glm::dvec2 low = glm::dvec2(box.minimum) - kAround * box.diagonal(), high = glm::dvec2(box.maximum) + kAround * box.diagonal();
    const auto isAround = [&](const glm::dvec2& at) { return at.x > low.x && at.x < high.x && at.y > low.y && at.y < high.y; };
    const auto place = [&](const glm::dvec2& at) { return glm::vec3(glm::dvec3(at, drawn_.flat ? centre.z : box.minimum.z) - centre); };
    const double finest = std::exp2(drawn_.finest);
    std::vector<LineSegment> segments;
    CoastPiece joined{glm::dvec2(NAN), glm::dvec2(NAN)};
    const auto put = [&] {
      const glm::dvec2 a = joined.a - origin, b = joined.b - origin;
      const bool isPiece = joined.a != joined.b && !std::isnan(joined.a.x);
      if (isPiece && (drawn_.flat || (isAround(a) && isAround(b))))
        segments.push_back({place(a), drawn_.colour.packed(), place(b), drawn_.colour.packed()});
    };
    for (const CoastPiece& piece : *content.coasts) {
      const bool goesOn = piece.a == joined.b;
      if (!goesOn || glm::distance(joined.a, joined.b) >= finest) put(), joined.a = piece.a;
      joined.b = piece.b;
    }
    put();
    lines_.set(std::move(segments));
  }

  Lines lines_;
  Drawn drawn_;
};

}  // namespace

std::unique_ptr<Layer> makeCoastsLayer(const Programs& programs) { return std::make_unique<CoastsLayer>(programs); }

}  // namespace arete
