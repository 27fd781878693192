// The stage bridges: its row of the table of stages, and those of its versions that others call by name.
#pragma once

#include "compute/core/stage_info.h"
#include "compute/network/bridges/contract.h"

namespace arete {

template <>
struct StageRow<Stage::bridges> {
  using Function = BridgesFunction;
  static std::span<const Version> versions();
  static constexpr StageInfo info{.id = "bridges",
                                  .title = "Bridges",
                                  .help = "Closes gaps that an end points across.",
                                  .use = StageUse::network,
                                  .effect = StepEffect::joins,
                                  .time = "Closing gaps."};
};

namespace cpu {
std::vector<Edge> bridgesSequential(const BridgesInput&, const StageContext&);
}  // namespace cpu

}  // namespace arete
