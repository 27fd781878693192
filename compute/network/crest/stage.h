// The stage crest: its row of the table of stages, and those of its versions that others call by name.
#pragma once

#include "compute/core/stage_info.h"
#include "compute/network/crest/contract.h"

namespace arete {

template <>
struct StageRow<Stage::crest> {
  using Function = CrestFunction;
  static std::span<const Version> versions();
  static CrestInput input(const auto& at) { return {at.points, at.nodes, at.edges, at.r1, at.rules}; }
  static constexpr StageInfo info{.id = "crest",
                                  .title = "Crest",
                                  .help = "On maps, removes branches along which no crest runs: tails of wide streets, and fog.",
                                  .use = StageUse::network,
                                  .effect = StepEffect::removes,
                                  .time = "Testing branches for a crest."};
};

namespace cpu {
std::vector<Edge> crestSequential(const CrestInput&, const StageContext&);
}  // namespace cpu

}  // namespace arete
