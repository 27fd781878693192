// The tiles of a detection: the boxes of one level of their tree (with the leaves above it), in two dimensions rectangles, coloured by how
// full they are, by their level, or by what happens in them; extended ones with the surroundings that they see.
#include <algorithm>
#include <cmath>

#include "render/layers/primitives.h"

namespace arete {

namespace {

class TilesLayer : public Layer {
 public:
  explicit TilesLayer(const Programs& programs)
      : tiles_(programs, "tiles"), surroundings_(programs, "surroundings of tiles"), selected_(programs, "selected tile") {}
  LayerId id() const override { return LayerId::tiles; }

  void draw(const DrawContext& context, const SceneContent& content) override {
    const View& view = context.view;
    const Look look{view.tiles, view.colour(id()), view.colour(LayerId::chosen), view.colourMap, context.flat(), context.options.selectedPoint};
    if (isNew(content) || !(look == look_)) upload(content, look);
    if (context.sketch && tiles_.count() > kManySegments) return;
    const glm::mat4 toClip = context.toClipFrom(content.points.centre());
    const float width = context.pixels(view.style(id()).size);
    surroundings_.draw(context, toClip, {.width = width, .opacity = kSurroundingsOpacity});
    tiles_.draw(context, toClip, {.width = width});
    constexpr float kStronger = 2.5f;
    selected_.draw(context, toClip, {.width = kStronger * width});
  }

 private:
  static constexpr float kSurroundingsOpacity = 0.55f;
  static constexpr size_t kManySegments = 20'000;

  /// What the segments depend on besides the frame.
  struct Look {
    TileLook tiles;
    Colour plain, moving;
    ColourMap map = ColourMap::viridis;
    bool flat = true;
    std::optional<uint32_t> selectedPoint;
    friend bool operator==(const Look&, const Look&) = default;
  };

  void upload(const SceneContent& content, const Look& look) {
    look_ = look;
    std::vector<LineSegment> tiles, surroundings, selected;
    if (content.frame != nullptr && content.frame->tiles) {
      const Frame& frame = *content.frame;
      const TileTree& tree = *frame.tiles;
      const std::vector<TileState> states = statesOf(frame);
      const auto wanted = selectedNode(tree);
      for (uint32_t node = 0; node < tree.nodes.size(); ++node) {
        if (!look.tiles.shows(tree, node)) continue;
        const uint32_t colour = colourOf(tree, node, states).packed();
        addBox(tiles, content, tree, node, 0, colour);
        const bool sees = tree.kind == TileKind::extended && tree.nodes[node].isLeaf();
        if (sees && (look.tiles.surroundings || node == wanted)) addSurroundings(surroundings, content, tree, node, frame.job.r1(), colour);
        if (node == wanted) addBox(selected, content, tree, node, 0, look.moving.packed());
      }
    }
    tiles_.set(std::move(tiles));
    surroundings_.set(std::move(surroundings));
    selected_.set(std::move(selected));
  }

  uint32_t selectedNode(const TileTree& tree) const {
    const auto leaf = look_.selectedPoint ? tree.leafOf(*look_.selectedPoint) : std::nullopt;
    if (!leaf) return TileNode::kNone;
    uint32_t node = tree.leaves[*leaf];
    while (!look_.tiles.shows(tree, node) && tree.nodes[node].parent != TileNode::kNone) node = tree.nodes[node].parent;
    return node;
  }

  Colour colourOf(const TileTree& tree, uint32_t node, const std::vector<TileState>& states) const {
    const TileNode& tile = tree.nodes[node];
    switch (look_.tiles.colourBy) {
      case TileColour::count: return sample(look_.map, std::log1p(tile.size()) / std::log1p(tree.nodes[0].size()));
      case TileColour::level: return sample(look_.map, double(tile.level) / std::max(1u, tree.levelCount() - 1));
      case TileColour::state: break;
    }
    Colour colour = look_.plain;
    if (!tile.isLeaf()) return colour;
    const auto leaf = std::ranges::lower_bound(tree.leaves, tile.begin, {}, [&](uint32_t each) { return tree.nodes[each].begin; });
    const TileState state = states[size_t(leaf - tree.leaves.begin())];
    if (state == TileState::moving) return look_.moving;
    if (state == TileState::empty) colour.a = uint8_t(colour.a / 3);
    return colour;
  }

  /// Corners of a tile's box on the axes that are drawn, `room` larger on every side; 0 for coordinates that the cloud does not have.
  static std::pair<glm::vec3, glm::vec3> box(const SceneContent& content, const TileTree& tree, uint32_t node, double room) {
    const glm::dvec3 centre = content.points.centre();
    glm::vec3 low(0), high(0);
    for (int k = 0; k < 3; ++k) {
      const int axis = content.points.axes()[size_t(k)];
      if (axis < 0 || axis >= tree.dimension) continue;
      low[k] = float(tree.minimum(node)[size_t(axis)] - room - centre[k]);
      high[k] = float(tree.maximum(node)[size_t(axis)] + room - centre[k]);
    }
    return {low, high};
  }

  static void addBox(std::vector<LineSegment>& segments, const SceneContent& content, const TileTree& tree, uint32_t node, double room,
                     uint32_t colour) {
    const auto [low, high] = box(content, tree, node, room);
    for (int axis = 0; axis < 3; ++axis) {
      if (high[axis] <= low[axis]) continue;  // the box is flat: two or four of its edges are one
      const int across = (axis + 1) % 3, up = (axis + 2) % 3;
      for (int i = 0; i < (high[across] > low[across] ? 2 : 1); ++i)
        for (int j = 0; j < (high[up] > low[up] ? 2 : 1); ++j) {
          glm::vec3 from = low;
          if (i == 1) from[across] = high[across];
          if (j == 1) from[up] = high[up];
          glm::vec3 to = from;
          to[axis] = high[axis];
          segments.push_back({from, colour, to, colour});
        }
    }
  }

  /// What lies within R1 of a box. In two dimensions its outline has round corners; in space the box around it is drawn.
  void addSurroundings(std::vector<LineSegment>& segments, const SceneContent& content, const TileTree& tree, uint32_t node, double r1,
                       uint32_t colour) const {
    const auto [low, high] = box(content, tree, node, 0);
    if (!look_.flat || high.z > low.z) return addBox(segments, content, tree, node, r1, colour);
    constexpr int kPerCorner = 6;
    std::vector<glm::vec3> outline;
    const glm::vec2 corners[] = {{high.x, high.y}, {low.x, high.y}, {low.x, low.y}, {high.x, low.y}};
    for (int corner = 0; corner < 4; ++corner)
      for (int i = 0; i <= kPerCorner; ++i) {
        const double angle = (corner + double(i) / kPerCorner) * std::acos(0.0);
        outline.emplace_back(corners[corner].x + float(r1 * std::cos(angle)), corners[corner].y + float(r1 * std::sin(angle)), low.z);
      }
    for (size_t i = 0; i < outline.size(); ++i) segments.push_back({outline[i], colour, outline[(i + 1) % outline.size()], colour});
  }

  Lines tiles_, surroundings_, selected_;
  Look look_;
};

}  // namespace

std::unique_ptr<Layer> makeTilesLayer(const Programs& programs) { return std::make_unique<TilesLayer>(programs); }

}  // namespace arete
