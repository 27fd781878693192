// The versions of cross_sections: the reference first, the default (fastest exact) last. Each is defined in the file with its name.
#include "compute/core/version.h"
#include "compute/core/version_function.h"
#include "compute/network/cross_sections/stage.h"

namespace arete {

ARETE_CPU_FUNCTION(CrossSectionsFunction, crossSectionsWidening)

std::span<const Version> StageRow<Stage::cross_sections>::versions() {
  static const Version rows[] = {
      {.id = "cross_sections.cpu.sequential",
       .label = "Sequential",
       .shows = "The reference: every super-point looks at all nodes in its ball, then a circle is fitted for one node after the other.",
       .source = "none",
       .function = cpu::crossSectionsSequential},
      {.id = "cross_sections.cpu.widening",
       .label = "Widening",
       .shows = "Balls around super-points widen until they hold a node; one thread per node fits its circle.",
       .source = "none",
       .function = cpu::crossSectionsWidening},
  };
  return rows;
}

}  // namespace arete
