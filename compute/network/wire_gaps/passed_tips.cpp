#include "compute/network/wire_gaps/passed_tips.h"

#include <algorithm>
#include <compare>
#include <limits>

#include "compute/network/look/ball_grid.h"

namespace arete {

using shared::Vector3;

namespace {

/// An end, and what it is with 0, 1, 2 … nodes less.
struct SteppedEnd {
  Branch strand;
  std::vector<StrandEnd> as;
  double cost = std::numeric_limits<double>::infinity();  ///< of the best join as it is
  bool settled = false;                                   ///< it stepped back, or stays as it is so that another one can
};

/// Two ends with so many nodes less.
struct StepBack {
  size_t nodes;
  double cost;
  size_t a, b, fromA, fromB;
  auto operator<=>(const StepBack&) const = default;
};

}  // namespace

static SteppedEnd steppedEnd(Branch strand, uint32_t number, const WireGapsInput& in) {
  SteppedEnd end;
  if (strand.length() < in.rules.wireShortest * in.r1) return end;  // no wire yet, so none steps back for it
  for (size_t k = 0; k <= size_t(in.rules.wireTips) && 2 * k + 2 < strand.nodes.size() && strand.along[k] <= in.rules.wireTipsLong * in.r1; ++k)
    end.as.push_back({in.nodes[strand.nodes[k]].place, pointsTo(strand, in.nodes, in.r1, in.rules, k), strand.length() - strand.along[k],
                      strand.nodes[k], number});
  end.strand = std::move(strand);
  return end;
}

static std::vector<SteppedEnd> steppedEnds(const NodeGraph& graph, const WireGapsInput& in) {
  std::vector<SteppedEnd> ends;
  uint32_t number = 0;
  for (const Branch& strand : strandsOf(graph, in.nodes)) {
    for (Branch own : {strand, turned(strand)})
      if (SteppedEnd end = steppedEnd(std::move(own), number, in); !end.as.empty()) ends.push_back(std::move(end));
    ++number;
  }
  return ends;
}

/// As gapCost(), in any order; below 0 where wire_gaps would not join the two.
static double joiningCost(const StrandEnd& a, const StrandEnd& b, const WireGapsInput& in) {
  constexpr double kNone = -1;
  if (a.node > b.node) return joiningCost(b, a, in);
  return distance(a.place, b.place) > gapReach(a, in.r1, in.rules) ? kNone : gapCost(a, b, in.r1, in.rules);
}

static void addSteps(const std::vector<SteppedEnd>& ends, size_t a, size_t b, const WireGapsInput& in, std::vector<StepBack>& steps) {
  for (size_t fromA = 0; fromA < ends[a].as.size(); ++fromA)
    for (size_t fromB = 0; fromB < ends[b].as.size(); ++fromB)
      if (const double cost = joiningCost(ends[a].as[fromA], ends[b].as[fromB], in); cost >= 0)
        steps.push_back({fromA + fromB, cost, a, b, fromA, fromB});
}

/// What joining costs as they are.
static void findCosts(std::vector<SteppedEnd>& ends, std::span<const StrandEdge> pairs, size_t nodes) {
  std::vector<double> costs(nodes, std::numeric_limits<double>::infinity());
  for (const auto& [cost, edge] : pairs)
    for (const uint32_t node : {edge.a, edge.b}) costs[node] = std::min(costs[node], cost);
  for (SteppedEnd& end : ends) end.cost = costs[end.as[0].node];
}

static std::vector<StepBack> stepsOf(const std::vector<SteppedEnd>& ends, const WireGapsInput& in, const StageContext& context) {
  const double farthest = in.rules.wireTipsLong * in.r1;
  std::vector<Vector3> places;
  for (const SteppedEnd& end : ends) places.push_back(end.as[0].place);
  const BallGrid grid(places, 3, farthest, farthest, context);
  std::vector<StepBack> steps;
  for (size_t a = 0; a < ends.size(); ++a) {
    context.checkStop();
    grid.visitBall(places[a], farthest, [&](uint32_t b, double) {
      if (b > a && joiningCost(ends[a].as[0], ends[b].as[0], in) < 0) addSteps(ends, a, b, in, steps);
    });
  }
  std::ranges::sort(steps);
  return steps;
}

std::vector<Edge> withoutPassedTips(const WireGapsInput& in, const GapPairs& pairsOf, const StageContext& context) {
  NodeGraph graph(in.nodes.size(), in.edges);
  if (in.edges.empty() || in.rules.wireTips == 0) return graph.edges();
  std::vector<SteppedEnd> ends = steppedEnds(graph, in);
  findCosts(ends, pairsOf(strandEnds(graph, in)), in.nodes.size());
  const auto mayStep = [](const SteppedEnd& end, double cost) { return !end.settled && cost < end.cost; };
  const auto stepBack = [&](SteppedEnd& end, size_t count) {
    end.settled = true;
    for (size_t k = 0; k < count; ++k) graph.remove(end.strand.nodes[k], end.strand.nodes[k + 1]);
  };
  for (const StepBack& step : stepsOf(ends, in, context)) {
    if (!mayStep(ends[step.a], step.cost) || !mayStep(ends[step.b], step.cost)) continue;
    stepBack(ends[step.a], step.fromA), stepBack(ends[step.b], step.fromB);
  }
  return graph.edges();
}

}  // namespace arete
