// The versions of tile: the reference first, the default (fastest exact) last.
#include "compute/core/version.h"
#include "compute/core/version_function.h"
#include "compute/tiles/stage.h"

namespace arete {

std::span<const Version> StageRow<Stage::tile>::versions() {
  static constexpr const ParamInfo* kTileParams[] = {&kTileKindParam, &kTilesPerAxisParam, &kTiledAxesParam, &kTileCapacityParam};
  static constexpr const ParamInfo* kCudaTileParams[] = {&kTileKindParam,     &kTilesPerAxisParam,  &kTiledAxesParam,
                                                         &kTileCapacityParam, &kTileHistogramParam, &kTileDivisionParam};
  static const Version rows[] = {
      {.id = "tile.cpu.recursive",
       .label = "Recursive",
       .shows = "The reference: a tile that is too full is halved, and each half in turn. Surroundings by comparing each tile with everything.",
       .source = "thesis, algorithms 13-16",
       .parameters = kTileParams,
       .function = cpu::tileRecursive},
      {.id = "tile.cpu.parallel",
       .label = "Level by level",
       .shows = "The same tree on all threads: a counting sort by cell, then every level at once, large tiles in pieces; surroundings found down "
                "the tree.",
       .source = "thesis, algorithms 13-18",
       .parameters = kTileParams,
       .function = cpu::tileParallel},
      {.id = "tile.cuda.levels",
       .label = "Several levels at a time",
       .shows = "The same tree on the GPU: points are only counted, into up to 256 parts of every tile that is too full, until all leaves are known; "
                "then one sort puts them in order. The device decides what comes next.",
       .source = "thesis, 4.2, algorithms 17 and 18",
       .parameters = kCudaTileParams,
       .function = cuda::tileLevels},
  };
  return rows;
}

}  // namespace arete
