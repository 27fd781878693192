// Points of the cloud for which a user's version gives another answer, and a ring around the one whose difference is told.
#include "render/layers/primitives.h"

namespace arete {

namespace {

class DifferingLayer : public Layer {
 public:
  explicit DifferingLayer(const Programs& programs) : points_(programs, "differing points"), at_(programs, "differing point") {}
  LayerId id() const override { return LayerId::differing; }

  void draw(const DrawContext& context, const SceneContent& content) override {
    if (content.differing == nullptr) return;
    const bool isOther = isNew(content);
    if (isOther || revision_ != content.differingRevision) upload(content);
    const glm::mat4 toClip = context.toClipFrom(content.points.centre());
    const float diameter = context.pixels(context.view.style(id()).size);
    const glm::vec4 colour = context.view.colour(id()).vector();
    points_.draw(context, toClip, {.diameter = diameter, .colour = colour});
    at_.draw(context, toClip, {.diameter = kRing * diameter, .colour = colour, .hole = kHole});
  }

 private:
  static constexpr float kRing = 3, kHole = 0.78f;  // diameters of a point; share of the ring's radius

  void upload(const SceneContent& content) {
    revision_ = content.differingRevision;
    std::vector<glm::vec3> places = content.locals(content.differing->places);
    at_.set(content.differing->at < places.size() ? std::vector<glm::vec3>{places[content.differing->at]} : std::vector<glm::vec3>());
    points_.set(std::move(places));
  }

  Discs points_, at_;
  uint64_t revision_ = UINT64_MAX;
};

}  // namespace

glm::dvec3 DifferingMarks::place(size_t number, const std::array<int, 3>& axes) const {
  glm::dvec3 place(0);
  for (int k = 0; k < 3; ++k)
    if (const int axis = axes[size_t(k)]; axis >= 0 && axis < places.dimension()) place[k] = places.coordinate(uint32_t(number), axis);
  return place;
}

std::unique_ptr<Layer> makeDifferingLayer(const Programs& programs) { return std::make_unique<DifferingLayer>(programs); }

}  // namespace arete
