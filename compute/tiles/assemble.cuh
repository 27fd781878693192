// Makes the tree on the host from the results of the GPU.
#pragma once

#include <span>

#include "compute/tiles/contract.h"
#include "compute/tiles/ordered.cuh"

namespace arete::cuda {

struct DeviceTileNode {
  uint32_t parent, begin, end, level;
};

/// Fills in the nodes. `nodes`: in any order; `order`: of these, level by level and by their points.
void assembleNodes(TileTree& tree, std::span<const DeviceTileNode> nodes, std::span<const uint32_t> order);

/// `bounds`: of the nodes before they were put in order.
void assembleBounds(TileTree& tree, std::span<const double> bounds, std::span<const uint32_t> order);

/// Leaves have the bounds of their points, other nodes those of their children, the root those of the cloud. `lows`, `highs`: of the nodes before
/// they were put in order, `dimension` each, right for leaves. Where both −0 and 0 are the least or the largest, either may be the bound.
template <class T>
void assembleTightBounds(TileTree& tree, const Bounds& cloud, std::span<const OrderedBits<T>> lows, std::span<const OrderedBits<T>> highs,
                         std::span<const uint32_t> order);

}  // namespace arete::cuda
