// The stage junctions: its row of the table of stages, and those of its versions that others call by name.
#pragma once

#include "compute/core/stage_info.h"
#include "compute/network/junctions/contract.h"

namespace arete {

template <>
struct StageRow<Stage::junctions> {
  using Function = JunctionsFunction;
  static std::span<const Version> versions();
  static constexpr StageInfo info{.id = "junctions",
                                  .title = "Junctions",
                                  .help = "On maps, makes one junction of two where curves cross or touch.",
                                  .use = StageUse::network,
                                  .effect = StepEffect::joins,
                                  .time = "Merging junctions."};
};

namespace cpu {
std::vector<Edge> junctionsSequential(const JunctionsInput&, std::span<RidgeNode>, const StageContext&);
}  // namespace cpu

}  // namespace arete
