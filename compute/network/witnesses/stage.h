// The stage witnesses: its row of the table of stages, and its versions; each is defined in the file with its name, here.
#pragma once

#include "compute/core/cuda_function.h"
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
Witnesses witnessesWidening(const WitnessesInput&, const StageContext&);
}  // namespace cpu

ARETE_CUDA_FUNCTION(WitnessesFunction, witnessesWarps)

}  // namespace arete
