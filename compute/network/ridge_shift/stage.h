// The stage ridge_shift: its row of the table of stages, and those of its versions that others call by name.
#pragma once

#include "compute/core/stage_info.h"
#include "compute/network/ridge_shift/contract.h"

namespace arete {

template <>
struct StageRow<Stage::ridge_shift> {
  using Function = RidgeShiftFunction;
  static std::span<const Version> versions();
  static constexpr StageInfo info{.id = "ridge_shift",
                                  .title = "Ridge shift",
                                  .help = "Moves every seed across the curve onto its crest, and never along it, until it stands still.",
                                  .use = StageUse::network,
                                  .effect = StepEffect::moves,
                                  .step = "iteration",
                                  .countKey = "ridge_shift_iterations",
                                  .time = "All iterations of the ridge shift so far."};
};

namespace cpu {
uint32_t ridgeShiftSequential(const RidgeShiftInput&, MovedNodes, const StageContext&);
}  // namespace cpu

}  // namespace arete
