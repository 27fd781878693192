// The versions of background: the reference first, the default (fastest exact) last. Each is defined in the file with its name.
#include "compute/core/version.h"
#include "compute/core/version_function.h"
#include "compute/network/background/stage.h"
#include "compute/network/rules/network_params.h"

namespace arete {

ARETE_CPU_FUNCTION(BackgroundFunction, backgroundRows)
ARETE_CUDA_FUNCTION(BackgroundFunction, backgroundBatches)

std::span<const Version> StageRow<Stage::background>::versions() {
  static constexpr const ParamInfo* kBackgroundParams[] = {&kTestBackgroundParam};
  static const Version rows[] = {
      {.id = "background.cpu.sequential",
       .label = "Sequential",
       .shows = "The reference: the intensity off the network, and whether each branch, and each part of it, has more points than that explains.",
       .source = "2D, step 9b",
       .parameters = kBackgroundParams,
       .function = cpu::backgroundSequential},
      {.id = "background.cpu.rows",
       .label = "Grid rows",
       .shows = "One thread per edge and per branch; what is near the network is flagged once, and points beside branches are read in strips.",
       .source = "2D, step 9b",
       .parameters = kBackgroundParams,
       .function = cpu::backgroundRows},
      {.id = "background.cuda.batches",
       .label = "All at once",
       .shows = "One warp per edge flags what is near it; all branches and their parts are asked about at once. The host keeps the graph.",
       .source = "2D, step 9b",
       .parameters = kBackgroundParams,
       .function = cuda::backgroundBatches},
  };
  return rows;
}

}  // namespace arete
