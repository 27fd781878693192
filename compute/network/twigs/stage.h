// The stage twigs: its row of the table of stages, and those of its versions that others call by name.
#pragma once

#include "compute/core/stage_info.h"
#include "compute/network/twigs/contract.h"

namespace arete {

template <>
struct StageRow<Stage::twigs> {
  using Function = TwigsFunction;
  static std::span<const Version> versions();
  static constexpr StageInfo info{.id = "twigs",
                                  .title = "Twigs",
                                  .help = "On surfaces, makes a branch of points that hang on the network and are too few for a ridge of their own.",
                                  .use = StageUse::network,
                                  .effect = StepEffect::joins,
                                  .time = "Joining what is left over."};
};

namespace cpu {
std::vector<Twig> twigsSequential(const TwigsInput&, const StageContext&);
}  // namespace cpu

}  // namespace arete
