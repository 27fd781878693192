// The versions of junctions: the reference first, the default (fastest exact) last. Each is defined in the file with its name.
#include "compute/core/version.h"
#include "compute/core/version_function.h"
#include "compute/network/junctions/stage.h"

namespace arete {

ARETE_CPU_FUNCTION(JunctionsFunction, junctionsShortWalks)
ARETE_CUDA_FUNCTION(JunctionsFunction, junctionsOneBlock)

std::span<const Version> StageRow<Stage::junctions>::versions() {
  static const Version rows[] = {
      {.id = "junctions.cpu.sequential",
       .label = "Sequential",
       .shows = "The reference: sweeps over pairs of junctions, the closest first.",
       .source = "2D, step 11b",
       .function = cpu::junctionsSequential},
      {.id = "junctions.cpu.short_walks",
       .label = "Short walks",
       .shows = "One thread per junction; branches are walked no farther than another junction may be to become one with it.",
       .source = "2D, step 11b",
       .function = cpu::junctionsShortWalks},
      {.id = "junctions.cuda.one_block",
       .label = "One block",
       .shows = "All sweeps in one launch: one thread per junction walks short branches; the shortest are merged one after the other.",
       .source = "2D, step 11b",
       .function = cuda::junctionsOneBlock},
  };
  return rows;
}

}  // namespace arete
