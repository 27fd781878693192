// The versions of prune: the reference first, the default (fastest exact) last. Each is defined in the file with its name.
#include "compute/core/version.h"
#include "compute/core/version_function.h"
#include "compute/network/prune/stage.h"
#include "compute/network/rules/network_params.h"

namespace arete {

ARETE_CPU_FUNCTION(PruneFunction, pruneKeptBranches)
ARETE_CUDA_FUNCTION(PruneFunction, pruneOneBlock)

std::span<const Version> StageRow<Stage::prune>::versions() {
  static constexpr const ParamInfo* kPruneParams[] = {&kShortestBranchParam};
  static const Version rows[] = {
      {.id = "prune.cpu.sequential",
       .label = "Sequential",
       .shows = "The reference: sweeps over the branches, the shortest first.",
       .source = "network, step 9",
       .parameters = kPruneParams,
       .function = cpu::pruneSequential},
      {.id = "prune.cpu.kept_branches",
       .label = "Kept branches",
       .shows = "A branch that was walked is kept until its junction loses one.",
       .source = "network, step 9",
       .parameters = kPruneParams,
       .function = cpu::pruneKeptBranches},
      {.id = "prune.cuda.one_block",
       .label = "One block",
       .shows = "All sweeps in one launch: one thread per end walks as far as a branch may be too short; atomics find the shortest of each junction.",
       .source = "network, step 9",
       .parameters = kPruneParams,
       .function = cuda::pruneOneBlock},
  };
  return rows;
}

}  // namespace arete
