// The stage wire_lines: its row of the table of stages, and those of its versions that others call by name.
#pragma once

#include "compute/core/stage_info.h"
#include "compute/network/wire_lines/contract.h"

namespace arete {

template <>
struct StageRow<Stage::wire_lines> {
  using Function = WireLinesFunction;
  static std::span<const Version> versions();
  static constexpr StageInfo info{.id = "wire_lines",
                                  .title = "Wire lines",
                                  .help = "Finds which way a wire runs through each seed, and how far along it must look.",
                                  .use = StageUse::network,
                                  .effect = StepEffect::alters,
                                  .time = "Voting on directions."};
};

namespace cpu {
uint32_t wireLinesSequential(const WireLinesInput&, std::span<RidgeNode>, const StageContext&);
}  // namespace cpu

}  // namespace arete
