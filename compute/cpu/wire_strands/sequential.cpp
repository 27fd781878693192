// wire_strands.cpu.sequential: row 0 of its stage. All candidates are listed, and gone through cheapest first.
// Memory: the candidates, two slots a node. Cost: a ball for each node, and a sort of the candidates. Loses to a thread a node, which lists its
// candidates. Source: 3D, C 4.
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "compute/cpu/network/ball_grid.h"
#include "compute/cpu/quality/union_find.h"
#include "compute/cpu/wire_versions.h"

namespace arete::cpu {

using shared::Vector3;

namespace {

struct StrandEdge {
  double cost;
  Edge edge;
  friend auto operator<=>(const StrandEdge&, const StrandEdge&) = default;
};

}  // namespace

/// None where the pair is no candidate.
static std::optional<double> costOf(const RidgeNode& a, const RidgeNode& b, const WireStrandsInput& in) {
  if (std::abs(dot(a.tangent, b.tangent)) <= in.rules.wireAlike) return {};
  const Vector3 way = b.place - a.place;
  const double length = lengthOf(way), aimA = std::abs(dot(way, a.tangent)), aimB = std::abs(dot(way, b.tangent));
  const double along = std::min(aimA, aimB), beside = std::sqrt(std::max(0.0, length * length - along * along));
  if (along < in.rules.wireStraight * length && beside > in.rules.wireBeside * in.r1) return {};
  return std::sqrt(along * along + in.rules.wireAcross * in.rules.wireAcross * beside * beside);
}

static std::vector<StrandEdge> candidates(const WireStrandsInput& in, const StageContext& context) {
  std::vector<Vector3> places;
  double largest = in.r1;
  for (const RidgeNode& node : in.nodes) places.push_back(node.place), largest = std::max(largest, node.radius);
  const BallGrid grid(places, 3, in.rules.reach * in.r1, in.rules.reach * largest);
  StopTicker tick(context);
  std::vector<StrandEdge> result;
  for (uint32_t i = 0; i < in.nodes.size(); ++i) {
    tick();
    grid.visitBall(places[i], in.rules.reach * in.nodes[i].radius, [&](uint32_t other, double) {
      const RidgeNode &a = in.nodes[i], &b = in.nodes[other];
      if (other == i || (b.radius == a.radius && other < i) || b.radius > a.radius) return;  // each pair once, from the one that sees farther
      if (const auto cost = costOf(a, b, in)) result.push_back({*cost, {std::min(i, other), std::max(i, other)}});
    });
  }
  std::ranges::sort(result);
  return result;
}

std::vector<Edge> wireStrandsSequential(const WireStrandsInput& in, const StageContext& context) {
  std::vector<std::array<bool, 2>> used(in.nodes.size());  // before and behind
  const auto slot = [&](uint32_t from, uint32_t to) -> bool& {
    return used[from][dot(in.nodes[to].place - in.nodes[from].place, in.nodes[from].tangent) > 0];
  };
  UnionFind pieces(in.nodes.size());
  std::vector<Edge> edges;
  for (const StrandEdge& candidate : candidates(in, context)) {
    const auto [a, b] = candidate.edge;
    bool &ofA = slot(a, b), &ofB = slot(b, a);
    if (ofA || ofB || !pieces.join(a, b)) continue;
    ofA = ofB = true;
    edges.push_back(candidate.edge);
  }
  std::ranges::sort(edges);
  return edges;
}

}  // namespace arete::cpu
