// tile.cuda.levels with the times of its parts, for benchmarks.
#pragma once

#include "compute/tiles/contract.h"

namespace arete::cuda {

/// ms by the GPU's clock between events on its stream, launching included.
struct TileTimes {
  float cells = 0;         // the first division; with buckets, making these before
  float rounds = 0;        // all further ones, including waits for the host
  float points = 0;        // points into the order of the parts that the rounds leave; with buckets, of the leaves
  float bounds = 0;        // tiles that blocks divide, tight bounds, nodes level by level
  float download = 0;      // the tree to the host
  float surroundings = 0;  // touching tiles or surrounding points, and their way to the host
  uint32_t roundCount = 0, nodeCount = 0;
  uint32_t bucketCount = 0;  // with those that were cut; 0: rounds looked at points
};

/// Builds the tree; fills in `times` when it is not null.
TileTree tileLevelsTimed(const TileInput& in, const StageContext& context, TileTimes* times);

}  // namespace arete::cuda
