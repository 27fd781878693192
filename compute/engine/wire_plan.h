// The plan of wires: they look far along and hardly across, and have no junctions, so other stages join them. When ends have gone on to their last
// points, gaps are narrower and known better, so they are looked across once more, and then wires turn in those too. Source: 3D, C.
#pragma once

#include "compute/engine/plan.h"
#include "compute/network/rules/network_rules.h"

namespace arete {

inline Plan wirePlan() {
  constexpr NetworkRules kRules;
  Plan plan;
  plan.parts.push_back({.steps = {{Stage::super_points}, {Stage::seeds}, {Stage::wire_lines}, {Stage::ridge_shift, kRules.shifts}, {Stage::thin}}});
  plan.parts.push_back({.steps = {{Stage::wire_strands}, {Stage::wire_claims}, {Stage::wire_gaps}, {Stage::prune}}});
  plan.parts.push_back({.steps = {{Stage::polish, uint32_t(kRules.polishes)}, {Stage::wire_ends}, {Stage::wire_gaps}, {Stage::wire_ends}}});
  return plan;
}

}  // namespace arete
