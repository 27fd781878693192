// The stage refit: its row of the table of stages, and its versions; each is defined in the file with its name, here.
#pragma once

#include "compute/core/cuda_function.h"
#include "compute/core/stage_info.h"
#include "compute/network/refit/contract.h"

namespace arete {

template <>
struct StageRow<Stage::refit> {
  using Function = RefitFunction;
  static std::span<const Version> versions();
  static constexpr StageInfo info{.id = "refit",
                                  .title = "Refit",
                                  .help = "On maps, puts every junction where the lines of its arms meet.",
                                  .use = StageUse::network,
                                  .effect = StepEffect::moves,
                                  .time = "Fitting junctions to their arms."};
};

namespace cpu {
uint32_t refitSequential(const RefitInput&, std::span<RidgeNode>, const StageContext&);
uint32_t refitShortWalks(const RefitInput&, std::span<RidgeNode>, const StageContext&);
}  // namespace cpu

ARETE_CUDA_FUNCTION(RefitFunction, refitShortWalks)

}  // namespace arete
