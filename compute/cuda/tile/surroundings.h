// What the leaves of a finished tree know of their surroundings, found on the GPU: a thread goes down the tree for each leaf and lists what is
// near it, warps look at the points of that, piece by piece. Everything is counted first, then written where sums of the counts say.
#pragma once

#include "compute/cuda/tile/device_tiles.h"
#include "compute/stages/tile.h"

namespace arete::cuda {

/// Fills in `touching` of grouped tiles, `margin` of extended ones. `order`: tree.points on the device. `tiles`: may keep the margins, else, or
/// when they are too many, or null, they come to the host. Throws as TileFunction.
template <class T>
void findSurroundings(TileTree& tree, const DevicePoints<T>& points, const uint32_t* order, double r1, const std::shared_ptr<DeviceTiles>& tiles,
                      const StageContext& context);

}  // namespace arete::cuda
