// The stage wire_claims: its row of the table of stages, and those of its versions that others call by name.
#pragma once

#include "compute/core/stage_info.h"
#include "compute/network/wire_claims/contract.h"

namespace arete {

template <>
struct StageRow<Stage::wire_claims> {
  using Function = WireClaimsFunction;
  static std::span<const Version> versions();
  static constexpr StageInfo info{
      .id = "wire_claims",
      .title = "Wire claims",
      .help = "Removes tips that stray, and strands whose points belong to stronger ones: lines from wire to wire, and doubles.",
      .use = StageUse::network,
      .effect = StepEffect::removes,
      .time = "Finding whose points the strands have."};
};

namespace cpu {
std::vector<Edge> wireClaimsSequential(const WireClaimsInput&, const StageContext&);
}  // namespace cpu

}  // namespace arete
