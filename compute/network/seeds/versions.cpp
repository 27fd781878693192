// The versions of seeds: the reference first, the default (fastest exact) last. Each is defined in the file with its name.
#include "compute/core/version.h"
#include "compute/core/version_function.h"
#include "compute/network/seeds/stage.h"

namespace arete {

ARETE_CPU_FUNCTION(SeedsFunction, seedsPrefixes)
ARETE_CUDA_FUNCTION(SeedsFunction, seedsTickets)

std::span<const Version> StageRow<Stage::seeds>::versions() {
  static const Version rows[] = {
      {.id = "seeds.cpu.sequential",
       .label = "Sequential",
       .shows = "The reference: super-points in order of weight; each one taken excludes those close to it.",
       .source = "network, step 3",
       .function = cpu::seedsSequential},
      {.id = "seeds.cpu.prefixes",
       .label = "Parallel prefixes",
       .shows = "The same answer in doubling prefixes: all threads find what their places would remove, then these are taken in order.",
       .source = "network, step 3",
       .function = cpu::seedsPrefixes},
      {.id = "seeds.cuda.tickets",
       .label = "Tickets",
       .shows = "Warps draw the super-points in their order, and wait only for those near theirs that came before.",
       .source = "network, step 3",
       .function = cuda::seedsTickets},
  };
  return rows;
}

}  // namespace arete
