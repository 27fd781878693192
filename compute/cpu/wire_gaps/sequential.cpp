// wire_gaps.cpu.sequential: row 0 of its stage. Every end looks at the other ends around it, and the best pairs are joined.
// Memory: the graph, its strands and the pairs. Cost: a ball of ends for each end and round; there are few ends. Source: 3D, C 5.
#include <algorithm>
#include <cmath>
#include <optional>

#include "compute/core/union_find.h"
#include "compute/cpu/network/ball_grid.h"
#include "compute/cpu/network/strands.h"
#include "compute/cpu/wire_versions.h"

namespace arete::cpu {

using shared::Vector3;

namespace {

struct StrandEnd {
  uint32_t node, strand;
  double length;  // of the strand
  Vector3 outwards;
};

struct Join {
  double cost;
  Edge edge;
  friend auto operator<=>(const Join&, const Join&) = default;
};

}  // namespace

static std::vector<StrandEnd> endsOf(const NodeGraph& graph, const WireGapsInput& in) {
  std::vector<StrandEnd> ends;
  uint32_t number = 0;
  for (const Branch& strand : strandsOf(graph, in.nodes)) {
    ends.push_back({strand.nodes.front(), number, strand.length(), pointsTo(strand, in.nodes, in.r1, in.rules)});
    ends.push_back({strand.nodes.back(), number, strand.length(), pointsTo(turned(strand), in.nodes, in.r1, in.rules)});
    ++number;
  }
  return ends;
}

/// How far the lines of two ends miss each other between them; none where they do not lead there, turn too much or miss too far.
static std::optional<double> missOf(const StrandEnd& a, const StrandEnd& b, const WireGapsInput& in) {
  constexpr double kParallel = 1e-9;
  const Vector3 placeA = in.nodes[a.node].place, placeB = in.nodes[b.node].place, gap = placeB - placeA;
  const double length = lengthOf(gap), together = dot(a.outwards, b.outwards), aheadA = dot(gap, a.outwards), aheadB = -dot(gap, b.outwards);
  if (aheadA <= 0 || aheadB <= 0 || -together < in.rules.wireBend) return {};
  const double apart = 1 - together * together, meeting = apart > kParallel ? (aheadA + together * aheadB) / apart : length / 2;
  const Vector3 onA = placeA + a.outwards * std::clamp(meeting, 0.0, length);
  const Vector3 onB = placeB + b.outwards * std::clamp(dot(onA - placeB, b.outwards), 0.0, length);
  const double miss = distance(onA, onB);
  return miss <= in.rules.wireMeet * in.r1 + in.rules.wireMeetLong * length ? std::optional(miss) : std::nullopt;
}

static std::vector<Join> joinsOf(const std::vector<StrandEnd>& ends, const WireGapsInput& in) {
  std::vector<Vector3> places;
  for (const StrandEnd& end : ends) places.push_back(in.nodes[end.node].place);
  const double longest = in.rules.wireGap * in.r1;
  const BallGrid grid(places, 3, longest, longest);
  std::vector<Join> joins;
  for (uint32_t i = 0; i < ends.size(); ++i)
    grid.visitBall(places[i], std::min(longest, in.rules.wireGapShare * ends[i].length), [&](uint32_t other, double squared) {
      const StrandEnd &a = ends[i], &b = ends[other];
      const double length = std::sqrt(squared);
      if (a.node >= b.node || a.strand == b.strand || length > in.rules.wireGapShare * b.length) return;
      if (const std::optional<double> miss = missOf(a, b, in)) joins.push_back({length + in.rules.wireMiss * *miss, {a.node, b.node}});
    });
  std::ranges::sort(joins);
  return joins;
}

std::vector<Edge> wireGapsSequential(const WireGapsInput& in, const StageContext& context) {
  NodeGraph graph(in.nodes.size(), in.edges);
  UnionFind pieces(in.nodes.size());
  for (const Edge& edge : in.edges) pieces.join(edge.a, edge.b);
  for (int round = 0; round < in.rules.wireRounds; ++round) {
    context.checkStop();
    for (const Join& join : joinsOf(endsOf(graph, in), in)) {
      const auto [a, b] = join.edge;
      if (graph.degree(a) == 1 && graph.degree(b) == 1 && pieces.join(a, b)) graph.add(a, b);
    }
  }
  for (const Branch& strand : strandsOf(graph, in.nodes))
    if (strand.length() < in.rules.wireShortest * in.r1) remove(graph, strand);
  return graph.edges();
}

}  // namespace arete::cpu
