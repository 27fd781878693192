// Pairs of nodes of wires: which two may follow each other, and what that costs. Source: 3D, C 4.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "compute/core/union_find.h"
#include "compute/network/graph/node_graph.h"
#include "compute/network/wire_strands/contract.h"

namespace arete {

/// What it costs to join two nodes; below 0 where they are no candidate.
ARETE_HD double strandCost(const RidgeNode& a, const RidgeNode& b, double r1, const NetworkRules& rules) {
  constexpr double kNone = -1;
  if (std::abs(dot(a.tangent, b.tangent)) <= rules.wireAlike) return kNone;
  const shared::Vector3 way = b.place - a.place;
  const double length = lengthOf(way), aimA = std::abs(dot(way, a.tangent)), aimB = std::abs(dot(way, b.tangent));
  const double along = shared::lesser(aimA, aimB), beside = std::sqrt(shared::greater(0.0, length * length - along * along));
  if (along < rules.wireStraight * length && beside > rules.wireBeside * r1) return kNone;
  if (beside > rules.wireAside * r1) return kNone;
  return std::sqrt(along * along + rules.wireAcross * rules.wireAcross * beside * beside);
}

/// Each pair is looked at once, from the node that sees farther; from either: whether this one is it.
ARETE_HD bool looksForPair(const RidgeNode& from, uint32_t number, const RidgeNode& other, uint32_t otherNumber) {
  return otherNumber != number && (other.radius < from.radius || (other.radius == from.radius && otherNumber > number));
}

/// Which of the two slots of a node an edge to another one takes: that before it along its tangent, or that behind it.
ARETE_HD bool isAhead(const RidgeNode& node, const RidgeNode& other) { return dot(other.place - node.place, node.tangent) > 0; }

/// A pair of nodes that may be joined; the cheapest comes first.
struct StrandEdge {
  double cost;
  Edge edge;
  friend auto operator<=>(const StrandEdge&, const StrandEdge&) = default;
};

/// The edges of the candidates taken, in order of cost; ascending. Each node is joined once on either side, and no ring is closed.
inline std::vector<Edge> takenStrandEdges(std::span<const StrandEdge> candidates, const WireStrandsInput& in) {
  std::vector<std::array<bool, 2>> used(in.nodes.size());  // before and behind
  const auto slot = [&](uint32_t from, uint32_t to) -> bool& { return used[from][isAhead(in.nodes[from], in.nodes[to])]; };
  UnionFind pieces(in.nodes.size());
  std::vector<Edge> edges;
  for (const StrandEdge& candidate : candidates) {
    const auto [a, b] = candidate.edge;
    bool &ofA = slot(a, b), &ofB = slot(b, a);
    if (ofA || ofB || !pieces.join(a, b)) continue;
    ofA = ofB = true;
    edges.push_back(candidate.edge);
  }
  sortEdges(edges, in.nodes.size());
  return edges;
}

}  // namespace arete
