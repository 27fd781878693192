// The versions of wire_strands: the reference first, the default (fastest exact) last. Each is defined in the file with its name.
#include "compute/core/version.h"
#include "compute/core/version_function.h"
#include "compute/network/wire_strands/stage.h"

namespace arete {

ARETE_CPU_FUNCTION(WireStrandsFunction, wireStrandsCostsAside)
ARETE_CUDA_FUNCTION(WireStrandsFunction, wireStrandsOneBlock)

std::span<const Version> StageRow<Stage::wire_strands>::versions() {
  static const Version rows[] = {
      {.id = "wire_strands.cpu.sequential",
       .label = "Sequential",
       .shows = "The reference: pairs by their cost; each node is joined once on either side.",
       .source = "3D, C 4",
       .function = cpu::wireStrandsSequential},
      {.id = "wire_strands.cpu.costs_aside",
       .label = "Costs precomputed",
       .shows = "All threads list and sort candidates; then they are gone through in order.",
       .source = "3D, C 4",
       .function = cpu::wireStrandsCostsAside},
      {.id = "wire_strands.cuda.one_block",
       .label = "One block",
       .shows = "One warp per node lists candidates; one block takes, round after round, what comes first at both its slots.",
       .source = "3D, C 4",
       .function = cuda::wireStrandsOneBlock},
  };
  return rows;
}

}  // namespace arete
