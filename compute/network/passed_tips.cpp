#include "compute/network/passed_tips.h"

#include <algorithm>
#include <compare>

#include "compute/network/strand_gaps.h"

namespace arete {

namespace {

/// An end, and what it is with 0, 1, 2 … nodes less.
struct SteppedEnd {
  Branch strand;
  std::vector<StrandEnd> as;
  bool settled = false;  ///< it can be joined as it is, or stepped back
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

static std::vector<StepBack> stepsOf(std::vector<SteppedEnd>& ends, const WireGapsInput& in) {
  for (SteppedEnd& end : ends)
    end.settled = std::ranges::any_of(ends, [&](const SteppedEnd& other) { return joiningCost(end.as[0], other.as[0], in) >= 0; });
  std::vector<StepBack> steps;
  for (size_t a = 0; a < ends.size(); ++a)
    for (size_t b = a + 1; b < ends.size(); ++b)
      if (!ends[a].settled && !ends[b].settled && distance(ends[a].as[0].place, ends[b].as[0].place) <= in.rules.wireTipsLong * in.r1)
        addSteps(ends, a, b, in, steps);
  std::ranges::sort(steps);
  return steps;
}

std::vector<Edge> withoutPassedTips(const WireGapsInput& in) {
  NodeGraph graph(in.nodes.size(), in.edges);
  std::vector<SteppedEnd> ends = steppedEnds(graph, in);
  const auto stepBack = [&](SteppedEnd& end, size_t count) {
    end.settled = true;
    for (size_t k = 0; k < count; ++k) graph.remove(end.strand.nodes[k], end.strand.nodes[k + 1]);
  };
  for (const StepBack& step : stepsOf(ends, in)) {
    if (ends[step.a].settled || ends[step.b].settled) continue;
    stepBack(ends[step.a], step.fromA), stepBack(ends[step.b], step.fromB);
  }
  return graph.edges();
}

}  // namespace arete
