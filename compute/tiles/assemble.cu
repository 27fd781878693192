#include "compute/tiles/assemble.cuh"

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
void assembleTightBounds(TileTree& tree, const Bounds& cloud, std::span<const OrderedBits<T>> lows, std::span<const OrderedBits<T>> highs,
                         std::span<const uint32_t> order) {
  const auto d = size_t(tree.dimension);
  tree.bounds.resize(tree.nodes.size() * 2 * d);
  for (const uint32_t leaf : tree.leaves)
    for (size_t k = 0; k < d; ++k) {
      const size_t from = order[leaf] * d + k, at = leaf * 2 * d + k;
      tree.bounds[at] = double(fromOrdered<T>(lows[from])), tree.bounds[at + d] = double(fromOrdered<T>(highs[from]));
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
template void assembleTightBounds<float>(TileTree&, const Bounds&, std::span<const OrderedBits<float>>, std::span<const OrderedBits<float>>,
                                         std::span<const uint32_t>);
template void assembleTightBounds<double>(TileTree&, const Bounds&, std::span<const OrderedBits<double>>, std::span<const OrderedBits<double>>,
                                          std::span<const uint32_t>);

}  // namespace arete::cuda
