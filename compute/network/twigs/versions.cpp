// The versions of twigs: the reference first, the default (fastest exact) last. Each is defined in the file with its name.
#include "compute/core/version.h"
#include "compute/core/version_function.h"
#include "compute/network/twigs/stage.h"

namespace arete {

ARETE_CPU_FUNCTION(TwigsFunction, twigsFlagsAside)
ARETE_CUDA_FUNCTION(TwigsFunction, twigsFlagsAside)

std::span<const Version> StageRow<Stage::twigs>::versions() {
  static const Version rows[] = {
      {.id = "twigs.cpu.sequential",
       .label = "Sequential",
       .shows = "The reference: what no edge is near to is put together, and joined to the nearest node.",
       .source = "none",
       .function = cpu::twigsSequential},
      {.id = "twigs.cpu.flags_aside",
       .label = "Flags precomputed",
       .shows = "Finds on all threads what is near an edge; the rest is little.",
       .source = "none",
       .function = cpu::twigsFlagsAside},
      {.id = "twigs.cuda.flags_aside",
       .label = "Flags precomputed",
       .shows = "One warp per edge flags what is near it; the host puts together what is left over.",
       .source = "none",
       .function = cuda::twigsFlagsAside},
  };
  return rows;
}

}  // namespace arete
