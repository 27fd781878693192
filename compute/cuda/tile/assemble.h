// The tree on the host from what the GPU made.
#pragma once

#include <span>

#include "compute/stages/tile.h"

namespace arete::cuda {

struct DeviceTileNode {
  uint32_t parent, begin, end, level;
};

template <class T>
struct Extent {
  T low, high;
};
template <class T, int kAxes>
struct Extents {
  Extent<T> axes[kAxes];
};
inline constexpr int kAxesTogether = 3;  // of which the extents of a leaf are found, and lie, together

/// Fills in the nodes. `nodes`: in any order; `order`: of these, level by level and by their points.
void assembleNodes(TileTree& tree, std::span<const DeviceTileNode> nodes, std::span<const uint32_t> order);

/// `bounds`: of the nodes before they were put in order.
void assembleBounds(TileTree& tree, std::span<const double> bounds, std::span<const uint32_t> order);

/// Leaves have the bounds of their points, other nodes those of their children, the root those of the cloud. `leaves`: for each
/// kAxesTogether axes, or as many as are left, their extents leaf by leaf.
template <class T>
void assembleTightBounds(TileTree& tree, const Bounds& cloud, std::span<const Extent<T>> leaves);

}  // namespace arete::cuda
