// The versions of refit: the reference first, the default (fastest exact) last. Each is defined in the file with its name.
#include "compute/core/version.h"
#include "compute/core/version_function.h"
#include "compute/network/refit/stage.h"

namespace arete {

ARETE_CPU_FUNCTION(RefitFunction, refitShortWalks)

std::span<const Version> StageRow<Stage::refit>::versions() {
  static const Version rows[] = {
      {.id = "refit.cpu.sequential",
       .label = "Sequential",
       .shows = "The reference: each junction moves to the place nearest to the lines of its arms.",
       .source = "2D, step 11b",
       .function = cpu::refitSequential},
      {.id = "refit.cpu.short_walks",
       .label = "Short walks",
       .shows = "One thread per junction; arms are walked no farther than they count.",
       .source = "2D, step 11b",
       .function = cpu::refitShortWalks},
  };
  return rows;
}

}  // namespace arete
