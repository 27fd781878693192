// The stage wire_thin: its row of the table of stages, and those of its versions that others call by name.
#pragma once

#include "compute/core/stage_info.h"
#include "compute/network/wire_thin/contract.h"

namespace arete {

template <>
struct StageRow<Stage::wire_thin> {
  using Function = WireThinFunction;
  static std::span<const Version> versions();
  static constexpr StageInfo info{.id = "wire_thin",
                                  .title = "Wire thin",
                                  .help = "Leaves one node of a wire where many came to the same place.",
                                  .use = StageUse::network,
                                  .effect = StepEffect::removes,
                                  .time = "Removing nodes that stand too close on a wire."};
};

namespace cpu {
std::vector<uint32_t> wireThinSequential(const WireThinInput&, const StageContext&);
}  // namespace cpu

}  // namespace arete
