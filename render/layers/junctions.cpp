// Where the branches of a network meet and where they end: discs and rings over its lines, so that both are found at a glance. Junctions that most
// resamples lack are in the colour of what is doubted.
#include <algorithm>
#include <array>
#include <climits>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "render/curve_colours.h"
#include "render/layers/primitives.h"

namespace arete {

namespace {

class JunctionsLayer : public Layer {
 public:
  explicit JunctionsLayer(const Programs& programs)
      : junctions_(programs, "junctions"), doubted_(programs, "doubted junctions"), ends_(programs, "ends") {}
  LayerId id() const override { return LayerId::junctions; }

  void draw(const DrawContext& context, const SceneContent& content) override {
    const Frame* frame = content.frame;
    if (frame == nullptr || !showsJunctions(*frame, context.view, context.viewport)) return;
    if (const CurveLook curve(context.view); isNew(content) || !(curve == look_)) look_ = curve, take(content);
    const bool dark = context.view.theme == Theme::dark;
    const float size = context.pixels(context.view.style(id()).size) * shareOfSize(context, content);
    context.flat() ? thinFlat(kRoom * size / context.inPixels(1)) : thinInSpace(context, content.points.centre(), kRoom * size);
    const glm::mat4 toClip = context.toClipFrom(content.points.centre());
    DiscLook look{.diameter = size,
                  .outline = size >= kLeastOutlined ? context.pixels(kOutline) : 0,
                  .colour = context.view.colour(id()).vector(),
                  .outlineColour = dark ? glm::vec4(0.05f, 0.05f, 0.06f, 0.9f) : glm::vec4(1, 1, 1, 0.95f)};
    junctions_.draw(context, toClip, look);
    const glm::vec4 own = std::exchange(look.colour, colourOf(Sign::uncertain, context.view.theme).vector());
    doubted_.draw(context, toClip, look);
    look.colour = own;
    look.hole = kHole, look.diameter = std::max(kEnds * size, 1.0f);
    ends_.draw(context, toClip, look);
  }

 private:
  static constexpr float kOutline = 1.25f;    // logical pixels
  static constexpr float kHole = 0.55f;       // of an end
  static constexpr float kEnds = 0.8f;        // share of the size: there are many, and junctions say more
  static constexpr float kSmallest = 0.45f;   // share of the size that they shrink to at most
  static constexpr float kRoom = 2.0f;        // of the size, that each has for itself
  static constexpr float kLeastOutlined = 5;  // device pixels

  /// Marks are smaller where they would cover the lines between them: junctions are at least about 4 R1 apart, ends of short branches may be nearer.
  float shareOfSize(const DrawContext& context, const SceneContent& content) const {
    constexpr double kApart = 4;
    const double apart = std::min(kApart * content.frame->job.r1(), double(apart_));
    return float(std::clamp(context.inPixels(apart) / context.pixels(context.view.style(LayerId::junctions).size), double(kSmallest), 1.0));
  }

  /// Median over some marks of the distance to the nearest other one; infinite where there is none.
  static float typicallyApart(std::initializer_list<const std::vector<glm::vec3>*> kinds) {
    constexpr size_t kSome = 64;
    std::vector<glm::vec3> marks;
    for (const auto* kind : kinds) marks.insert(marks.end(), kind->begin(), kind->end());
    std::vector<float> nearest;
    for (size_t i = 0; i < marks.size(); i += std::max<size_t>(marks.size() / kSome, 1)) {
      nearest.push_back(std::numeric_limits<float>::infinity());
      for (size_t j = 0; j < marks.size(); ++j)
        if (const glm::vec3 way = marks[j] - marks[i]; j != i) nearest.back() = std::min(nearest.back(), glm::dot(way, way));
    }
    if (nearest.empty()) return std::numeric_limits<float>::infinity();
    const auto middle = nearest.begin() + ptrdiff_t(nearest.size() / 2);
    std::ranges::nth_element(nearest, middle);
    return std::sqrt(*middle);
  }

  void take(const SceneContent& content) {
    constexpr double kDoubted = 0.5;  // of the resamples
    const Frame& frame = *content.frame;
    const std::vector<glm::vec3> nodes = content.locals(frame.curve.nodes);
    const std::vector<bool> shown = shownEdges(frame, look_);
    std::vector<uint32_t> degrees(nodes.size());
    for (size_t e = 0; e < shown.size(); ++e)
      if (shown[e]) ++degrees[frame.curve.edges[e].a], ++degrees[frame.curve.edges[e].b];
    const bool knowsDoubt = frame.support != nullptr && look_.shown(frame) == CurveColour::support;
    std::vector<glm::vec3> junctions, doubted, ends;
    for (uint32_t i = 0; i < nodes.size(); ++i) {
      if (degrees[i] == 1) ends.push_back(nodes[i]);
      if (degrees[i] < 3) continue;
      (knowsDoubt && frame.support->confidenceOf(i) < kDoubted ? doubted : junctions).push_back(nodes[i]);
    }
    apart_ = typicallyApart({&junctions, &doubted, &ends});
    marks_ = {std::move(junctions), std::move(doubted), std::move(ends)};
    thinnedFor_ = kNot;
  }

  /// Seen from so far away that they would pile up, one mark stands for those in a cell as wide as `room`, cloud units.
  void thinFlat(double room) {
    constexpr double kSteps = 2;  // of `room`, in each doubling
    const int step = int(std::floor(kSteps * std::log2(room)));
    if (step == std::exchange(thinnedFor_, step)) return;
    const auto cell = float(std::exp2(step / kSteps));
    keepOnePerCell([&](const glm::vec3& mark) { return Cell{std::llround(mark.x / cell), std::llround(mark.y / cell)}; });
  }

  /// In space marks lie behind each other, too: one stands for those in a cell of the screen, `room` device pixels wide.
  void thinInSpace(const DrawContext& context, const glm::dvec3& centre, double room) {
    const Seen seen{context.view.camera, context.viewport, room};
    if (thinnedFor_ == kInSpace && seen_ == seen) return;
    seen_ = seen, thinnedFor_ = kInSpace;
    keepOnePerCell([&](const glm::vec3& mark) {
      const glm::dvec3 place = seen.camera.toScreen(seen.viewport, centre + glm::dvec3(mark));
      return Cell{std::llround(place.x / room), std::llround(place.y / room)};
    });
  }

  using Cell = std::array<int64_t, 2>;
  /// The first of each cell: junctions say more than ends.
  template <class CellOf>
  void keepOnePerCell(const CellOf& cellOf) {
    std::set<Cell> taken;
    for (size_t kind = 0; kind < marks_.size(); ++kind) {
      std::vector<glm::vec3> kept;
      for (const glm::vec3& mark : marks_[kind])
        if (taken.insert(cellOf(mark)).second) kept.push_back(mark);
      std::array{&junctions_, &doubted_, &ends_}[kind]->set(std::move(kept));
    }
  }

  /// What cells of the screen depend on.
  struct Seen {
    Camera camera;
    Viewport viewport;
    double room;
    friend bool operator==(const Seen&, const Seen&) = default;
  };

  static constexpr int kNot = INT_MIN, kInSpace = INT_MAX;
  Discs junctions_, doubted_, ends_;
  std::array<std::vector<glm::vec3>, 3> marks_;  // all of them, in this order
  int thinnedFor_ = kNot;
  std::optional<Seen> seen_;
  CurveLook look_;
  float apart_ = 0;  // marks, in the cloud's units
};

}  // namespace

std::unique_ptr<Layer> makeJunctionsLayer(const Programs& programs) { return std::make_unique<JunctionsLayer>(programs); }

}  // namespace arete
