// The versions of spanner: the reference first, the default (fastest exact) last. Each is defined in the file with its name.
#include "compute/core/version.h"
#include "compute/core/version_function.h"
#include "compute/network/rules/network_params.h"
#include "compute/network/spanner/stage.h"

namespace arete {

ARETE_CPU_FUNCTION(SpannerFunction, spannerCostsAside)
ARETE_CUDA_FUNCTION(SpannerFunction, spannerTickets)

std::span<const Version> StageRow<Stage::spanner>::versions() {
  static constexpr const ParamInfo* kSpannerParams[] = {&kShortestLoopParam};
  static const Version rows[] = {
      {.id = "spanner.cpu.sequential",
       .label = "Sequential",
       .shows = "The reference: all pairs within reach, cheapest first; they join pieces, and close loops where the way round is long.",
       .source = "network, steps 7 and 8",
       .parameters = kSpannerParams,
       .function = cpu::spannerSequential},
      {.id = "spanner.cpu.costs_aside",
       .label = "Costs precomputed",
       .shows = "Dips and costs on all threads, of pairs that may still matter; edges are decided in order, batch after batch, which is little work.",
       .source = "network, steps 7 and 8",
       .parameters = kSpannerParams,
       .function = cpu::spannerCostsAside},
      {.id = "spanner.cuda.tickets",
       .label = "Tickets",
       .shows = "Costs by one warp per pair, the forest in rounds; loops are drawn in their order, and wait only for those on their ways.",
       .source = "network, steps 7 and 8",
       .parameters = kSpannerParams,
       .function = cuda::spannerTickets},
  };
  return rows;
}

}  // namespace arete
