// The stage crest: its row of the table of stages, and its versions; each is defined in the file with its name, here.
#pragma once

#include "compute/core/cuda_function.h"
#include "compute/core/stage_info.h"
#include "compute/network/crest/contract.h"

namespace arete {

template <>
struct StageRow<Stage::crest> {
  using Function = CrestFunction;
  static std::span<const Version> versions();
  static constexpr StageInfo info{.id = "crest",
                                  .title = "Crest",
                                  .help = "On maps, removes branches along which no crest runs: tails of wide streets, and fog.",
                                  .use = StageUse::network,
                                  .effect = StepEffect::removes,
                                  .time = "Testing branches for a crest."};
};

namespace cpu {
std::vector<Edge> crestSequential(const CrestInput&, const StageContext&);
std::vector<Edge> crestKeptScores(const CrestInput&, const StageContext&);
}  // namespace cpu

ARETE_CUDA_FUNCTION(CrestFunction, crestBatches)

}  // namespace arete
