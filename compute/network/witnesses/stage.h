// The stage witnesses: its row of the table of stages, and those of its versions that others call by name.
#pragma once

#include "compute/core/stage_info.h"
#include "compute/network/witnesses/contract.h"

namespace arete {

template <>
struct StageRow<Stage::witnesses> {
  using Function = WitnessesFunction;
  static std::span<const Version> versions();
  static constexpr StageInfo info{.id = "witnesses",
                                  .title = "Witnesses",
                                  .help = "Finds the pairs of nodes that have points between them, which are evidence of an edge.",
                                  .use = StageUse::network,
                                  .effect = StepEffect::joins,
                                  .time = "Finding the two nearest nodes of each place."};
};

namespace cpu {
Witnesses witnessesSequential(const WitnessesInput&, const StageContext&);
}  // namespace cpu

}  // namespace arete
