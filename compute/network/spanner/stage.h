// The stage spanner: its row of the table of stages, and its versions; each is defined in the file with its name, here.
#pragma once

#include "compute/core/cuda_function.h"
#include "compute/core/stage_info.h"
#include "compute/network/spanner/contract.h"

namespace arete {

template <>
struct StageRow<Stage::spanner> {
  using Function = SpannerFunction;
  static std::span<const Version> versions();
  static constexpr StageInfo info{.id = "spanner",
                                  .title = "Spanner",
                                  .help = "Joins nodes, the best pairs first; closes a loop only where enough points support it.",
                                  .use = StageUse::network,
                                  .effect = StepEffect::joins,
                                  .time = "Joining nodes."};
};

namespace cpu {
std::vector<Edge> spannerSequential(const SpannerInput&, const StageContext&);
std::vector<Edge> spannerCostsAside(const SpannerInput&, const StageContext&);
}  // namespace cpu

ARETE_CUDA_FUNCTION(SpannerFunction, spannerTickets)

}  // namespace arete
