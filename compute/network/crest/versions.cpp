// The versions of crest: the reference first, the default (fastest exact) last. Each is defined in the file with its name.
#include "compute/core/version.h"
#include "compute/core/version_function.h"
#include "compute/network/crest/stage.h"

namespace arete {

ARETE_CPU_FUNCTION(CrestFunction, crestKeptScores)
ARETE_CUDA_FUNCTION(CrestFunction, crestBatches)

std::span<const Version> StageRow<Stage::crest>::versions() {
  static const Version rows[] = {
      {.id = "crest.cpu.sequential",
       .label = "Sequential",
       .shows = "The reference: bins beside each branch; a crest stands out from its valleys.",
       .source = "network, step 10; 2D, step 10",
       .function = cpu::crestSequential},
      {.id = "crest.cpu.kept_scores",
       .label = "Kept scores",
       .shows = "All branches of a sweep at once; each keeps its score until it grows, and points beside it are read in strips.",
       .source = "network, step 10; 2D, step 10",
       .function = cpu::crestKeptScores},
      {.id = "crest.cuda.batches",
       .label = "All at once",
       .shows = "All branches of a sweep are scored at once, one warp per edge. The host keeps the graph and looks for ways round.",
       .source = "network, step 10; 2D, step 10",
       .function = cuda::crestBatches},
  };
  return rows;
}

}  // namespace arete
