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
       .shows = "The reference: every node moves towards its neighbours, of wires towards the line through them, then back onto the ridge.",
       .source = "network, step 12; 3D, C 6",
       .function = cpu::polishSequential},
      {.id = "polish.cpu.rows",
       .label = "Grid rows",
       .shows = "One thread per node; balls are rows of a grid, summed a register at a time; of wires only rows along the axis are read.",
       .source = "network, step 12; 3D, A, C 6",
       .function = cpu::polishRows},
      {.id = "polish.cuda.warps",
       .label = "One warp per node",
       .shows = "The lanes of a warp sum the ball of a node together, or its spheroid.",
       .source = "network, step 12; 3D, A, C 6",
       .function = cuda::polishWarps},
  };
  return rows;
}

}  // namespace arete
