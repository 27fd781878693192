// The stage wire_strands: its row of the table of stages, and those of its versions that others call by name.
#pragma once

#include "compute/core/stage_info.h"
#include "compute/network/wire_strands/contract.h"

namespace arete {

template <>
struct StageRow<Stage::wire_strands> {
  using Function = WireStrandsFunction;
  static std::span<const Version> versions();
  static constexpr StageInfo info{.id = "wire_strands",
                                  .title = "Wire strands",
                                  .help = "Joins nodes along their wires, each to one before and one behind it.",
                                  .use = StageUse::network,
                                  .effect = StepEffect::joins,
                                  .time = "Joining nodes along wires."};
};

namespace cpu {
std::vector<Edge> wireStrandsSequential(const WireStrandsInput&, const StageContext&);
}  // namespace cpu

}  // namespace arete
