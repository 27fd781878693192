// The stage wire_polish: its row of the table of stages, and those of its versions that others call by name.
#pragma once

#include "compute/core/stage_info.h"
#include "compute/network/wire_polish/contract.h"

namespace arete {

template <>
struct StageRow<Stage::wire_polish> {
  using Function = WirePolishFunction;
  static std::span<const Version> versions();
  static constexpr StageInfo info{.id = "wire_polish",
                                  .title = "Wire polish",
                                  .help = "Smooths the wires and draws them back to their points.",
                                  .use = StageUse::network,
                                  .effect = StepEffect::moves,
                                  .step = "round",
                                  .countKey = "wire_polish_rounds",
                                  .time = "Smoothing wires."};
};

namespace cpu {
uint32_t wirePolishSequential(const WirePolishInput&, std::span<RidgeNode>, const StageContext&);
}  // namespace cpu

}  // namespace arete
