// The stage background: its row of the table of stages, and those of its versions that others call by name.
#pragma once

#include "compute/core/stage_info.h"
#include "compute/network/background/contract.h"

namespace arete {

template <>
struct StageRow<Stage::background> {
  using Function = BackgroundFunction;
  static std::span<const Version> versions();
  static constexpr StageInfo info{.id = "background",
                                  .title = "Background",
                                  .help = "On maps, removes what an even background of points alone would explain.",
                                  .use = StageUse::network,
                                  .effect = StepEffect::removes,
                                  .time = "Testing branches against the background."};
};

namespace cpu {
std::vector<Edge> backgroundSequential(const BackgroundInput&, const StageContext&);
}  // namespace cpu

}  // namespace arete
