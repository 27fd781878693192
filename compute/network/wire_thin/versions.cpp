// The versions of wire_thin: the reference first, the default (fastest exact) last. Each is defined in the file with its name.
#include "compute/core/version.h"
#include "compute/core/version_function.h"
#include "compute/network/wire_thin/stage.h"

namespace arete {

ARETE_CPU_FUNCTION(WireThinFunction, wireThinPrefixes)
ARETE_CUDA_FUNCTION(WireThinFunction, wireThinTickets)

std::span<const Version> StageRow<Stage::wire_thin>::versions() {
  static const Version rows[] = {
      {.id = "wire_thin.cpu.sequential",
       .label = "Sequential",
       .shows = "The reference: nodes by how clear their wire is; each one taken removes those of its wire close to it.",
       .source = "3D, C 3",
       .function = cpu::wireThinSequential},
      {.id = "wire_thin.cpu.prefixes",
       .label = "Prefixes",
       .shows = "In doubling prefixes of the order all threads look for what the nodes would remove; then these are taken in order.",
       .source = "3D, C 3",
       .function = cpu::wireThinPrefixes},
      {.id = "wire_thin.cuda.tickets",
       .label = "Tickets",
       .shows = "Warps draw nodes in their order; each waits only for those of its wire that came before.",
       .source = "3D, C 3",
       .function = cuda::wireThinTickets},
  };
  return rows;
}

}  // namespace arete
