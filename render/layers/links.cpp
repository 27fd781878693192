// Lines from points to their neighbours, coloured by their length.
#include <cmath>
#include <numbers>

#include "render/layers/primitives.h"

namespace arete {

namespace {

class LinksLayer : public Layer {
 public:
  explicit LinksLayer(const Programs& programs) : lines_(programs, "links"), cells_(programs, "cells") {}
  LayerId id() const override { return LayerId::links; }

  void draw(const DrawContext& context, const SceneContent& content) override {
    const LayerStyle& style = context.view.style(id());
    if (isNew(content) || links_ != content.linksRevision || !(style.colour == colour_) || map_ != context.view.colourMap) {
      links_ = content.linksRevision;
      colour_ = style.colour;
      map_ = context.view.colourMap;
      upload(content);
    }
    cells_.draw(context, context.toClipFrom(content.points.centre()), {.width = context.pixels(1)});
    const bool many = lines_.count() > kManyLines;
    lines_.draw(context, context.toClipFrom(content.points.centre()), {.width = context.pixels(style.size), .opacity = many ? 0.55f : 0.9f});
  }

 private:
  static constexpr size_t kManyLines = 5000;
  static constexpr Colour kEdge{150, 165, 190, 150};

  void upload(const SceneContent& content) {
    std::vector<LineSegment> segments;
    const size_t count = content.links == nullptr ? 0 : content.links->distances.size();
    segments.reserve(count);
    const ColourTable colours(map_);
    const double range = count > 0 ? content.links->farthest - content.links->nearest : 0;
    const std::vector<glm::vec3> ends = count > 0 ? content.locals(content.links->ends) : std::vector<glm::vec3>();
    for (size_t i = 0; i < count; ++i) {
      const double share = range > 0 ? (content.links->distances[i] - content.links->nearest) / range : 0;
      const uint32_t colour = colour_ ? colour_->packed() : colours.at(share);
      segments.push_back({ends[2 * i], colour, ends[2 * i + 1], colour});
    }
    lines_.set(std::move(segments));
    std::vector<LineSegment> cells;
    if (content.links != nullptr)
      for (const Bounds& cell : content.links->cells) addEdges(content, cell, cells);
    if (content.links != nullptr && !content.links->ball.empty()) addBall(content, *content.links, cells);
    cells_.set(std::move(cells));
  }

  static bool isDrawn(const SceneContent& content, int k) {
    return content.points.axes()[size_t(k)] >= 0 && content.points.axes()[size_t(k)] < content.cloud.dimension();
  }

  /// A circle on each pair of the drawn axes: one in the plane, three in space.
  static void addBall(const SceneContent& content, const Links& links, std::vector<LineSegment>& segments) {
    constexpr int kSides = 96;
    glm::vec3 centre(0);
    for (int k = 0; k < 3; ++k)
      if (isDrawn(content, k)) centre[k] = float(links.ball[size_t(content.points.axes()[size_t(k)])] - content.points.centre()[k]);
    for (int k = 0; k < 3; ++k) {
      const int u = k, v = (k + 1) % 3;
      if (!isDrawn(content, u) || !isDrawn(content, v)) continue;
      const auto at = [&](int side) {
        const double angle = 2 * std::numbers::pi * side / kSides;
        glm::vec3 place = centre;
        place[u] += float(links.radius * std::cos(angle)), place[v] += float(links.radius * std::sin(angle));
        return place;
      };
      for (int side = 0; side < kSides; ++side) segments.push_back({at(side), kEdge.packed(), at(side + 1), kEdge.packed()});
    }
  }

  /// The edges of a box on the drawn axes: 4 in the plane, 12 in space.
  static void addEdges(const SceneContent& content, const Bounds& cell, std::vector<LineSegment>& segments) {
    const auto drawn = [&](int k) { return isDrawn(content, k); };
    const auto corner = [&](int bits) {
      glm::vec3 at(0);
      for (int k = 0; k < 3; ++k) {
        if (!drawn(k)) continue;
        const auto axis = size_t(content.points.axes()[size_t(k)]);
        at[k] = float((bits >> k & 1 ? cell.maximum : cell.minimum)[axis] - content.points.centre()[k]);
      }
      return at;
    };
    for (int k = 0; k < 3; ++k)
      for (int bits = 0; bits < 8 && drawn(k); ++bits) {
        bool flat = (bits >> k & 1) != 0;  // an edge begins at its low end
        for (int other = 0; other < 3; ++other) flat = flat || (!drawn(other) && (bits >> other & 1) != 0);
        if (!flat) segments.push_back({corner(bits), kEdge.packed(), corner(bits | 1 << k), kEdge.packed()});
      }
  }

  Lines lines_, cells_;
  uint64_t links_ = UINT64_MAX;
  std::optional<Colour> colour_;
  ColourMap map_ = ColourMap::viridis;
};

}  // namespace

std::unique_ptr<Layer> makeLinksLayer(const Programs& programs) { return std::make_unique<LinksLayer>(programs); }

}  // namespace arete
