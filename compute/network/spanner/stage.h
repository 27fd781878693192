// The stage spanner: its row of the table of stages, and those of its versions that others call by name.
#pragma once

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
}  // namespace cpu

}  // namespace arete
