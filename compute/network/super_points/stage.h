// The stage super_points: its row of the table of stages, and those of its versions that others call by name.
#pragma once

#include "compute/core/stage_info.h"
#include "compute/network/super_points/contract.h"

namespace arete {

template <>
struct StageRow<Stage::super_points> {
  using Function = SuperPointsFunction;
  static std::span<const Version> versions();
  static constexpr StageInfo info{.id = "super_points",
                                  .title = "Super-points",
                                  .help = "Replaces the points of each small cell by their mean and their number.",
                                  .use = StageUse::network,
                                  .effect = StepEffect::picks,
                                  .time = "Putting the points into cells."};
};

namespace cpu {
SuperPoints superPointsSequential(const SuperPointsInput&, const StageContext&);
SuperPoints superPointsTables(const SuperPointsInput&, const StageContext&);
}  // namespace cpu

}  // namespace arete
