// How far nodes of wires look, and which of the directions that points voted for is a wire's: one rule for every version. Source: 3D, C 1.
#pragma once

#include <cmath>
#include <vector>

#include "compute/network/wire_lines/contract.h"

namespace arete {

/// The radius of the ball of a rung; rungs go on while it is at most that of the last one.
inline double wireReach(int rung, const WireLinesInput& in) {
  constexpr double kRoot = 1.4142135623730951;
  return std::ldexp(2 * in.rules.ball * in.r1 * (rung % 2 == 0 ? 1 : kRoot), rung / 2);
}
inline double lastWireReach(const WireLinesInput& in) { return in.rules.ball * in.rules.wireLongest * in.r1; }

/// The n of keeping every n-th of `size` things in their order, so that at most `most` are kept.
ARETE_HD uint32_t keptEvery(uint32_t most, uint32_t size) {
  const uint32_t every = (size + most - 1) / most;
  return every < 1 ? 1 : every;
}

/// The direction that wins, or `count`: none. `wayOf(i)` and `votesOf(i)`: of the i-th direction; `last`: there is no wider ball.
template <class Way, class Votes>
ARETE_HD uint32_t wireDirection(uint32_t count, const Way& wayOf, const Votes& votesOf, bool last, const NetworkRules& rules) {
  uint32_t winner = count;
  int64_t best = 0, second = 0;
  for (uint32_t i = 0; i < count; ++i)
    if (votesOf(i) > best) best = votesOf(i), winner = i;
  for (uint32_t i = 0; i < count; ++i)
    if (votesOf(i) > second && std::abs(dot(wayOf(i), wayOf(winner))) < rules.wireApart) second = votesOf(i);
  const auto ahead = static_cast<double>(best - second), spread = std::sqrt(static_cast<double>(best + second));
  const bool clear = best >= rules.weightWanted && ahead >= rules.wireDeviations * spread;
  const bool enough = last && best >= rules.weightNeeded && ahead >= rules.wireLastDeviations * spread;
  return clear || enough ? winner : count;
}

/// A direction that points vote for.
struct LineDirection {
  shared::Vector3 way;
  int64_t votes;
};

/// Goes from ball to ball around a node until a direction wins, and sets what WireLinesFunction says; true where the node has a line.
/// `votesIn(reach, mayBeCrowded)`: the directions in a ball with their votes; nullptr where it is too crowded for a wire.
template <class VotesIn>
bool findLine(RidgeNode& node, const WireLinesInput& in, const VotesIn& votesIn) {
  for (int rung = 0; wireReach(rung, in) <= lastWireReach(in); ++rung) {
    const double reach = wireReach(rung, in);
    const std::vector<LineDirection>* const found = votesIn(reach, rung == 0);
    if (found == nullptr) break;
    const auto count = uint32_t(found->size());
    const auto wayOf = [&](uint32_t i) { return (*found)[i].way; };
    const auto votesOf = [&](uint32_t i) { return (*found)[i].votes; };
    const uint32_t winner = wireDirection(count, wayOf, votesOf, wireReach(rung + 1, in) > lastWireReach(in), in.rules);
    if (winner == count) continue;
    node.tangent = wayOf(winner), node.radius = reach / in.rules.ball;
    return true;
  }
  node.still = node.lost = true;
  return false;
}

}  // namespace arete
