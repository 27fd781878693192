// The stage refit: its row of the table of stages, and those of its versions that others call by name.
#pragma once

#include "compute/core/stage_info.h"
#include "compute/network/refit/contract.h"

namespace arete {

template <>
struct StageRow<Stage::refit> {
  using Function = RefitFunction;
  static std::span<const Version> versions();
  static RefitInput input(const auto& at) { return {at.edges, at.rules}; }
  static constexpr StageInfo info{.id = "refit",
                                  .title = "Refit",
                                  .help = "On maps, puts every junction where the lines of its arms meet.",
                                  .use = StageUse::network,
                                  .effect = StepEffect::moves,
                                  .time = "Fitting junctions to their arms."};
};

namespace cpu {
uint32_t refitSequential(const RefitInput&, std::span<RidgeNode>, const StageContext&);
}  // namespace cpu

}  // namespace arete
