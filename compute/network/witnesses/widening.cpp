// witnesses.cpu.widening: one thread per super-point; its ball widens until it holds two nodes, which are then the nearest. Pairs are summed within
// pieces of neighbouring super-points first, so that few are left to be sorted. Memory: grids of the nodes and the pairs of each piece. Cost: one or
// two small balls of nodes per super-point, where the reference's ball is 3.5 R wide. Floor: reading places and radii. Loses to row 0 for a few
// hundred super-points. Source: network, step 6.
#include <atomic>

#include "compute/core/sort_parts.h"
#include "compute/network/look/node_grids.h"
#include "compute/network/rules/network_graph.h"
#include "compute/network/witnesses/contract.h"

namespace arete::cpu {

using shared::TwoNearest;

/// The two nodes nearest to a place within `reach`; the second may be missing.
static TwoNearest twoNearest(const NodeGrids& grids, const shared::Vector3& place, double narrow, double reach) {
  for (double radius = narrow;; radius *= 2) {
    TwoNearest two;
    const double within = std::min(radius, reach);
    grids.of(within).visitBall(place, within, [&](uint32_t node, double squared) { two.offer(node, squared); });
    if (two.second.node != UINT32_MAX || within == reach) return two;
  }
}

/// Equal pairs become one, with the sum of their weights.
static void sumEqualPairs(std::vector<Witness>& sorted) {
  size_t count = 0;
  for (const Witness& one : sorted)
    if (count > 0 && sorted[count - 1].a == one.a && sorted[count - 1].b == one.b) sorted[count - 1].weight += one.weight;
    else sorted[count++] = one;
  sorted.resize(count);
}

Witnesses witnessesWidening(const WitnessesInput& in, const StageContext& context) {
  constexpr size_t kGrain = 1024;
  const NetworkRules& rules = in.rules;
  Witnesses result{{}, std::vector<int64_t>(in.nodes.size())};
  double widest = 0;
  for (const double radius : in.radii) widest = std::max(widest, radius);
  if (widest == 0 || in.nodes.empty()) return result;
  const NodeGrids grids(
      in.nodes, in.points.dimension, 2 * in.r1, [&](uint32_t) { return 2 * rules.ball * widest; }, 2 * in.r1, context);
  std::vector<std::vector<Witness>> pieces((in.points.size() + kGrain - 1) / kGrain);
  context.device.threads().forEachRange(in.points.size(), kGrain, [&](size_t begin, size_t end, int) {
    context.checkStop();
    std::vector<Witness>& pairs = pieces[begin / kGrain];
    for (size_t i = begin; i < end; ++i) {
      const double near = rules.ball * in.radii[i];
      if (near == 0) continue;
      const TwoNearest two = twoNearest(grids, in.points.places[i], in.r1, 2 * near);
      if (two.first.node == UINT32_MAX || two.first.squared > near * near) continue;
      const uint32_t a = std::min(two.first.node, two.second.node), b = std::max(two.first.node, two.second.node);
      std::atomic_ref(result.nearestTo[two.first.node]).fetch_add(in.points.weights[i], std::memory_order_relaxed);
      if (two.second.node != UINT32_MAX && projectsIntoMiddle(two, squaredDistance(in.nodes[a].place, in.nodes[b].place), rules.middle))
        pairs.push_back({a, b, in.points.weights[i]});
    }
    std::ranges::sort(pairs);
    sumEqualPairs(pairs);
  });
  for (const std::vector<Witness>& pairs : pieces) result.pairs.insert(result.pairs.end(), pairs.begin(), pairs.end());
  sortParts(result.pairs, context);
  sumEqualPairs(result.pairs);
  return result;
}

}  // namespace arete::cpu
