// The versions of junctions: the reference first, the default (fastest exact) last. Each is defined in the file with its name.
#include "compute/core/version.h"
#include "compute/core/version_function.h"
#include "compute/network/junctions/stage.h"

namespace arete {

ARETE_CPU_FUNCTION(JunctionsFunction, junctionsShortWalks)

std::span<const Version> StageRow<Stage::junctions>::versions() {
  static const Version rows[] = {
      {.id = "junctions.cpu.sequential",
       .label = "Sequential",
       .shows = "The reference: sweeps over pairs of junctions, the closest first.",
       .source = "2D, step 11b",
       .function = cpu::junctionsSequential},
      {.id = "junctions.cpu.short_walks",
       .label = "Short walks",
       .shows = "One thread per junction; branches are walked no farther than another junction may be to become one with it.",
       .source = "2D, step 11b",
       .function = cpu::junctionsShortWalks},
  };
  return rows;
}

}  // namespace arete
