// Wires by the references of their stages, one after the other, and clouds of conductors that hang between pylons.
#pragma once

#include "compute/network/wire_claims/stage.h"
#include "compute/network/wire_ends/stage.h"
#include "compute/network/wire_follow/wire_follow.h"
#include "compute/network/wire_gaps/stage.h"
#include "compute/network/wire_lines/stage.h"
#include "compute/network/wire_strands/stage.h"
#include "tests/support/network.h"

namespace arete::test {

/// As networkOf(), by the plan of wires.
inline Network wiresOf(const PointCloud& cloud, double r1, const NetworkRules& rules, const StageContext& context) {
  Network net;
  net.points = cpu::superPointsSequential({cloud, r1, rules}, context);
  net.radii.assign(net.points.size(), r1);
  net.seeds = cpu::seedsSequential({net.points, net.radii, r1, rules}, context);
  std::vector<RidgeNode> moving = ridgeNodes(net.points, net.radii, net.seeds);
  cpu::wireLinesSequential({net.points, r1, rules}, moving, context);
  const auto isStill = [](const RidgeNode& node) { return node.still; };
  for (uint32_t shift = 1; shift <= rules.shifts && !std::ranges::all_of(moving, isStill); ++shift)
    cpu::ridgeShiftSequential({net.points, r1, rules, shift == rules.shifts}, moving, context);
  for (const uint32_t i : cpu::thinSequential({moving, 3, r1, rules}, context)) net.nodes.push_back(moving[i]);
  net.edges = cpu::wireStrandsSequential({net.nodes, r1, rules}, context);
  net.edges = cpu::wireClaimsSequential({net.points, net.nodes, net.edges, r1, rules}, context);
  net.edges = cpu::wireGapsSequential({net.nodes, net.edges, r1, rules}, context);
  net.edges = cpu::pruneSequential({net.nodes, net.edges, rules}, context);
  for (int polish = 0; polish < rules.polishes; ++polish) cpu::polishSequential({net.points, net.edges, r1, rules}, net.nodes, context);
  cpu::wireEndsSequential({net.points, net.edges, r1, rules}, net.nodes, context);
  FollowedWires followed = followWires({net.points, net.nodes, net.edges, r1, rules}, context);
  net.nodes.insert(net.nodes.end(), followed.added.begin(), followed.added.end());
  net.edges = cpu::wireGapsSequential({net.nodes, followed.edges, r1, rules}, context);
  cpu::wireEndsSequential({net.points, net.edges, r1, rules}, net.nodes, context);
  return net;
}

}  // namespace arete::test
