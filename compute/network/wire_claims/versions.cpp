// The versions of wire_claims: the reference first, the default (fastest exact) last. Each is defined in the file with its name.
#include "compute/core/version.h"
#include "compute/core/version_function.h"
#include "compute/network/wire_claims/stage.h"

namespace arete {

ARETE_CPU_FUNCTION(WireClaimsFunction, wireClaimsStrandsAside)
ARETE_CUDA_FUNCTION(WireClaimsFunction, wireClaimsBatches)

std::span<const Version> StageRow<Stage::wire_claims>::versions() {
  static const Version rows[] = {
      {.id = "wire_claims.cpu.sequential",
       .label = "Sequential",
       .shows = "The reference: strands by their weight; each claims its points.",
       .source = "ours",
       .function = cpu::wireClaimsSequential},
      {.id = "wire_claims.cpu.strands_aside",
       .label = "Strands first",
       .shows = "One thread per strand finds its points; then the strongest take theirs in turn.",
       .source = "ours",
       .function = cpu::wireClaimsStrandsAside},
      {.id = "wire_claims.cuda.batches",
       .label = "Batches",
       .shows = "The points beside all strands are found at once; the host lets strands claim them in turn.",
       .source = "ours",
       .function = cuda::wireClaimsBatches},
  };
  return rows;
}

}  // namespace arete
