// The stage wire_ends: its row of the table of stages, and those of its versions that others call by name.
#pragma once

#include "compute/core/stage_info.h"
#include "compute/network/wire_ends/contract.h"

namespace arete {

template <>
struct StageRow<Stage::wire_ends> {
  using Function = WireEndsFunction;
  static std::span<const Version> versions();
  static constexpr StageInfo info{.id = "wire_ends",
                                  .title = "Wire ends",
                                  .help = "Moves every end of a wire to its last point.",
                                  .use = StageUse::network,
                                  .effect = StepEffect::moves,
                                  .time = "Moving the ends of wires."};
};

namespace cpu {
uint32_t wireEndsSequential(const WireEndsInput&, std::span<RidgeNode>, const StageContext&);
}  // namespace cpu

}  // namespace arete
