// The stage local_radius: its row of the table of stages, and those of its versions that others call by name.
#pragma once

#include "compute/core/stage_info.h"
#include "compute/network/local_radius/contract.h"

namespace arete {

template <>
struct StageRow<Stage::local_radius> {
  using Function = LocalRadiusFunction;
  static std::span<const Version> versions();
  static constexpr StageInfo info{.id = "local_radius",
                                  .title = "Local radius",
                                  .help = "Finds how wide to look at each place: wider where the points are sparse.",
                                  .use = StageUse::network,
                                  .effect = StepEffect::alters,
                                  .time = "Counting points in balls."};
};

namespace cpu {
std::vector<double> localRadiusSequential(const LocalRadiusInput&, const StageContext&);
std::vector<double> localRadiusRows(const LocalRadiusInput&, const StageContext&);
}  // namespace cpu

}  // namespace arete
