// The versions of within: the reference first, the default (fastest exact) last. Each searches as the version of knn does that has its name.
#include "compute/core/version.h"

#include "compute/core/version_function.h"
#include "compute/neighbours/within/stage.h"

namespace arete {

ARETE_CPU_FUNCTION(WithinFunction, withinV0)
ARETE_CPU_FUNCTION(WithinFunction, withinV9)
ARETE_CPU_FUNCTION(WithinFunction, withinBest)

std::span<const Version> StageRow<Stage::within>::versions() {
  static const Version rows[] = {
      {.id = "within.cpu.v0",
       .label = "v0 serial",
       .shows = "The reference: every query against every reference point, on one thread.",
       .source = "ours",
       .function = cpu::withinV0},
      {.id = "within.cpu.v9",
       .label = "v9 k-d tree",
       .shows =
           "The k-d tree of knn's v9: a half is left out when its plane is farther than the radius. The radius is known from the first step on, so "
           "nothing is gained by looking at near points first.",
       .source = "version study, v9",
       .function = cpu::withinV9},
      {.id = "within.cpu.best",
       .label = "Best",
       .shows = "What we would ship: the blocks and boxes of knn's best, many distances at a time. Boxes that lie in the ball are counted without a "
                "look at "
                "their points. All pairs for few queries.",
       .source = "ours",
       .function = cpu::withinBest},
  };
  return rows;
}

}  // namespace arete
