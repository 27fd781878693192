// The stage polish: its row of the table of stages, and those of its versions that others call by name.
#pragma once

#include "compute/core/stage_info.h"
#include "compute/network/polish/contract.h"

namespace arete {

template <>
struct StageRow<Stage::polish> {
  using Function = PolishFunction;
  static std::span<const Version> versions();
  static constexpr StageInfo info{.id = "polish",
                                  .title = "Polish",
                                  .help = "Smooths the network and draws it back onto the ridge.",
                                  .use = StageUse::network,
                                  .effect = StepEffect::moves,
                                  .step = "round",
                                  .countKey = "polish_rounds",
                                  .time = "Smoothing the network."};
};

namespace cpu {
uint32_t polishSequential(const PolishInput&, std::span<RidgeNode>, const StageContext&);
}  // namespace cpu

}  // namespace arete
