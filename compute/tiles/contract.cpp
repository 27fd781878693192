#include "compute/tiles/contract.h"

#include <algorithm>
#include <cmath>

#include "compute/core/error.h"

namespace arete {

static constexpr std::string_view kTileKinds[] = {"local", "grouped", "extended"};

const ParamInfo kTileKindParam{
    .id = "tile_kind",
    .label = "Tiles",
    .unit = "",
    .kind = ParamKind::choice,
    .defaultValue = double(TileKind::extended),
    .help =
        "'local': tight around their points, blind beyond. 'grouped': exact cells that see the touching tiles. 'extended': exact cells that "
        "see the cloud points within R1.",
    .choices = kTileKinds,
};
const ParamInfo kTilesPerAxisParam{
    .id = "tiles_per_axis",
    .label = "Tiles per axis",
    .unit = "",
    .kind = ParamKind::integer,
    .minimum = 1,
    .maximum = 1024,
    .defaultValue = 3,
    .help = "Into how many equal cells the cloud's bounds are divided along each axis before tiles are halved.",
    .logarithmic = true,
};
const ParamInfo kTiledAxesParam{
    .id = "tiled_axes",
    .label = "Divided axes",
    .unit = "",
    .kind = ParamKind::integer,
    .minimum = 0,
    .maximum = kMaxDimension,
    .defaultValue = 0,
    .help = "How many axes, from the first one, are divided into tiles; the others are only halved where tiles are too full.",
    .zeroText = "all",
};
const ParamInfo kTileCapacityParam{
    .id = "tile_capacity",
    .label = "Tile capacity",
    .unit = "points",
    .kind = ParamKind::integer,
    .minimum = 1,
    .maximum = 1e9,
    .defaultValue = 200'000,
    .help = "A tile with more points is halved, repeatedly.",
    .logarithmic = true,
};
static constexpr std::string_view kHistograms[] = {"automatic", "block", "global"};
const ParamInfo kTileHistogramParam{
    .id = "tile_histogram",
    .label = "Histogram",
    .unit = "",
    .kind = ParamKind::choice,
    .defaultValue = 0,
    .help =
        "Where the GPU counts points: 'block', each block of threads for itself where that fits into its memory; 'global', all in one place; "
        "'automatic', by the number of counters and points. The tree is the same.",
    .choices = kHistograms,
};

static constexpr std::string_view kDivisions[] = {"automatic", "rounds", "buckets"};
const ParamInfo kTileDivisionParam{
    .id = "tile_division",
    .label = "Division",
    .unit = "",
    .kind = ParamKind::choice,
    .defaultValue = 0,
    .help =
        "How the GPU divides local tiles: 'rounds', each looks at all points of tiles that are too full; 'buckets', points are sorted once, and "
        "neighbours move together (float, 2D and 3D, up to 4096 points a tile; else, and where it does not pay, rounds); 'automatic', by the "
        "number of points. The tree is the same.",
    .choices = kDivisions,
};

std::optional<uint32_t> TileTree::leafOf(uint32_t point) const {
  const auto found = std::ranges::find(points, point);
  if (found == points.end()) return {};
  const auto place = uint32_t(found - points.begin());
  const auto leaf = std::ranges::upper_bound(leaves, place, {}, [&](uint32_t each) { return nodes[each].begin; });
  return uint32_t(leaf - leaves.begin()) - 1;
}

double TileTree::roomForChosen(uint32_t node, double r1) const {
  double room = 1;
  for (int k = 0; k < dimension; ++k) room *= std::max(1.0, std::ceil((maximum(node)[size_t(k)] - minimum(node)[size_t(k)]) / r1));
  return std::min(room, double(nodes[node].size()));
}

TilePlan tilePlan(const TileInput& in) {
  TilePlan plan;
  plan.kind = TileKind(int(in.params.get(kTileKindParam)));
  plan.capacity = uint32_t(in.params.get(kTileCapacityParam));
  const auto perAxis = uint32_t(in.params.get(kTilesPerAxisParam));
  const int dimension = in.cloud.dimension(), given = int(in.params.get(kTiledAxesParam));
  const int wanted = given == 0 ? dimension : std::min(given, dimension);
  int divided = 0;
  plan.counts.fill(1);
  for (; divided < wanted && uint64_t(plan.cells) * perAxis <= kMostFirstTiles; ++divided) {
    plan.counts[size_t(divided)] = perAxis;
    plan.cells *= perAxis;
  }
  if (divided < wanted)
    plan.note = "only the first " + std::to_string(divided) + " of " + std::to_string(wanted) + " axes are divided: " + std::to_string(perAxis) +
                " tiles along each would be more than " + std::to_string(kMostFirstTiles) + " cells";
  return plan;
}

void completeTree(TileTree& tree, const TilePlan& plan) {
  tree.note = plan.note;
  uint32_t tooFull = 0, fullest = 0;
  tree.levels.clear();
  tree.leaves.clear();
  for (uint32_t i = 0; i < tree.nodes.size(); ++i) {
    const TileNode& node = tree.nodes[i];
    while (tree.levels.size() <= node.level) tree.levels.push_back(i);
    if (!node.isLeaf() || node.size() == 0) continue;
    tree.leaves.push_back(i);
    if (node.size() > plan.capacity) ++tooFull, fullest = std::max(fullest, node.size());
  }
  tree.levels.push_back(uint32_t(tree.nodes.size()));
  std::sort(tree.leaves.begin(), tree.leaves.end(), [&](uint32_t a, uint32_t b) { return tree.nodes[a].begin < tree.nodes[b].begin; });
  if (tooFull == 0) return;
  tree.note += (tree.note.empty() ? "" : "; ") + std::to_string(tooFull) + (tooFull == 1 ? " tile holds" : " tiles hold") + " more than " +
               std::to_string(plan.capacity) + " points (up to " + std::to_string(fullest) + ") after " + std::to_string(kDeepestTileLevel - 1) +
               " halvings, the limit: points that are equal or nearly so cannot be divided";
}

void checkSurroundingsSize(uint64_t points) {
  if (points <= kMostSurroundingPoints) return;
  throw Error(ErrorKind::wrongUse, "cannot build extended tiles", kTileCapacityParam.id,
              "their surroundings would hold " + std::to_string(points) + " points, more than " + std::to_string(kMostSurroundingPoints),
              "give fewer or larger tiles, or a smaller R1");
}

}  // namespace arete
