// The surroundings of the leaves of a finished tree, found on the GPU: for each leaf a thread goes down the tree and lists the leaves
// near it, then warps look at their points, piece by piece. Everything is counted first, then written to the places given by sums of the counts.
#pragma once

#include "compute/tiles/contract.h"
#include "compute/tiles/device_tiles.cuh"

namespace arete::cuda {

/// Fills in `touching` of grouped tiles, `surroundings` of extended ones. `order`: tree.points on the device. `tiles`: may keep the surroundings,
/// else, or when they are too many, or null, they come to the host. Throws as TileFunction.
template <class T>
void findSurroundings(TileTree& tree, const DevicePoints<T>& points, const uint32_t* order, double r1, const std::shared_ptr<DeviceTiles>& tiles,
                      const StageContext& context);

}  // namespace arete::cuda
