// The versions of wire_polish: the reference first, the default (fastest exact) last. Each is defined in the file with its name.
#include "compute/core/version.h"
#include "compute/core/version_function.h"
#include "compute/network/wire_polish/stage.h"

namespace arete {

ARETE_CPU_FUNCTION(WirePolishFunction, wirePolishRows)
ARETE_CUDA_FUNCTION(WirePolishFunction, wirePolishWarps)

std::span<const Version> StageRow<Stage::wire_polish>::versions() {
  static const Version rows[] = {
      {.id = "wire_polish.cpu.sequential",
       .label = "Sequential",
       .shows = "The reference: every node towards the line through its neighbours, then back onto the wire.",
       .source = "3D, C 6",
       .function = cpu::wirePolishSequential},
      {.id = "wire_polish.cpu.rows",
       .label = "Rows",
       .shows = "One thread per node; of the points only those along the wire are read, in rows of a grid.",
       .source = "3D, C 6",
       .function = cpu::wirePolishRows},
      {.id = "wire_polish.cuda.warps",
       .label = "One warp per node",
       .shows = "The lanes of a warp look through a spheroid together; all nodes go at once.",
       .source = "3D, C 6",
       .function = cuda::wirePolishWarps},
  };
  return rows;
}

}  // namespace arete
