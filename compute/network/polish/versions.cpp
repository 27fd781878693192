// The versions of polish: the reference first, the default (fastest exact) last. Each is defined in the file with its name.
#include "compute/core/version.h"
#include "compute/core/version_function.h"
#include "compute/network/polish/stage.h"

namespace arete {

ARETE_CPU_FUNCTION(PolishFunction, polishRows)
ARETE_CUDA_FUNCTION(PolishFunction, polishWarps)

std::span<const Version> StageRow<Stage::polish>::versions() {
  static const Version rows[] = {
      {.id = "polish.cpu.sequential",
       .label = "Sequential",
       .shows = "The reference: every node moves towards its neighbours, then back onto the ridge.",
       .source = "network, step 12",
       .function = cpu::polishSequential},
      {.id = "polish.cpu.rows",
       .label = "Grid rows",
       .shows = "One thread per node; balls are rows of a grid, summed a register at a time.",
       .source = "network, step 12; 3D, A",
       .function = cpu::polishRows},
      {.id = "polish.cuda.warps",
       .label = "One warp per node",
       .shows = "The lanes of a warp sum the ball of a node together.",
       .source = "network, step 12; 3D, A",
       .function = cuda::polishWarps},
  };
  return rows;
}

}  // namespace arete
