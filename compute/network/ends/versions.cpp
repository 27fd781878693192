// The versions of ends: the reference first, the default (fastest exact) last. Each is defined in the file with its name.
#include "compute/core/version.h"
#include "compute/core/version_function.h"
#include "compute/network/ends/stage.h"

namespace arete {

ARETE_CPU_FUNCTION(EndsFunction, endsRows)
ARETE_CUDA_FUNCTION(EndsFunction, endsBatches)

std::span<const Version> StageRow<Stage::ends>::versions() {
  static const Version rows[] = {
      {.id = "ends.cpu.sequential",
       .label = "Sequential",
       .shows = "The reference: the points around an end tell how much farther the curve goes.",
       .source = "network, step 13",
       .function = cpu::endsSequential},
      {.id = "ends.cpu.rows",
       .label = "Grid rows",
       .shows = "One thread per end; places beside its branch are read in rows of a grid.",
       .source = "network, step 13",
       .function = cpu::endsRows},
      {.id = "ends.cuda.batches",
       .label = "All at once",
       .shows = "All ends are asked about at once, one warp per edge near them; the host moves them.",
       .source = "network, step 13",
       .function = cuda::endsBatches},
  };
  return rows;
}

}  // namespace arete
