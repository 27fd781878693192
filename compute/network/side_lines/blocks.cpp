// side_lines.cpu.blocks: super-points that follow each other in rows of a grid lie in small blocks, whose places have the same few edges near them: a
// block asks a tree of boxes once for all that may be nearest to one of its places, and all of them look at those at once, a lane each. A place that
// has two edges as near as each other, but for what rounding does, asks the tree itself, as its search is what the stage goes by. All threads build
// the tree and take blocks. Memory: the tree, 88 bytes an edge, 480 bytes a station; the grids (compute/network/look/row_grid.h). Cost: a search for
// each block, some ten edges for each super-point, some hundred numbers for each station of a busy branch. Floor: reading the super-points once.
// Loses to a search for each place where places are as far apart as edges are long. Source: as that of its stage.
#include <algorithm>
#include <atomic>

#include "compute/network/look/ball_look.h"
#include "compute/network/side_lines/contract.h"
#include "compute/network/side_lines/side_tree.h"

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define ARETE_SIDE_PROCESSORS [[gnu::target_clones("default", "avx2", "avx512f")]]
#else
#define ARETE_SIDE_PROCESSORS
#endif

namespace arete::cpu {

namespace {

constexpr int kSideLanes = 8;  // places of a block, at most

/// An edge, as places look at it.
template <int D>
struct SideSegment {
  double from[D], way[D], squaredLength = 0;

  explicit SideSegment(const double* ends) {
    for (int k = 0; k < D; ++k) {
      from[k] = ends[k], way[k] = ends[D + k] - ends[k];
      squaredLength += way[k] * way[k];
    }
    if (!(squaredLength > 0)) squaredLength = 1;  // all ways along it are 0
  }
};

/// One that may be the nearest of a place in a block.
struct NearEdge {
  uint32_t segment;  // in the tree
  double distance;   // from the block's centre
};

/// Places side by side, and of each the nearest edge so far, by its turn, how near it is, and the second one.
template <int D>
struct SideLanes {
  double place[D][kSideLanes], squared[kSideLanes], second[kSideLanes], turn[kSideLanes];
};

template <int D>
[[gnu::always_inline]] inline void lookAtEach(std::span<const SideSegment<D>> edges, SideLanes<D>& lanes) {
  for (size_t turn = 0; turn < edges.size(); ++turn) {
    const SideSegment<D>& edge = edges[turn];
    for (int i = 0; i < kSideLanes; ++i) {
      double along = 0, squared = 0;
      for (int k = 0; k < D; ++k) along += edge.way[k] * (lanes.place[k][i] - edge.from[k]);
      double share = along / edge.squaredLength;
      share = share < 0 ? 0 : share;
      share = share > 1 ? 1 : share;
      for (int k = 0; k < D; ++k) {
        const double difference = lanes.place[k][i] - (edge.from[k] + share * edge.way[k]);
        squared += difference * difference;
      }
      const bool isNearer = squared < lanes.squared[i];
      const double farther = isNearer ? lanes.squared[i] : squared;
      lanes.second[i] = farther < lanes.second[i] ? farther : lanes.second[i];
      lanes.squared[i] = isNearer ? squared : lanes.squared[i];
      lanes.turn[i] = isNearer ? double(turn) : lanes.turn[i];
    }
  }
}
ARETE_SIDE_PROCESSORS void lookAtEdges(std::span<const SideSegment<2>> edges, SideLanes<2>& lanes) { lookAtEach<2>(edges, lanes); }
ARETE_SIDE_PROCESSORS void lookAtEdges(std::span<const SideSegment<3>> edges, SideLanes<3>& lanes) { lookAtEach<3>(edges, lanes); }

/// Counts places of a grid, block after block. One for each thread.
template <int D>
class SideBlocks {
 public:
  SideBlocks(const SideTree& network, const shared::RowView& rows, std::span<SideProfile> profiles)
      : tree_(network.tree().view()), view_(network.branches().view()), slack_(1e-6 * view_.r1), rows_(rows), profiles_(profiles) {}

  /// Of the rows, from the place `begin` on.
  void count(uint32_t begin, uint32_t end) {
    while (begin < end) {
      const Block block = blockFrom(begin, end);
      gather(block);
      if (!near_.empty()) countPlaces(begin, block.end);
      begin = block.end;
    }
  }

 private:
  struct Block {
    uint32_t end;
    shared::Vector3 centre;
    double radius;
  };
  Block blockFrom(uint32_t begin, uint32_t end) const {
    constexpr double kWidest = 1.75;  // R1, from corner to corner
    const double widest = kWidest * view_.r1;
    shared::Vector3 low = rows_.place<D>(begin), high = low;
    uint32_t last = begin + 1;
    for (; last < std::min(begin + kSideLanes, end); ++last) {
      const shared::Vector3 place = rows_.place<D>(last);
      shared::Vector3 lower = low, upper = high;
      for (int k = 0; k < D; ++k) lower.set(k, std::min(lower[k], place[k])), upper.set(k, std::max(upper[k], place[k]));
      if (squaredDistance(lower, upper) > widest * widest) break;
      low = lower, high = upper;
    }
    return {last, (low + high) * 0.5, distance(low, high) / 2};
  }

  /// All edges that may be the nearest of a place in the block, as far as rounding tells.
  void gather(const Block& block) {
    near_.clear();
    const double more = 2 * (block.radius + slack_), centre[] = {block.centre.x, block.centre.y, block.centre.z};
    double reach = view_.sight() + block.radius + slack_;
    tree_.visitWithin<D>(reach * reach, centre, [&](uint32_t segment, double squared) {
      near_.push_back({segment, std::sqrt(squared)});
      reach = std::min(reach, near_.back().distance + more);
      return reach * reach;
    });
    std::erase_if(near_, [&](const NearEdge& edge) { return edge.distance > reach; });
    segments_.clear();
    for (const NearEdge& edge : near_) segments_.emplace_back(tree_.ends + size_t(edge.segment) * 2 * D);
  }

  void countPlaces(uint32_t begin, uint32_t end) const {
    SideLanes<D> lanes;
    for (uint32_t i = 0; i < kSideLanes; ++i) {  // lanes without a place of their own have the last one's
      const shared::Vector3 place = rows_.place<D>(std::min(begin + i, end - 1));
      for (int k = 0; k < D; ++k) lanes.place[k][i] = place[k];
      lanes.squared[i] = lanes.second[i] = HUGE_VAL, lanes.turn[i] = 0;
    }
    lookAtEdges(std::span<const SideSegment<D>>(segments_), lanes);
    for (uint32_t at = begin; at < end; ++at) {
      const SideCount count = countOf(rows_.place<D>(at), lanes, at - begin);
      if (count.station != SideCount::kNowhere)
        std::atomic_ref(weightAt(profiles_, count)).fetch_add(int64_t(rows_.places.weight[at]), std::memory_order_relaxed);
    }
  }

  SideCount countOf(const shared::Vector3& place, const SideLanes<D>& lanes, uint32_t lane) const {
    const double least = std::sqrt(lanes.squared[lane]), clear = least + slack_;
    if (lanes.second[lane] <= clear * clear || std::abs(least - view_.sight()) <= slack_) return view_.template countOf<D>(place, tree_);
    if (least > view_.sight()) return {};
    return view_.countOf(place, tree_.numbers[near_[size_t(lanes.turn[lane])].segment]);
  }

  const shared::SegmentTreeView tree_;
  const SideView view_;
  const double slack_;  // so that rounding leaves no edge out
  const shared::RowView& rows_;
  const std::span<SideProfile> profiles_;
  std::vector<NearEdge> near_;
  std::vector<SideSegment<D>> segments_;  // of those
};

std::vector<SideProfile> sideProfiles(const SideTree& network, const RowGrid& grid, uint32_t places, int dimension, const StageContext& context) {
  constexpr size_t kGrain = 512;
  std::vector<SideProfile> profiles(network.branches().stations().size());
  context.device.threads().forEachRange(places, kGrain, [&](size_t begin, size_t end, int) {
    context.checkStop();
    if (dimension == 2) SideBlocks<2>(network, grid.view(), profiles).count(uint32_t(begin), uint32_t(end));
    else SideBlocks<3>(network, grid.view(), profiles).count(uint32_t(begin), uint32_t(end));
  });
  return profiles;
}

/// Gives the nodes what they would have if they had come to rest where they are.
void measureAll(std::span<RidgeNode> nodes, double ball, const BallLook& look, const StageContext& context) {
  constexpr size_t kGrain = 16;
  context.device.threads().forEachRange(nodes.size(), kGrain, [&](size_t begin, size_t end, int) {
    context.checkStop();
    BallLook own = look;
    for (RidgeNode& node : nodes.subspan(begin, end - begin)) measure(node, own.view(node.place, ball));
  });
}

}  // namespace

SideLines sideLinesBlocks(const SideLinesInput& in, const StageContext& context) {
  if (!mayHaveSideLines(in)) return noSideLines(in);
  const double ball = sideBall(in);
  const SideTree network(in, context);
  const BallLook look(in.points, ball, ball, context);
  const std::vector<SideProfile> profiles = sideProfiles(network, look.grid(ball), in.points.size(), in.points.dimension, context);
  SideLines lines = linesBeside(in, network.branches(), profiles, network.nearest(), context);
  measureAll(lines.added, ball, look, context);
  return lines;
}

}  // namespace arete::cpu
