// What the leaves of a finished tree know of their surroundings, found by going down the tree: a node whose box is too far away is left
// out with everything in it, and one that is near enough as a whole is taken without looking at its points.
#pragma once

#include <span>

#include "compute/tiles/contract.h"

namespace arete::cpu {

/// Fills in `touching` of grouped tiles, `surroundings` of extended ones, on all threads. `points`: the coordinates in the order of tree.points,
/// row layout. Throws as TileFunction.
template <class T>
void findSurroundings(TileTree& tree, std::span<const T> points, double r1, const StageContext& context);

}  // namespace arete::cpu
