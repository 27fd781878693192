// Constants of the stage side_lines: beside a busy line, which hides them.
#pragma once

#include <cstddef>
#include <cstdint>

#include "compute/network/rules/stage_rules.h"

namespace arete {

template <>
struct StageRules<Stage::side_lines> {
  bool sideLines = false;       ///< only maps
  uint32_t sideSight = 5;       ///< stations, R1 apart, to either side: a side line is looked for in …
  uint32_t sideNear = 3;        ///< … and its place is found by
  double sideDeviations = 2.5;  ///< of the excess on one side
  int64_t sideWeight = 30;      ///< of its band: fewer points are a car park
  int64_t sideBusy = 100;       ///< of the line itself, on as much length: a sparser one hides nothing
  double sideShare = 0.05;      ///< of that weight, for the excess: the noise of a line is not quite even on both sides
  double sideSpread = 4;        ///< median distances of the points on the other side: what is nearer is the line's own
  size_t sideShortest = 4;      ///< stations

  constexpr void fit(NetworkProfile profile) { sideLines = profile == NetworkProfile::map; }
};

}  // namespace arete
