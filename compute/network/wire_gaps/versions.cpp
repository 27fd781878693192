// The versions of wire_gaps: the reference first, the default (fastest exact) last. Each is defined in the file with its name.
#include "compute/core/version.h"
#include "compute/core/version_function.h"
#include "compute/network/wire_gaps/stage.h"

namespace arete {

ARETE_CUDA_FUNCTION(WireGapsFunction, wireGapsWarps)

std::span<const Version> StageRow<Stage::wire_gaps>::versions() {
  static const Version rows[] = {
      {.id = "wire_gaps.cpu.sequential",
       .label = "Sequential",
       .shows = "The reference: pairs of ends that point at each other, the shortest and straightest gaps first.",
       .source = "3D, C 5",
       .function = cpu::wireGapsSequential},
      {.id = "wire_gaps.cuda.warps",
       .label = "One warp per end",
       .shows = "Every end looks at the ends around it at once; the host joins the best pairs.",
       .source = "3D, C 5",
       .function = cuda::wireGapsWarps},
  };
  return rows;
}

}  // namespace arete
