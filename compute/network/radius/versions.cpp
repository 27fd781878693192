// The versions of radius: the reference first, the default (fastest exact) last. Each is defined in the file with its name.
#include "compute/core/version.h"
#include "compute/core/version_function.h"
#include "compute/network/radius/stage.h"

namespace arete {

ARETE_CUDA_FUNCTION(RadiusFunction, radiusWarps)

std::span<const Version> StageRow<Stage::radius>::versions() {
  static const Version rows[] = {
      {.id = "radius.cpu.sequential",
       .label = "Sequential",
       .shows = "The reference: every ball goes through all cells of its size, and is moved twice to the middle of what it holds.",
       .source = "radius",
       .function = cpu::radiusSequential},
      {.id = "radius.cpu.blocks",
       .label = "Blocks of cells",
       .shows = "Cells lie in blocks that a hash table finds; all threads share the balls.",
       .source = "radius",
       .function = cpu::radiusBlocks},
      {.id = "radius.cuda.warps",
       .label = "One warp per ball",
       .shows = "The lanes of a warp take the blocks that a ball touches; their sums of integers are added up.",
       .source = "radius",
       .function = cuda::radiusWarps},
  };
  return rows;
}

}  // namespace arete
