// Which of the possible bridges are built, and how they rank, however they are found. Source: network, step 11.
#pragma once

#include <algorithm>
#include <optional>

#include "compute/core/union_find.h"
#include "compute/network/bridges/contract.h"
#include "compute/network/graph/way_search.h"

namespace arete {

inline constexpr size_t kBridgeBehind = 3;  ///< nodes behind an end, from where its direction is seen

struct Bridge {
  double rank;
  uint32_t end, node;
  friend auto operator<=>(const Bridge&, const Bridge&) = default;
};

/// How a bridge from an end to another node ranks; none below 0. They are not joined yet. `outwards`: where the end points; `outwardsOfOther()`:
/// where the other one does, asked for only if it is an end.
template <class Outwards>
ARETE_HD double bridgeRank(const NetworkRules& rules, const RidgeNode& end, const RidgeNode& other, const shared::Vector3& outwards, bool otherIsEnd,
                           const Outwards& outwardsOfOther) {
  constexpr double kNone = -1;
  const double length = inRadii(end, other), inOwn = distance(end.place, other.place) / end.radius;
  if (length == 0) return kNone;
  const double cosine = dot(outwards, unit(other.place - end.place));
  if (!(cosine >= rules.bridgeCone)) return kNone;
  const bool isEndToEnd = otherIsEnd && dot(outwardsOfOther(), unit(end.place - other.place)) >= rules.bridgeCone;
  if (shared::greater(length, inOwn) > (isEndToEnd ? rules.bridgeEnds : rules.bridgeNode)) return kNone;
  return length * (2 - cosine);
}

/// From an end to another node with an edge, where it is one; `direction(end)` is where an end points.
template <class Graph, class Direction>
std::optional<Bridge> bridgeBetween(const BridgesInput& in, const Graph& graph, uint32_t end, uint32_t node, const Direction& direction) {
  if (std::ranges::binary_search(graph.neighbours(end), node)) return {};
  const double rank = bridgeRank(in.rules, in.nodes[end], in.nodes[node], direction(end), graph.degree(node) == 1, [&] { return direction(node); });
  return rank < 0 ? std::nullopt : std::optional(Bridge{rank, end, node});
}

/// A bridge within a piece closes a loop with the way round, which must be this long, in local radii.
inline double leastWayRound(const BridgesInput& in, const Bridge& bridge) {
  return in.rules.bridgeGirth - inRadii(in.nodes[bridge.end], in.nodes[bridge.node]);
}

/// Without those that would close too short a loop in the network as it is: bridges that are built make ways shorter, never longer. Ascending, as
/// given. All threads look, once for each end.
std::vector<Bridge> withoutShortLoops(std::span<const Bridge> bridges, const BridgesInput& in, const StageContext& context);

/// The edges with those bridges that can be built one after the other, in their order.
inline std::vector<Edge> withBridges(std::span<const Bridge> bridges, const BridgesInput& in, const StageContext& context) {
  std::vector<Edge> possible;
  for (const Bridge& bridge : bridges) possible.push_back({bridge.end, bridge.node});
  GrowingGraph graph(in.nodes.size(), in.edges, possible);
  UnionFind pieces(in.nodes.size());
  for (const Edge& edge : in.edges) pieces.join(edge.a, edge.b);
  WaySearch ways(in.nodes);
  for (const auto& [rank, end, node] : bridges) {
    context.checkStop();
    if (graph.degree(end) != 1) continue;  // has its bridge
    if (pieces.find(end) == pieces.find(node)) {
      if (!in.rules.bridgeLoops || ways.way(graph, end, node, leastWayRound(in, {rank, end, node})) != WaySearch::kFar) continue;
    }
    graph.add(end, node);
    pieces.join(end, node);
  }
  return graph.edges();
}

}  // namespace arete
