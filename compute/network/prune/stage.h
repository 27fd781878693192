// The stage prune: its row of the table of stages, and those of its versions that others call by name.
#pragma once

#include "compute/core/stage_info.h"
#include "compute/network/prune/contract.h"

namespace arete {

template <>
struct StageRow<Stage::prune> {
  using Function = PruneFunction;
  static std::span<const Version> versions();
  static PruneInput input(const auto& at) { return {at.nodes, at.edges, at.rules}; }
  static constexpr StageInfo info{.id = "prune",
                                  .title = "Prune",
                                  .help = "Removes spurs and small pieces that are too short for their local radius to be certain.",
                                  .use = StageUse::network,
                                  .effect = StepEffect::removes,
                                  .time = "Removing spurs and small pieces."};
};

namespace cpu {
std::vector<Edge> pruneSequential(const PruneInput&, const StageContext&);
}  // namespace cpu

}  // namespace arete
