// The stage radius: its row of the table of stages, and those of its versions that others call by name.
#pragma once

#include "compute/core/stage_info.h"
#include "compute/network/radius/contract.h"

namespace arete {

template <>
struct StageRow<Stage::radius> {
  using Function = RadiusFunction;
  static std::span<const Version> versions();
  static constexpr StageInfo info{.id = "radius",
                                  .title = "Radius",
                                  .help = "Where R1 is not given, reads it off the cloud, by how wide that is where it looks like a curve.",
                                  .use = StageUse::network,
                                  .time = "Looking at what balls of many sizes hold."};
};

namespace cpu {
CloudRadius radiusSequential(const RadiusInput&, const StageContext&);
CloudRadius radiusBlocks(const RadiusInput&, const StageContext&);
}  // namespace cpu

}  // namespace arete
