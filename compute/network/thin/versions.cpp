// The versions of thin: the reference first, the default (fastest exact) last. Each is defined in the file with its name.
#include "compute/core/version.h"
#include "compute/core/version_function.h"
#include "compute/network/thin/stage.h"

namespace arete {

ARETE_CPU_FUNCTION(ThinFunction, thinPrefixes)
ARETE_CUDA_FUNCTION(ThinFunction, thinTickets)

std::span<const Version> StageRow<Stage::thin>::versions() {
  static const Version rows[] = {
      {.id = "thin.cpu.sequential",
       .label = "Sequential",
       .shows = "The reference: nodes in order of how clear their ridge is; each one taken removes those close to it, of wires only its own.",
       .source = "network, step 5; 3D, C 3",
       .function = cpu::thinSequential},
      {.id = "thin.cpu.prefixes",
       .label = "Parallel prefixes",
       .shows = "Nodes sorted on all threads and decided in doubling prefixes.",
       .source = "network, step 5; 3D, C 3",
       .function = cpu::thinPrefixes},
      {.id = "thin.cuda.tickets",
       .label = "Tickets",
       .shows = "Warps draw the nodes in their order, and wait only for those near theirs, or of their wire, that came before.",
       .source = "network, step 5; 3D, C 3",
       .function = cuda::thinTickets},
  };
  return rows;
}

}  // namespace arete
