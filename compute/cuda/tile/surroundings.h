// What the leaves of a finished tree know of their surroundings, found on the GPU: a thread goes down the tree for each leaf and lists what is
// near it, warps look at the points of that, piece by piece. Everything is counted first, then written where sums of the counts say.
#pragma once

#include "compute/cuda/cuda_device.h"
#include "compute/stages/tile.h"

namespace arete::cuda {

/// Fills in `touching` of grouped tiles, `margin` of extended ones. `order`: tree.points on the device. Throws as TileFunction.
template <class T>
void findSurroundings(TileTree& tree, const DevicePoints<T>& points, const uint32_t* order, double r1, const StageContext& context);

}  // namespace arete::cuda
