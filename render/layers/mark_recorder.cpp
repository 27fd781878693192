#include "render/layers/mark_recorder.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>

namespace arete {

namespace {

Colour colourOf(const glm::vec4& colour) {
  const auto byte = [](float share) { return uint8_t(std::lround(std::clamp(share, 0.0F, 1.0F) * 255)); };
  return {byte(colour.r), byte(colour.g), byte(colour.b), byte(colour.a)};
}

/// Of both ends of a segment, as packed.
uint32_t middleColour(const LineSegment& segment, float opacity) {
  const auto middle = [&](int shift) { return ((segment.colourA >> shift & 255) + (segment.colourB >> shift & 255) + 1) / 2; };
  return Colour{uint8_t(middle(0)), uint8_t(middle(8)), uint8_t(middle(16)), uint8_t(std::lround(float(middle(24)) * opacity))}.packed();
}

Colour unpacked(uint32_t colour) { return {uint8_t(colour), uint8_t(colour >> 8), uint8_t(colour >> 16), uint8_t(colour >> 24)}; }

/// Segments joined where exactly two of one colour meet.
class Paths {
 public:
  Paths(std::span<const LineSegment> segments, float opacity) : segments_(segments), used_(segments.size()) {
    for (uint32_t s = 0; s < segments.size(); ++s)
      for (const uint32_t end : {0u, 1u}) ends_[key(s, end, opacity)].push_back(2 * s + end);
    for (uint32_t s = 0; s < segments.size(); ++s) colours_.push_back(middleColour(segments[s], opacity));
  }

  /// Calls use(points, colour) for each path: first those with ends, then the closed ones.
  template <class Use>
  void forEach(Use&& use) {
    for (const bool closed : {false, true})
      for (uint32_t s = 0; s < segments_.size(); ++s)
        for (const uint32_t end : {0u, 1u})
          if (!used_[s] && (closed || !goesOn(2 * s + end))) use(walk(2 * s + end), unpacked(colours_[s]));
  }

 private:
  using Key = std::tuple<float, float, float, uint32_t>;

  const glm::vec3& place(uint32_t end) const { return end % 2 == 0 ? segments_[end / 2].a : segments_[end / 2].b; }
  Key key(uint32_t s, uint32_t end, float opacity) const {
    const glm::vec3& at = place(2 * s + end);
    return {at.x, at.y, at.z, middleColour(segments_[s], opacity)};
  }
  const std::vector<uint32_t>& meeting(uint32_t end) const {
    const glm::vec3& at = place(end);
    return ends_.at({at.x, at.y, at.z, colours_[end / 2]});
  }
  bool goesOn(uint32_t end) const { return meeting(end).size() == 2; }

  /// From an end on, until the path has another one or comes back.
  std::vector<glm::vec3> walk(uint32_t end) {
    std::vector<glm::vec3> points{place(end)};
    for (;;) {
      used_[end / 2] = true;
      const uint32_t other = end ^ 1u;
      points.push_back(place(other));
      if (!goesOn(other)) return points;
      const std::vector<uint32_t>& both = meeting(other);
      end = both[0] == other ? both[1] : both[0];
      if (used_[end / 2]) return points;
    }
  }

  std::span<const LineSegment> segments_;
  std::vector<bool> used_;
  std::vector<uint32_t> colours_;
  std::map<Key, std::vector<uint32_t>> ends_;  // the ends of segments that meet at a place
};

/// From clip space to pixels; and what OpenGL cuts off before the eye.
class Screen {
 public:
  explicit Screen(const DrawContext& context) : size_(context.partSize()) {}

  static float inFront(const glm::vec4& clip) { return clip.z + clip.w; }
  std::array<double, 2> at(const glm::vec4& clip) const {
    return {(double(clip.x) / clip.w * 0.5 + 0.5) * size_.x, (0.5 - double(clip.y) / clip.w * 0.5) * size_.y};
  }
  bool seen(const std::vector<std::array<double, 2>>& points, double room) const {
    for (int k = 0; k < 2; ++k) {
      const auto less = [k](const auto& a, const auto& b) { return a[size_t(k)] < b[size_t(k)]; };
      const auto [least, most] = std::minmax_element(points.begin(), points.end(), less);
      if ((*most)[size_t(k)] < -room || (*least)[size_t(k)] > (k == 0 ? size_.x : size_.y) + room) return false;
    }
    return true;
  }

 private:
  glm::dvec2 size_;
};

/// The parts of a path in front of the eye, with their mean depth.
struct Part {
  std::vector<std::array<double, 2>> points;
  double depth = 0;
};

std::vector<Part> partsOf(const std::vector<glm::vec3>& path, const glm::mat4& toClip, const Screen& screen) {
  std::vector<Part> parts;
  glm::vec4 before(0);
  const auto add = [&](const glm::vec4& clip) { parts.back().points.push_back(screen.at(clip)), parts.back().depth += clip.z / clip.w; };
  for (size_t i = 0; i < path.size(); ++i) {
    const glm::vec4 now = toClip * glm::vec4(path[i], 1);
    const float wasIn = i > 0 ? Screen::inFront(before) : -1, isIn = Screen::inFront(now);
    if (i > 0 && (wasIn > 0) != (isIn > 0)) {
      if (isIn > 0) parts.emplace_back();
      add(before + (now - before) * (wasIn / (wasIn - isIn)));
    } else if (i == 0 && isIn > 0) {
      parts.emplace_back();
    }
    if (isIn > 0) add(now);
    before = now;
  }
  for (Part& part : parts) part.depth /= double(part.points.size());
  return parts;
}

constexpr int kRanks = 4;  // of a layer: halos, lines, outlines of discs, discs

}  // namespace

void MarkRecorder::put(VectorMark mark, int rank, double depth) {
  mark.layer = layer_;
  placed_.push_back({std::move(mark), rank, depth});
}

void MarkRecorder::lines(const DrawContext& context, const glm::mat4& toClip, std::span<const LineSegment> segments, const LineLook& look) {
  const Screen screen(context);
  const int rank = kRanks * int(layer_);
  Paths(segments, look.opacity).forEach([&](const std::vector<glm::vec3>& path, Colour colour) {
    for (Part& part : partsOf(path, toClip, screen)) {
      if (!screen.seen(part.points, look.width + look.halo)) continue;
      VectorMark mark{.points = std::move(part.points), .width = look.width, .colour = colour};
      if (look.halo > 0) {
        VectorMark halo = mark;
        halo.width = look.width + 2 * double(look.halo), halo.colour = colourOf(look.haloColour);
        put(std::move(halo), rank, part.depth);
      }
      put(std::move(mark), rank + 1, part.depth);
    }
  });
}

void MarkRecorder::discs(const DrawContext& context, const glm::mat4& toClip, std::span<const glm::vec3> centres, const DiscLook& look) {
  const Screen screen(context);
  const int above = kRanks * int(layer_) + 2, below = kRanks * int(LayerId::curve) - 2;
  const int rank = look.overLines ? above : below;
  for (const glm::vec3& centre : centres) {
    const glm::vec4 clip = toClip * glm::vec4(centre, 1);
    if (Screen::inFront(clip) <= 0) continue;
    VectorMark mark{.shape = VectorMark::Shape::disc, .points = {screen.at(clip)}, .width = look.diameter, .hole = look.hole};
    if (!screen.seen(mark.points, look.diameter + look.outline)) continue;
    const double depth = clip.z / clip.w;
    if (look.outline > 0) {
      VectorMark outline = mark;
      outline.width = look.diameter + 2 * double(look.outline), outline.hole = 0, outline.colour = colourOf(look.outlineColour);
      put(std::move(outline), rank, depth);
    }
    mark.colour = colourOf(look.colour);
    put(std::move(mark), rank, depth);  // right after its outline: a nearer one's lies over it
  }
}

std::vector<VectorMark> MarkRecorder::take() {
  const auto farther = [](const Placed& a, const Placed& b) { return a.rank != b.rank ? a.rank < b.rank : a.depth > b.depth; };
  std::stable_sort(placed_.begin(), placed_.end(), farther);
  std::vector<VectorMark> marks;
  for (Placed& placed : placed_) marks.push_back(std::move(placed.mark));
  placed_.clear();
  return marks;
}

}  // namespace arete
