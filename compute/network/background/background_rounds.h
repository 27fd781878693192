// The rounds in which background takes branches away, however points are counted. Source: 2D, step 9b.
#pragma once

#include <vector>

#include "compute/network/background/background_judge.h"
#include "compute/network/graph/branches_side_by_side.h"
#include "compute/network/graph/kept_sweeps.h"

namespace arete {

/// How much of the weight, and of the places strewn over the area, lies off the network.
struct OffNetwork {
  int64_t off, weight;
  double free, places, area;
};

/// Circles off the network.
struct StrewnCircles {
  int64_t all, empty;
};

/// The edges that stay. `Counts`: off(edges), an OffNetwork; circles(edges, radius), those of this radius around strewn places that are off the
/// network by it; failing(branches, judge), which parts of the branches go, in no particular order.
template <class Counts>
std::vector<Edge> backgroundInRounds(const BackgroundInput& in, Counts& counts, const StageContext& context) {
  const NetworkRules& rules = in.rules;
  ShrinkingGraph graph(in.nodes.size(), in.edges);
  std::vector<Edge> edges(in.edges.begin(), in.edges.end());
  Background background;
  for (int round = 0; round < rules.backgroundRounds && !edges.empty(); ++round) {
    context.checkStop();
    const OffNetwork off = counts.off(edges);
    background = {strewnIntensity(off.off, off.weight, off.free, off.places, off.area, rules)};
    if (background.intensity == 0) break;
    const double radius = voidRadius(background.intensity, in.r1, rules);
    const StrewnCircles circles = counts.circles(edges, radius);
    background.clumped = isClumpedBy(circles.empty, circles.all, background.intensity, radius, rules);
    const BackgroundJudge judge(in, graph, background);
    const std::vector<Branch> failed = counts.failing(allBranches(graph, in.nodes, context), judge);
    if (failed.empty()) break;
    for (const Branch& part : failed) remove(graph, part);
    sweepKeptLeaves(graph, in.nodes, rules, context);
    edges = graph.edges();
  }
  const auto ofFog = leafRulesInFog(background, rules);
  if (!ofFog) return edges;
  sweepKeptLeaves(graph, in.nodes, *ofFog, context);
  return graph.edges();
}

}  // namespace arete
