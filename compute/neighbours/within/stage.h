// The stage within: its row of the table of stages, and its versions; each is defined in the file with its name, here.
#pragma once

#include "compute/core/stage_info.h"
#include "compute/neighbours/within/contract.h"

namespace arete {

template <>
struct StageRow<Stage::within> {
  using Function = WithinFunction;
  static std::span<const Version> versions();
  static constexpr StageInfo info{
      .id = "within", .title = "Neighbours within a radius", .help = "Finds all points in a ball around each point.", .use = StageUse::neighbours};
};

}  // namespace arete
