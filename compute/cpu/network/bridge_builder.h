// Which bridges are built of those that might be, and how they rank, whatever finds them. Source: network, step 11.
#pragma once

#include <algorithm>
#include <optional>

#include "compute/cpu/network/way_search.h"
#include "compute/cpu/quality/union_find.h"
#include "compute/stages/bridges.h"

namespace arete::cpu {

inline constexpr size_t kBridgeBehind = 3;  ///< nodes behind an end, from where its direction is seen

struct Bridge {
  double rank;
  uint32_t end, node;
  friend auto operator<=>(const Bridge&, const Bridge&) = default;
};

/// From an end to another node with an edge, where it is one; `direction(end)` is where an end points.
template <class Direction>
std::optional<Bridge> bridgeBetween(const BridgesInput& in, const NodeGraph& graph, uint32_t end, uint32_t node, const Direction& direction) {
  const RidgeNode &from = in.nodes[end], &to = in.nodes[node];
  const auto cosineOf = [&](uint32_t one, uint32_t other) { return dot(direction(one), unit(in.nodes[other].place - in.nodes[one].place)); };
  const double length = inRadii(from, to), inOwn = distance(from.place, to.place) / from.radius;
  if (length == 0 || graph.has(end, node)) return {};
  const double cosine = cosineOf(end, node);
  if (!(cosine >= in.rules.bridgeCone)) return {};
  const bool isEndToEnd = graph.degree(node) == 1 && cosineOf(node, end) >= in.rules.bridgeCone;
  if (std::max(length, inOwn) > (isEndToEnd ? in.rules.bridgeEnds : in.rules.bridgeNode)) return {};
  return Bridge{length * (2 - cosine), end, node};
}

/// One after the other, in their order.
inline void buildBridges(std::span<const Bridge> bridges, const BridgesInput& in, NodeGraph& graph, const StageContext& context) {
  UnionFind pieces(in.nodes.size());
  for (const Edge& edge : in.edges) pieces.join(edge.a, edge.b);
  WaySearch ways(in.nodes);
  for (const auto& [rank, end, node] : bridges) {
    context.checkStop();
    if (graph.degree(end) != 1) continue;  // has its bridge
    if (pieces.find(end) == pieces.find(node)) {
      const double round = in.rules.bridgeGirth - inRadii(in.nodes[end], in.nodes[node]);
      if (!in.rules.bridgeLoops || ways.way(graph, end, node, round) != WaySearch::kFar) continue;
    }
    graph.add(end, node);
    pieces.join(end, node);
  }
}

}  // namespace arete::cpu
