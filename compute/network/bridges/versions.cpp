// The versions of bridges: the reference first, the default (fastest exact) last. Each is defined in the file with its name.
#include "compute/core/version.h"
#include "compute/core/version_function.h"
#include "compute/network/bridges/stage.h"

namespace arete {

ARETE_CPU_FUNCTION(BridgesFunction, bridgesDirectionsAside)
ARETE_CUDA_FUNCTION(BridgesFunction, bridgesDirectionsAside)

std::span<const Version> StageRow<Stage::bridges>::versions() {
  static const Version rows[] = {
      {.id = "bridges.cpu.sequential",
       .label = "Sequential",
       .shows = "The reference: from each end to what it points at.",
       .source = "network, step 11; 2D, section 1",
       .function = cpu::bridgesSequential},
      {.id = "bridges.cpu.directions_aside",
       .label = "Directions first",
       .shows = "Finds once where ends point, and on all threads what they may be joined to; then builds bridges in order.",
       .source = "network, step 11; 2D, section 1",
       .function = cpu::bridgesDirectionsAside},
      {.id = "bridges.cuda.directions_aside",
       .label = "Directions first",
       .shows = "One warp per end looks at the nodes around it; the host builds the possible bridges one after the other.",
       .source = "network, step 11; 2D, section 1",
       .function = cuda::bridgesDirectionsAside},
  };
  return rows;
}

}  // namespace arete
