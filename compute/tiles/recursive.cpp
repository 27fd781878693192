// tile.cpu.recursive: row 0 of its stage, as the thesis writes it: a function that divides a tile and calls itself for the parts.
// Memory: a list of indices per tile. Cost: n per level; surroundings are found by comparing each leaf with all others, or with all
// points. Obvious on purpose, never tuned. Source: thesis, algorithms 13–16; formulas 4.1 and 4.2.
#include <algorithm>
#include <deque>
#include <iterator>

#include "compute/tiles/contract.h"
#include "compute/tiles/tile_rule.h"

namespace arete::cpu {

namespace {

struct Tile {
  std::vector<double> low, high;
  std::vector<uint32_t> points;
  uint32_t level = 0, begin = 0, end = 0;
  std::vector<Tile> children;
};

class RecursiveBuilder {
 public:
  RecursiveBuilder(const TileInput& in, const StageContext& context)
      : cloud_(in.cloud), r1_(in.r1), plan_(tilePlan(in)), context_(context), dimension_(size_t(in.cloud.dimension())) {}

  TileTree build() {
    Tile root;
    for (uint32_t i = 0; i < cloud_.size(); ++i) root.points.push_back(i);
    for (size_t k = 0; k < dimension_; ++k) root.low.push_back(cloud_.bounds().minimum[k]), root.high.push_back(cloud_.bounds().maximum[k]);
    tree_.kind = plan_.kind;
    tree_.dimension = cloud_.dimension();
    divide(root);
    flatten(root);
    completeTree(tree_, plan_);
    if (plan_.kind == TileKind::grouped) findTouching();
    if (plan_.kind == TileKind::extended) findSurroundings();
    return std::move(tree_);
  }

 private:
  void divide(Tile& tile) {
    context_.checkStop();
    tile.begin = uint32_t(tree_.points.size());
    tile.end = tile.begin + uint32_t(tile.points.size());
    if (!plan_.divides({.begin = tile.begin, .end = tile.end, .level = tile.level})) {
      tree_.points.insert(tree_.points.end(), tile.points.begin(), tile.points.end());
      return;
    }
    std::array<uint32_t, kMaxDimension> counts = plan_.counts;
    if (tile.level > 0) counts.fill(1), counts[(tile.level - 1) % dimension_] = 2;
    tile.children = parts(tile, counts);
    tile.points = {};
    for (Tile& child : tile.children) divide(child);
  }

  /// The cells of a tile that have points.
  std::vector<Tile> parts(const Tile& tile, const std::array<uint32_t, kMaxDimension>& counts) const {
    size_t cells = 1;
    for (size_t k = 0; k < dimension_; ++k) cells *= counts[k];
    std::vector<std::vector<uint32_t>> points(cells);
    for (const uint32_t i : tile.points) points[cellOf(i, tile, counts)].push_back(i);
    std::vector<Tile> found;
    for (size_t cell = 0; cell < cells; ++cell)
      if (!points[cell].empty()) found.push_back(part(tile, counts, cell, std::move(points[cell])));
    return found;
  }

  size_t cellOf(uint32_t point, const Tile& tile, const std::array<uint32_t, kMaxDimension>& counts) const {
    size_t cell = 0, stride = 1;
    for (size_t k = 0; k < dimension_; stride *= counts[k++])
      cell += stride * shared::tileCell(cloud_.points().coordinate(point, int(k)), tile.low[k], tile.high[k], counts[k]);
    return cell;
  }

  Tile part(const Tile& tile, const std::array<uint32_t, kMaxDimension>& counts, size_t cell, std::vector<uint32_t> points) const {
    Tile child{.points = std::move(points), .level = tile.level + 1};
    for (size_t k = 0; k < dimension_; cell /= counts[k++]) {
      const auto at = uint32_t(cell % counts[k]);
      double low = shared::tileBoundary(tile.low[k], tile.high[k], at, counts[k]);
      double high = shared::tileBoundary(tile.low[k], tile.high[k], at + 1, counts[k]);
      if (!plan_.exactCells()) {
        const auto coordinate = [&](uint32_t i) { return cloud_.points().coordinate(i, int(k)); };
        low = high = coordinate(child.points.front());
        for (const uint32_t i : child.points) low = std::min(low, coordinate(i)), high = std::max(high, coordinate(i));
      }
      child.low.push_back(low);
      child.high.push_back(high);
    }
    return child;
  }

  /// Level by level.
  void flatten(const Tile& root) {
    std::deque<std::pair<const Tile*, uint32_t>> open{{&root, TileNode::kNone}};  // with the parent's number
    for (; !open.empty(); open.pop_front()) {
      const auto [tile, parent] = open.front();
      const auto number = uint32_t(tree_.nodes.size());
      tree_.nodes.push_back({.parent = parent, .begin = tile->begin, .end = tile->end, .level = tile->level});
      tree_.bounds.insert(tree_.bounds.end(), tile->low.begin(), tile->low.end());
      tree_.bounds.insert(tree_.bounds.end(), tile->high.begin(), tile->high.end());
      if (parent != TileNode::kNone && tree_.nodes[parent].children++ == 0) tree_.nodes[parent].firstChild = number;
      for (const Tile& child : tile->children) open.emplace_back(&child, number);
    }
  }

  void findTouching() {
    tree_.touching.starts = {0};
    for (const uint32_t a : tree_.leaves) {
      context_.checkStop();
      for (uint32_t other = 0; other < tree_.leaves.size(); ++other)
        if (const uint32_t b = tree_.leaves[other]; a != b && squaredGap(a, tree_.minimum(b).data(), tree_.maximum(b).data()) == 0)
          tree_.touching.values.push_back(other);
      tree_.touching.starts.push_back(tree_.touching.values.size());
    }
  }

  void findSurroundings() {
    tree_.surroundings.starts = {0};
    std::vector<double> point(dimension_);
    for (const uint32_t leaf : tree_.leaves) {
      context_.checkStop();
      for (uint32_t place = 0; place < tree_.points.size(); ++place) {
        if (tree_.nodes[leaf].begin <= place && place < tree_.nodes[leaf].end) continue;
        for (size_t k = 0; k < dimension_; ++k) point[k] = cloud_.points().coordinate(tree_.points[place], int(k));
        if (squaredGap(leaf, point.data(), point.data()) <= r1_ * r1_) tree_.surroundings.values.push_back(tree_.points[place]);
      }
      checkSurroundingsSize(tree_.surroundings.values.size());
      tree_.surroundings.starts.push_back(tree_.surroundings.values.size());
    }
  }

  double squaredGap(uint32_t node, const double* low, const double* high) const {
    return shared::squaredGap(&tree_.bounds[2 * node * dimension_], &tree_.bounds[(2 * node + 1) * dimension_], low, high, int(dimension_));
  }

  const PointCloud& cloud_;
  const double r1_;
  const TilePlan plan_;
  const StageContext& context_;
  const size_t dimension_;
  TileTree tree_;
};

}  // namespace

TileTree tileRecursive(const TileInput& in, const StageContext& context) { return RecursiveBuilder(in, context).build(); }

}  // namespace arete::cpu
