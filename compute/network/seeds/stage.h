// The stage seeds: its row of the table of stages, and those of its versions that others call by name.
#pragma once

#include "compute/core/stage_info.h"
#include "compute/network/seeds/contract.h"

namespace arete {

template <>
struct StageRow<Stage::seeds> {
  using Function = SeedsFunction;
  static std::span<const Version> versions();
  static constexpr StageInfo info{.id = "seeds",
                                  .title = "Seeds",
                                  .help = "Picks the places that will move onto the ridge, the ones with most points first.",
                                  .use = StageUse::network,
                                  .effect = StepEffect::picks,
                                  .time = "Picking the places that will move."};
};

namespace cpu {
std::vector<uint32_t> seedsSequential(const SeedsInput&, const StageContext&);
}  // namespace cpu

}  // namespace arete
