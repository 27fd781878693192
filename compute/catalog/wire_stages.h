// The rows of the table of stages that only wires have. Source: 3D, C.
#pragma once

#include "compute/catalog/stage_info.h"
#include "compute/stages/wire_claims.h"
#include "compute/stages/wire_ends.h"
#include "compute/stages/wire_gaps.h"
#include "compute/stages/wire_lines.h"
#include "compute/stages/wire_polish.h"
#include "compute/stages/wire_shift.h"
#include "compute/stages/wire_strands.h"
#include "compute/stages/wire_thin.h"

namespace arete {

template <>
struct StageRow<Stage::wire_lines> {
  using Function = WireLinesFunction;
  static constexpr StageInfo info{.id = "wire_lines",
                                  .title = "Wire lines",
                                  .help = "Finds which way a wire runs through each seed, and how far along it must look.",
                                  .use = StageUse::network,
                                  .effect = StepEffect::alters,
                                  .time = "Voting on directions."};
};

template <>
struct StageRow<Stage::wire_shift> {
  using Function = WireShiftFunction;
  static constexpr StageInfo info{.id = "wire_shift",
                                  .title = "Wire shift",
                                  .help = "Moves every seed across onto its wire, ignoring the wire beside it.",
                                  .use = StageUse::network,
                                  .effect = StepEffect::moves,
                                  .step = "iteration",
                                  .countKey = "wire_shift_iterations",
                                  .time = "All iterations of the wire shift so far."};
};

template <>
struct StageRow<Stage::wire_thin> {
  using Function = WireThinFunction;
  static constexpr StageInfo info{.id = "wire_thin",
                                  .title = "Wire thin",
                                  .help = "Leaves one node of a wire where many came to the same place.",
                                  .use = StageUse::network,
                                  .effect = StepEffect::removes,
                                  .time = "Removing nodes that stand too close on a wire."};
};

template <>
struct StageRow<Stage::wire_strands> {
  using Function = WireStrandsFunction;
  static constexpr StageInfo info{.id = "wire_strands",
                                  .title = "Wire strands",
                                  .help = "Joins nodes along their wires, each to one before and one behind it.",
                                  .use = StageUse::network,
                                  .effect = StepEffect::joins,
                                  .time = "Joining nodes along wires."};
};

template <>
struct StageRow<Stage::wire_claims> {
  using Function = WireClaimsFunction;
  static constexpr StageInfo info{
      .id = "wire_claims",
      .title = "Wire claims",
      .help = "Removes tips that stray, and strands whose points belong to stronger ones: lines from wire to wire, and doubles.",
      .use = StageUse::network,
      .effect = StepEffect::removes,
      .time = "Finding whose points the strands have."};
};

template <>
struct StageRow<Stage::wire_gaps> {
  using Function = WireGapsFunction;
  static constexpr StageInfo info{.id = "wire_gaps",
                                  .title = "Wire gaps",
                                  .help = "Joins strands of a wire across gaps, at pylons and where points are missing; short ones go.",
                                  .use = StageUse::network,
                                  .effect = StepEffect::joins,
                                  .time = "Closing gaps of wires."};
};

template <>
struct StageRow<Stage::wire_polish> {
  using Function = WirePolishFunction;
  static constexpr StageInfo info{.id = "wire_polish",
                                  .title = "Wire polish",
                                  .help = "Smooths the wires and draws them back to their points.",
                                  .use = StageUse::network,
                                  .effect = StepEffect::moves,
                                  .step = "round",
                                  .countKey = "wire_polish_rounds",
                                  .time = "Smoothing wires."};
};

template <>
struct StageRow<Stage::wire_ends> {
  using Function = WireEndsFunction;
  static constexpr StageInfo info{.id = "wire_ends",
                                  .title = "Wire ends",
                                  .help = "Moves every end of a wire to its last point.",
                                  .use = StageUse::network,
                                  .effect = StepEffect::moves,
                                  .time = "Moving the ends of wires."};
};

}  // namespace arete
