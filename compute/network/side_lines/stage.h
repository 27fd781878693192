// The stage side_lines: its row of the table of stages, and those of its versions that others call by name.
#pragma once

#include "compute/core/stage_info.h"
#include "compute/network/side_lines/contract.h"

namespace arete {

template <>
struct StageRow<Stage::side_lines> {
  using Function = SideLinesFunction;
  static std::span<const Version> versions();
  static constexpr StageInfo info{.id = "side_lines",
                                  .title = "Side lines",
                                  .help = "On maps, finds lines beside busier ones, by what one side of a line has more than the other.",
                                  .use = StageUse::network,
                                  .effect = StepEffect::joins,
                                  .time = "Counting the points beside branches, and joining the lines among them."};
};

namespace cpu {
SideLines sideLinesSequential(const SideLinesInput&, const StageContext&);
}  // namespace cpu

}  // namespace arete
