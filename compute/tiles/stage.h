// The stage tile: its row of the table of stages, and its versions; each is defined in the file with its name, here.
#pragma once

#include "compute/core/cuda_function.h"
#include "compute/core/stage_info.h"
#include "compute/tiles/contract.h"

namespace arete {

template <>
struct StageRow<Stage::tile> {
  using Function = TileFunction;
  static std::span<const Version> versions();
  static constexpr StageInfo info{.id = "tile",
                                  .title = "Tile",
                                  .help = "Divides the cloud into the tiles in which curves are detected.",
                                  .use = StageUse::tiles,
                                  .time = "Building the tree of tiles."};
};

namespace cpu {
TileTree tileRecursive(const TileInput&, const StageContext&);
TileTree tileParallel(const TileInput&, const StageContext&);
}  // namespace cpu

ARETE_CUDA_FUNCTION(TileFunction, tileLevels)

}  // namespace arete
