#include "compute/tiles/surroundings.h"

#include <algorithm>
#include <array>
#include <atomic>

#include "compute/tiles/tile_rule.h"

namespace arete::cpu {

namespace {

using Found = std::vector<uint32_t>;

/// One list per leaf from find(leaf, list).
template <class Find>
IndexLists listsOf(size_t leaves, const StageContext& context, const Find& find) {
  std::vector<Found> found(leaves);
  std::atomic<uint64_t> total = 0;
  ThreadPool& pool = context.device.threads();
  pool.forEachRange(leaves, 1, [&](size_t leaf, size_t, int) {
    context.checkStop();
    find(uint32_t(leaf), found[leaf]);
    checkSurroundingsSize(total += found[leaf].size());
  });
  IndexLists lists;
  lists.starts = {0};
  for (const Found& each : found) lists.starts.push_back(lists.starts.back() + each.size());
  lists.values.resize(lists.starts.back());
  pool.forEachRange(leaves, 1, [&](size_t leaf, size_t, int) {
    context.checkStop();
    std::copy(found[leaf].begin(), found[leaf].end(), lists.values.begin() + ptrdiff_t(lists.starts[leaf]));
  });
  return lists;
}

class Finder {
 public:
  Finder(const TileTree& tree, const StageContext& context) : tree_(tree), context_(context) {}

  void findTouching(uint32_t leaf, Found& found) const {
    const uint32_t node = tree_.leaves[leaf];
    const auto beginOf = [&](uint32_t each) { return tree_.nodes[each].begin; };
    forEachLeafNear(node, 0, [&](uint32_t other) {
      const auto place = std::ranges::lower_bound(tree_.leaves, beginOf(other), {}, beginOf);
      found.push_back(uint32_t(place - tree_.leaves.begin()));
    });
  }

  /// D: the dimension where the compiler should know it, else 0.
  template <size_t D, class T>
  void findSurroundings(uint32_t leaf, std::span<const T> points, double r1, Found& found) const {
    const uint32_t node = tree_.leaves[leaf];
    const double reach = r1 * r1;
    const size_t dimension = D > 0 ? D : size_t(tree_.dimension);
    std::vector<uint32_t> near;
    size_t most = 0;
    forEachLeafNear(node, reach, [&](uint32_t other) { near.push_back(other), most += tree_.nodes[other].size(); });
    found.reserve(most);
    std::array<double, kMaxDimension> low, high;
    std::copy_n(tree_.minimum(node).begin(), dimension, low.begin());
    std::copy_n(tree_.maximum(node).begin(), dimension, high.begin());
    for (const uint32_t other : near) {
      context_.checkStop();
      const auto indices = tree_.pointsOf(other);
      if (shared::squaredGapToFarthest(tree_.minimum(node).data(), tree_.maximum(node).data(), tree_.minimum(other).data(),
                                       tree_.maximum(other).data(), tree_.dimension) <= reach) {
        found.insert(found.end(), indices.begin(), indices.end());
        continue;
      }
      const T* at = &points[tree_.nodes[other].begin * dimension];
      for (const uint32_t i : indices) {
        double squared = 0;  // the bits of shared::squaredGap, without its branches
        for (size_t k = 0; k < dimension; ++k) {
          const double x = double(*at++), gap = std::max(std::max(low[k] - x, x - high[k]), 0.0);
          squared += gap * gap;
        }
        if (squared <= reach) found.push_back(i);
      }
    }
  }

 private:
  /// Calls visit(other) for the other leaves whose boxes are within reach of that of `node`, in the order of the points.
  template <class Visit>
  void forEachLeafNear(uint32_t node, double squaredReach, const Visit& visit) const {
    std::vector<uint32_t> open{0};
    while (!open.empty()) {
      const uint32_t at = open.back();
      open.pop_back();
      if (at == node || squaredGap(node, tree_.minimum(at).data(), tree_.maximum(at).data()) > squaredReach) continue;
      const TileNode& tile = tree_.nodes[at];
      if (tile.isLeaf()) visit(at);
      for (uint32_t child = tile.children; child-- > 0;) open.push_back(tile.firstChild + child);
    }
  }

  double squaredGap(uint32_t node, const double* low, const double* high) const {
    return shared::squaredGap(tree_.minimum(node).data(), tree_.maximum(node).data(), low, high, tree_.dimension);
  }

  const TileTree& tree_;
  const StageContext& context_;
};

}  // namespace

template <class T>
void findSurroundings(TileTree& tree, std::span<const T> points, double r1, const StageContext& context) {
  const Finder finder(tree, context);
  if (tree.kind == TileKind::grouped)
    tree.touching = listsOf(tree.leaves.size(), context, [&](uint32_t leaf, Found& found) { finder.findTouching(leaf, found); });
  if (tree.kind == TileKind::extended)
    tree.surroundings = listsOf(tree.leaves.size(), context, [&](uint32_t leaf, Found& found) {
      if (tree.dimension == 2) finder.findSurroundings<2>(leaf, points, r1, found);
      else if (tree.dimension == 3) finder.findSurroundings<3>(leaf, points, r1, found);
      else finder.findSurroundings<0>(leaf, points, r1, found);
    });
}

template void findSurroundings<float>(TileTree&, std::span<const float>, double, const StageContext&);
template void findSurroundings<double>(TileTree&, std::span<const double>, double, const StageContext&);

}  // namespace arete::cpu
