#include "compute/cuda/tile/assemble.h"

#include <algorithm>

namespace arete::cuda {

void assembleNodes(TileTree& tree, std::span<const DeviceTileNode> nodes, std::span<const uint32_t> order) {
  std::vector<uint32_t> placeOf(nodes.size());
  tree.nodes.reserve(nodes.size());
  for (const uint32_t number : order) {
    const DeviceTileNode& node = nodes[number];
    const auto place = uint32_t(tree.nodes.size());
    placeOf[number] = place;
    const uint32_t parent = place == 0 ? TileNode::kNone : placeOf[node.parent];  // parents come first
    tree.nodes.push_back({.parent = parent, .begin = node.begin, .end = node.end, .level = node.level});
    if (place > 0 && tree.nodes[parent].children++ == 0) tree.nodes[parent].firstChild = place;
  }
}

void assembleBounds(TileTree& tree, std::span<const double> bounds, std::span<const uint32_t> order) {
  const size_t size = 2 * size_t(tree.dimension);
  tree.bounds.reserve(bounds.size());
  for (const uint32_t number : order) {
    const auto of = bounds.subspan(number * size, size);
    tree.bounds.insert(tree.bounds.end(), of.begin(), of.end());
  }
}

template <class T>
void assembleTightBounds(TileTree& tree, const Bounds& cloud, std::span<const Extent<T>> leaves) {
  const auto d = size_t(tree.dimension);
  tree.bounds.resize(tree.nodes.size() * 2 * d);
  for (size_t leaf = 0; leaf < tree.leaves.size(); ++leaf)
    for (size_t k = 0; k < d; ++k) {
      const size_t first = k - k % kAxesTogether, together = std::min<size_t>(kAxesTogether, d - first);
      const Extent<T>& extent = leaves[first * tree.leaves.size() + leaf * together + k - first];
      const size_t at = tree.leaves[leaf] * 2 * d + k;
      tree.bounds[at] = double(extent.low), tree.bounds[at + d] = double(extent.high);
    }
  for (size_t node = tree.nodes.size(); node-- > 1;) {
    const TileNode& tile = tree.nodes[node];
    double* const low = &tree.bounds[node * 2 * d];
    double* const high = low + d;
    for (uint32_t child = 0; child < tile.children; ++child) {
      const double* const from = &tree.bounds[(tile.firstChild + child) * 2 * d];
      for (size_t k = 0; k < d; ++k) {
        low[k] = child == 0 ? from[k] : std::min(low[k], from[k]);
        high[k] = child == 0 ? from[d + k] : std::max(high[k], from[d + k]);
      }
    }
  }
  for (size_t k = 0; k < d; ++k) tree.bounds[k] = cloud.minimum[k], tree.bounds[d + k] = cloud.maximum[k];
}
template void assembleTightBounds<float>(TileTree&, const Bounds&, std::span<const Extent<float>>);
template void assembleTightBounds<double>(TileTree&, const Bounds&, std::span<const Extent<double>>);

}  // namespace arete::cuda
