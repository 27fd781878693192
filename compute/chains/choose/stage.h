// The stage choose: its row of the table of stages, and its versions; each is defined in the file with its name, here.
#pragma once

#include "compute/chains/choose/contract.h"
#include "compute/core/cuda_function.h"
#include "compute/core/stage_info.h"

namespace arete {

template <>
struct StageRow<Stage::choose> {
  using Function = ChooseFunction;
  static std::span<const Version> versions();
  static constexpr StageInfo info{.id = "choose",
                                  .title = "Choose",
                                  .help = "Picks the points that will move: each is more than R1 from all picked before it.",
                                  .use = StageUse::chains,
                                  .effect = StepEffect::picks,
                                  .time = "Picking the points that will move."};
};

namespace cpu {
std::vector<uint32_t> chooseSequential(const ChooseInput&, const StageContext&);
std::vector<uint32_t> chooseParts(const ChooseInput&, const StageContext&);
std::vector<uint32_t> chooseRounds(const ChooseInput&, const StageContext&);
}  // namespace cpu

ARETE_CUDA_FUNCTION(ChooseFunction, chooseOneBlock)
ARETE_CUDA_FUNCTION(ChooseFunction, chooseGreedy)
ARETE_CUDA_FUNCTION(ChooseFunction, chooseGreedyDecimate)
ARETE_CUDA_FUNCTION(ChooseFunction, chooseRounds)
ARETE_CUDA_FUNCTION(ChooseFunction, chooseParts)

}  // namespace arete
