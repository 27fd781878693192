// The stage junctions: its row of the table of stages, and its versions; each is defined in the file with its name, here.
#pragma once

#include "compute/core/cuda_function.h"
#include "compute/core/stage_info.h"
#include "compute/network/junctions/contract.h"

namespace arete {

template <>
struct StageRow<Stage::junctions> {
  using Function = JunctionsFunction;
  static std::span<const Version> versions();
  static constexpr StageInfo info{.id = "junctions",
                                  .title = "Junctions",
                                  .help = "On maps, makes one junction of two where curves cross or touch.",
                                  .use = StageUse::network,
                                  .effect = StepEffect::joins,
                                  .time = "Merging junctions."};
};

namespace cpu {
std::vector<Edge> junctionsSequential(const JunctionsInput&, std::span<RidgeNode>, const StageContext&);
std::vector<Edge> junctionsShortWalks(const JunctionsInput&, std::span<RidgeNode>, const StageContext&);
}  // namespace cpu

ARETE_CUDA_FUNCTION(JunctionsFunction, junctionsOneBlock)

}  // namespace arete
