// The stage thin: its row of the table of stages, and those of its versions that others call by name.
#pragma once

#include "compute/core/stage_info.h"
#include "compute/network/thin/contract.h"

namespace arete {

template <>
struct StageRow<Stage::thin> {
  using Function = ThinFunction;
  static std::span<const Version> versions();
  static constexpr StageInfo info{.id = "thin",
                                  .title = "Thin",
                                  .help = "Leaves one node where many came to the same place.",
                                  .use = StageUse::network,
                                  .effect = StepEffect::removes,
                                  .time = "Removing nodes that stand too close."};
};

namespace cpu {
std::vector<uint32_t> thinSequential(const ThinInput&, const StageContext&);
}  // namespace cpu

}  // namespace arete
