// The stage ends: its row of the table of stages, and those of its versions that others call by name.
#pragma once

#include "compute/core/stage_info.h"
#include "compute/network/ends/contract.h"

namespace arete {

template <>
struct StageRow<Stage::ends> {
  using Function = EndsFunction;
  static std::span<const Version> versions();
  static EndsInput input(const auto& at) { return {at.points, at.edges, at.rules}; }
  static constexpr StageInfo info{.id = "ends",
                                  .title = "Ends",
                                  .help = "Moves every end on to where the points end.",
                                  .use = StageUse::network,
                                  .effect = StepEffect::moves,
                                  .time = "Moving the ends."};
};

namespace cpu {
uint32_t endsSequential(const EndsInput&, std::span<RidgeNode>, const StageContext&);
}  // namespace cpu

}  // namespace arete
