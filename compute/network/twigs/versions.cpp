// The versions of twigs: the reference first, the default (fastest exact) last.
#include "compute/core/version.h"
#include "compute/network/twigs/stage.h"

namespace arete {

std::span<const Version> StageRow<Stage::twigs>::versions() {
  static const Version rows[] = {
      {.id = "twigs.cpu.sequential",
       .label = "Sequential",
       .shows = "The reference: what no edge is near to is put together, and joined to the nearest node.",
       .source = "none",
       .function = cpu::twigsSequential},
      {.id = "twigs.cpu.flags_aside",
       .label = "Flags first",
       .shows = "Finds on all threads what is near an edge; the rest is little.",
       .source = "none",
       .function = cpu::twigsFlagsAside},
      {.id = "twigs.cuda.flags_aside",
       .label = "Flags first",
       .shows = "One warp per edge flags what is near it; the host puts together what is left over.",
       .source = "none",
       .function = cuda::twigsFlagsAside},
  };
  return rows;
}

}  // namespace arete
