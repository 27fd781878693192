// The stage fog: its row of the table of stages, and those of its versions that others call by name.
#pragma once

#include "compute/core/stage_info.h"
#include "compute/network/fog/contract.h"

namespace arete {

template <>
struct StageRow<Stage::fog> {
  using Function = FogFunction;
  static std::span<const Version> versions();
  static constexpr StageInfo info{.id = "fog",
                                  .title = "Fog",
                                  .help = "In space, finds how densely points are scattered between the curves.",
                                  .use = StageUse::network,
                                  .effect = StepEffect::alters,
                                  .time = "Counting points in large cells."};
};

namespace cpu {
Fog fogSequential(const FogInput&, const StageContext&);
}  // namespace cpu

}  // namespace arete
