// The stage cross_sections: its row of the table of stages, and those of its versions that others call by name.
#pragma once

#include "compute/core/stage_info.h"
#include "compute/network/cross_sections/contract.h"

namespace arete {

template <>
struct StageRow<Stage::cross_sections> {
  using Function = CrossSectionsFunction;
  static std::span<const Version> versions();
  static CrossSectionsInput input(const auto& at) { return {at.points, at.radii, at.edges, at.r1, at.rules}; }
  static constexpr StageInfo info{.id = "cross_sections",
                                  .title = "Cross-sections",
                                  .help = "In tubes, moves the curve from the wall to the middle.",
                                  .use = StageUse::network,
                                  .effect = StepEffect::moves,
                                  .time = "Moving nodes to the middle of their cross-sections."};
};

namespace cpu {
uint32_t crossSectionsSequential(const CrossSectionsInput&, std::span<RidgeNode>, const StageContext&);
}  // namespace cpu

}  // namespace arete
