// witnesses.cpu.sequential: row 0 of its stage. Each super-point looks at all nodes in its ball and keeps the two nearest.
// Memory: a grid of nodes, a pair per super-point. Cost: the nodes in each ball, and a sort of the pairs. Loses to a search that ends with the second
// nearest, and to one thread per super-point. Source: network, step 6.
#include <algorithm>

#include "compute/network/look/ball_grid.h"
#include "compute/network/rules/network_graph.h"
#include "compute/network/witnesses/contract.h"

namespace arete::cpu {

using shared::TwoNearest;

/// Whether the place with these two nodes projects into the middle of their edge.
static bool standsFor(const TwoNearest& two, std::span<const RidgeNode> nodes, double middle) {
  return two.second.node != UINT32_MAX && projectsIntoMiddle(two, squaredDistance(nodes[two.first.node].place, nodes[two.second.node].place), middle);
}

/// Weights of equal pairs added up.
static std::vector<Witness> summed(std::vector<Witness> all, StopTicker& tick) {
  std::ranges::sort(all, [&](const Witness& a, const Witness& b) { return tick(), a < b; });
  std::vector<Witness> pairs;
  for (const Witness& one : all)
    if (!pairs.empty() && pairs.back().a == one.a && pairs.back().b == one.b) pairs.back().weight += one.weight;
    else pairs.push_back(one);
  return pairs;
}

Witnesses witnessesSequential(const WitnessesInput& in, const StageContext& context) {
  std::vector<shared::Vector3> places;
  for (const RidgeNode& node : in.nodes) places.push_back(node.place);
  const double largest = 2 * in.rules.ball * steppedRadius(in.r1, in.rules.radiusSteps);
  const BallGrid grid(places, in.points.dimension, 2 * in.rules.ball * in.r1, largest, context);
  StopTicker tick(context);
  Witnesses result{{}, std::vector<int64_t>(in.nodes.size())};
  std::vector<Witness> all;
  for (uint32_t i = 0; i < in.points.size(); ++i) {
    tick();
    const double near = in.rules.ball * in.radii[i];
    if (near == 0) continue;
    TwoNearest two;
    grid.visitBall(in.points.places[i], 2 * near, [&](uint32_t node, double squared) { two.offer(node, squared); });
    if (two.first.node == UINT32_MAX || two.first.squared > near * near) continue;
    const int64_t weight = in.points.weights[i];
    result.nearestTo[two.first.node] += weight;
    if (!standsFor(two, in.nodes, in.rules.middle)) continue;
    all.push_back({std::min(two.first.node, two.second.node), std::max(two.first.node, two.second.node), weight});
  }
  result.pairs = summed(std::move(all), tick);
  return result;
}

}  // namespace arete::cpu
