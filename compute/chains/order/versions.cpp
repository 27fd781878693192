// The versions of order: the reference first, the default (fastest exact) last.
#include "compute/chains/order/stage.h"
#include "compute/chains/parts/partition.h"
#include "compute/core/version.h"
#include "compute/core/version_function.h"

namespace arete {

std::span<const Version> StageRow<Stage::order>::versions() {
  static constexpr const ParamInfo* kAboutChosenParams[] = {&kPartsParam, &kWholeUpToParam};
  static const Version rows[] = {
      {.id = "order.cpu.sequential",
       .label = "Sequential",
       .shows = "The reference: all pairs of chosen points.",
       .source = "thesis, algorithm 4",
       .function = cpu::orderSequential},
      {.id = "order.cpu.parts",
       .label = "In parts",
       .shows = "The same pairs from parts of the chosen points: joins are made in rounds, where both ends accept them. For more points than "
                "one process should look at; fewer are joined by Grid.",
       .source = "ours",
       .parameters = kAboutChosenParams,
       .function = cpu::orderParts},
      {.id = "order.cpu.grid",
       .label = "Grid",
       .shows = "The same pairs, found on a grid of cell 2 R2: time linear in the number of chosen points.",
       .source = "ours",
       .function = cpu::orderGrid},
  };
  return rows;
}

}  // namespace arete
