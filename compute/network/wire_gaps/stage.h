// The stage wire_gaps: its row of the table of stages, and those of its versions that others call by name.
#pragma once

#include "compute/core/stage_info.h"
#include "compute/network/wire_gaps/contract.h"

namespace arete {

template <>
struct StageRow<Stage::wire_gaps> {
  using Function = WireGapsFunction;
  static std::span<const Version> versions();
  static constexpr StageInfo info{.id = "wire_gaps",
                                  .title = "Wire gaps",
                                  .help = "Joins strands of a wire across gaps, at pylons and where points are missing; short ones go.",
                                  .use = StageUse::network,
                                  .effect = StepEffect::joins,
                                  .time = "Closing gaps of wires."};
};

namespace cpu {
std::vector<Edge> wireGapsSequential(const WireGapsInput&, const StageContext&);
}  // namespace cpu

}  // namespace arete
