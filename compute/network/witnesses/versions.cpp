// The versions of witnesses: the reference first, the default (fastest exact) last. Each is defined in the file with its name.
#include "compute/core/version.h"
#include "compute/core/version_function.h"
#include "compute/network/witnesses/stage.h"

namespace arete {

ARETE_CPU_FUNCTION(WitnessesFunction, witnessesWidening)
ARETE_CUDA_FUNCTION(WitnessesFunction, witnessesWarps)

std::span<const Version> StageRow<Stage::witnesses>::versions() {
  static const Version rows[] = {
      {.id = "witnesses.cpu.sequential",
       .label = "Sequential",
       .shows = "The reference: the two nearest nodes of every super-point.",
       .source = "network, step 6; Martinetz, Schulten 1994",
       .function = cpu::witnessesSequential},
      {.id = "witnesses.cpu.widening",
       .label = "Widening balls",
       .shows = "A ball around each place widens until two nodes are in it; pairs are summed in pieces first.",
       .source = "network, step 6",
       .function = cpu::witnessesWidening},
      {.id = "witnesses.cuda.warps",
       .label = "One warp per place",
       .shows = "Lanes keep the two nearest of the nodes that they see, in a ball that widens; pairs are sorted and added up.",
       .source = "network, step 6",
       .function = cuda::witnessesWarps},
  };
  return rows;
}

}  // namespace arete
