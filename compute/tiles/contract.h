// Stage "tile": divides the cloud into boxes, the tiles of a tree. Source: spec "Tiled detection"; thesis algorithms 13–18.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "compute/core/device.h"
#include "compute/core/large_vector.h"
#include "compute/core/param_info.h"
#include "compute/core/point_cloud.h"

namespace arete {

/// What a tile's bounds are, and what it knows of its surroundings.
enum class TileKind : uint8_t {
  local,    ///< tight around its points; nothing
  grouped,  ///< the exact cell, so that neighbours touch; the touching tiles
  extended  ///< the exact cell; the cloud points within R1 of its bounds
};

struct TileInput {
  const PointCloud& cloud;
  double r1;  ///< > 0, in the cloud's units; how far the surroundings of extended tiles reach
  const ParamValues& params;
};

/// Indices that stay on a GPU until they are asked for.
class DeferredIndices {
 public:
  explicit DeferredIndices(std::function<LargeVector<uint32_t>()> fetch) : fetch_(std::move(fetch)) {}
  const LargeVector<uint32_t>& get() {
    std::call_once(once_, [this] { values_ = fetch_(); });
    return values_;
  }

 private:
  std::function<LargeVector<uint32_t>()> fetch_;
  LargeVector<uint32_t> values_;
  std::once_flag once_;
};

/// Lists of indices, one after the other in memory.
struct IndexLists {
  std::vector<uint64_t> starts;            ///< of each list, then the end of the last one; empty: no lists at all
  LargeVector<uint32_t> values;            ///< empty while `later` has them
  std::shared_ptr<DeferredIndices> later;  ///< null: they are here

  bool empty() const { return starts.empty(); }
  uint64_t total() const { return empty() ? 0 : starts.back(); }
  uint64_t sizeOf(size_t list) const { return starts[list + 1] - starts[list]; }
  const LargeVector<uint32_t>& all() const { return later ? later->get() : values; }
  std::span<const uint32_t> of(size_t list) const { return std::span(all()).subspan(starts[list], sizeOf(list)); }
  friend bool operator==(const IndexLists& a, const IndexLists& b) { return a.starts == b.starts && a.all() == b.all(); }
};

struct TileNode {
  static constexpr uint32_t kNone = UINT32_MAX;

  uint32_t parent = kNone;
  uint32_t firstChild = kNone, children = 0;  ///< children are consecutive nodes; a leaf has none
  uint32_t begin = 0, end = 0;                ///< its points: this range of TileTree::points
  uint32_t level = 0;                         ///< 0: the whole cloud; 1: its first division; then halves

  uint32_t size() const { return end - begin; }
  bool isLeaf() const { return children == 0; }
  friend bool operator==(const TileNode&, const TileNode&) = default;
};

struct TileTree;

/// A tree's lists on the device that built it: points of tiles are gathered there, without passing through the host.
class TilesOnDevice {
 public:
  virtual ~TilesOnDevice() = default;
  /// The points of a leaf, followed by its surroundings where these are wanted, as a part of `whole`, from which the tree
  /// was built. `make` gives the same points from the host. Nothing when the context's device is not the tree's.
  virtual std::optional<PointCloud> part(const PointCloud& whole, const TileTree& tree, uint32_t leaf, bool withSurroundings,
                                         std::function<PointArray()> make, const StageContext& context) const = 0;
};

struct TileTree {
  TileKind kind = TileKind::local;
  int dimension = 0;
  std::vector<TileNode> nodes;   ///< level by level, within a level parent by parent; none is empty except the root of an empty cloud
  std::vector<double> bounds;    ///< per node `dimension` minima, then as many maxima, local coordinates
  std::vector<uint32_t> levels;  ///< first node of each level, then the number of nodes
  LargeVector<uint32_t> points;  ///< every cloud point once, in the order of the tiles, ascending within a leaf
  std::vector<uint32_t> leaves;  ///< the nodes that have points and no children, in the order of `points`
  IndexLists touching;           ///< grouped: per leaf the leaves whose bounds touch its own, ascending, without itself
  IndexLists surroundings;       ///< extended: per leaf the cloud points of other leaves within R1 of its bounds, in the order of `points`
  std::string note;              ///< what could not be done as asked for (depth limit reached, fewer axes divided), "" for nothing
  std::shared_ptr<const TilesOnDevice> onDevice;  ///< null where the lists are in host memory only

  std::span<const double> minimum(uint32_t node) const { return std::span(bounds).subspan(2 * size_t(node) * size_t(dimension), size_t(dimension)); }
  std::span<const double> maximum(uint32_t node) const {
    return std::span(bounds).subspan((2 * size_t(node) + 1) * size_t(dimension), size_t(dimension));
  }
  std::span<const uint32_t> pointsOf(uint32_t node) const { return std::span(points).subspan(nodes[node].begin, nodes[node].size()); }
  /// How many levels there are, including that of the whole cloud: the meaning of "levels" everywhere.
  uint32_t levelCount() const { return uint32_t(levels.size()) - 1; }
  /// The leaf (a place in `leaves`) that a cloud point is in. Searches all points.
  std::optional<uint32_t> leafOf(uint32_t point) const;
  /// The thesis drops tiles of a single point: such a tile keeps its point, which others may see, but nothing is detected in it.
  bool isDropped(uint32_t leaf) const { return leaves.size() > 1 && nodes[leaves[leaf]].size() < 2; }
  /// The thesis's estimate of how many points can be chosen in a tile: Π ⌈width / R1⌉, at most its points. Points in opposite corners of a
  /// cell of R1 are farther apart than R1, so this is no bound, and nothing is allocated by it.
  double roomForChosen(uint32_t node, double r1) const;
  /// Equal trees, wherever their lists are.
  friend bool operator==(const TileTree& a, const TileTree& b) {
    return std::tie(a.kind, a.dimension, a.nodes, a.bounds, a.levels, a.points, a.leaves, a.touching, a.surroundings, a.note) ==
           std::tie(b.kind, b.dimension, b.nodes, b.bounds, b.levels, b.points, b.leaves, b.touching, b.surroundings, b.note);
  }
};

/// The tree; the same bits from every version. A tile of more than `tile_capacity` points is halved along axis (level − 1) mod d until
/// kDeepestTileLevel. Throws Cancelled; Error(wrongUse) when the surroundings would not fit into memory.
using TileFunction = TileTree (*)(const TileInput&, const StageContext&);

extern const ParamInfo kTileKindParam;       ///< choice of TileKind
extern const ParamInfo kTilesPerAxisParam;   ///< cells along each divided axis at level 1
extern const ParamInfo kTiledAxesParam;      ///< how many axes, from the first, level 1 divides; 0 = all
extern const ParamInfo kTileCapacityParam;   ///< tiles of more points are halved
extern const ParamInfo kTileHistogramParam;  ///< on a GPU, choice of where points are counted: automatic, block, global
extern const ParamInfo kTileDivisionParam;   ///< on a GPU, choice of how local tiles are divided: automatic, rounds, buckets

inline constexpr uint32_t kDeepestTileLevel = 64;                      ///< equal points cannot be told apart by any halving
inline constexpr uint32_t kMostFirstTiles = 1 << 20;                   ///< cells of level 1
inline constexpr uint64_t kMostSurroundingPoints = uint64_t(1) << 29;  ///< of all tiles together

/// The parameters as used on this cloud, the same for all versions.
struct TilePlan {
  TileKind kind = TileKind::local;
  std::array<uint32_t, kMaxDimension> counts{};  ///< cells of level 1 by axis
  uint32_t cells = 1;                            ///< their product, at most kMostFirstTiles
  uint32_t capacity = 1;
  std::string note;  ///< where fewer axes are divided than asked for

  bool exactCells() const { return kind != TileKind::local; }
  bool divides(const TileNode& node) const { return node.level == 0 ? node.size() > 0 : node.size() > capacity && node.level < kDeepestTileLevel; }
};
TilePlan tilePlan(const TileInput& in);

/// Fills in `levels`, `leaves` and `note` from the nodes.
void completeTree(TileTree& tree, const TilePlan& plan);

/// Throws Error(wrongUse) when the surroundings hold more than kMostSurroundingPoints.
void checkSurroundingsSize(uint64_t points);

}  // namespace arete
