#include "compute/network/wire_gaps/gap_joining.h"

#include <algorithm>

#include "compute/core/union_find.h"
#include "compute/network/wire_gaps/gap_turns.h"
#include "compute/network/wire_gaps/passed_tips.h"

namespace arete {

namespace {

class GapJoiner {
 public:
  GapJoiner(const WireGapsInput& in, std::span<const Edge> edges)
      : in_(in), graph_(in.nodes.size(), edges), pieces_(in.nodes.size()), turns_(in.r1, in.rules) {
    for (const Edge& edge : edges) pieces_.join(edge.a, edge.b);
  }

  /// Whether any two were joined.
  bool round(const GapPairs& pairsOf) {
    const std::vector<StrandEnd> ends = strandEnds(graph_, in_);
    std::vector<const StrandEnd*> ofNode(in_.nodes.size());
    for (const StrandEnd& end : ends) ofNode[end.node] = &end;
    std::vector<StrandEdge> pairs = pairsOf(ends);
    std::ranges::sort(pairs);
    bool hasGrown = false;
    for (const auto& [cost, edge] : pairs)
      if (mayBeJoined(edge) && turns_.agree(*ofNode[edge.a], *ofNode[edge.b])) join(*ofNode[edge.a], *ofNode[edge.b]), hasGrown = true;
    return hasGrown;
  }

  std::vector<Edge> longStrands() {
    for (const Branch& strand : strandsOf(graph_, in_.nodes))
      if (strand.length() < in_.rules.wireShortest * in_.r1) remove(graph_, strand);
    return graph_.edges();
  }

 private:
  bool mayBeJoined(const Edge& edge) {
    return graph_.degree(edge.a) == 1 && graph_.degree(edge.b) == 1 && pieces_.find(edge.a) != pieces_.find(edge.b);
  }
  void join(const StrandEnd& a, const StrandEnd& b) {
    pieces_.join(a.node, b.node);
    graph_.add(a.node, b.node);
    turns_.add(a, b);
  }

  const WireGapsInput& in_;
  NodeGraph graph_;
  UnionFind pieces_;
  GapTurns turns_;
};

}  // namespace

std::vector<Edge> joinedAcrossGaps(const WireGapsInput& in, const GapPairs& pairsOf, const StageContext& context) {
  context.checkStop();
  GapJoiner joiner(in, withoutPassedTips(in, pairsOf, context));
  bool hasGrown = true;  // else the next round finds the same
  for (int round = 0; round < in.rules.wireRounds && hasGrown; ++round) {
    context.checkStop();
    hasGrown = joiner.round(pairsOf);
  }
  return joiner.longStrands();
}

}  // namespace arete
