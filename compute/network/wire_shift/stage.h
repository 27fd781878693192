// The stage wire_shift: its row of the table of stages, and those of its versions that others call by name.
#pragma once

#include "compute/core/stage_info.h"
#include "compute/network/wire_shift/contract.h"

namespace arete {

template <>
struct StageRow<Stage::wire_shift> {
  using Function = WireShiftFunction;
  static std::span<const Version> versions();
  static constexpr StageInfo info{.id = "wire_shift",
                                  .title = "Wire shift",
                                  .help = "Moves every seed across onto its wire, ignoring the wire beside it.",
                                  .use = StageUse::network,
                                  .effect = StepEffect::moves,
                                  .step = "iteration",
                                  .countKey = "wire_shift_iterations",
                                  .time = "All iterations of the wire shift so far."};
};

namespace cpu {
uint32_t wireShiftSequential(const WireShiftInput&, MovedNodes, const StageContext&);
}  // namespace cpu

}  // namespace arete
