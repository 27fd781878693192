// The versions of local_radius: the reference first, the default (fastest exact) last. Each is defined in the file with its name.
#include "compute/core/version.h"
#include "compute/core/version_function.h"
#include "compute/network/local_radius/stage.h"
#include "compute/network/rules/network_params.h"

namespace arete {

ARETE_CUDA_FUNCTION(LocalRadiusFunction, localRadiusWarps)

std::span<const Version> StageRow<Stage::local_radius>::versions() {
  static constexpr const ParamInfo* kLocalRadiusParams[] = {&kNeighboursWantedParam, &kRadiusCapParam, &kFollowWidthsParam};
  static const Version rows[] = {
      {.id = "local_radius.cpu.sequential",
       .label = "Sequential",
       .shows = "The reference: balls that grow step by step around every super-point until they hold enough points.",
       .source = "network, step 2",
       .parameters = kLocalRadiusParams,
       .function = cpu::localRadiusSequential},
      {.id = "local_radius.cpu.rows",
       .label = "Grid rows",
       .shows = "Radius after radius, the places that have not found theirs look into rows of a grid of about that size, only as far as needed.",
       .source = "network, step 2; 3D, A",
       .parameters = kLocalRadiusParams,
       .function = cpu::localRadiusRows},
      {.id = "local_radius.cuda.warps",
       .label = "One warp per place",
       .shows = "The lanes of a warp look into a ball together, row by row of a grid, until it holds enough.",
       .source = "network, step 2; 3D, A",
       .parameters = kLocalRadiusParams,
       .function = cuda::localRadiusWarps},
  };
  return rows;
}

}  // namespace arete
