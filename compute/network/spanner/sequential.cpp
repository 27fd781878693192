// spanner.cpu.sequential: row 0 of its stage. Edges come in one by one, cheapest first, and each that closes a loop is tried.
// Memory: the candidates and the graph. Cost: six kernel densities per candidate, and for each loop a search of ways no longer than the girth. Loses
// where there are many candidates: their costs do not depend on each other. Source: network, steps 7 and 8.
#include <algorithm>

#include "compute/core/union_find.h"
#include "compute/network/look/kernel_look.h"
#include "compute/network/spanner/contract.h"
#include "compute/network/spanner/loops.h"

namespace arete::cpu {

namespace {

class Candidates {
 public:
  Candidates(const SpannerInput& in, const StageContext& context)
      : in_(in), context_(context), look_(in.points, in.rules.ball * in.r1, in.rules.ball * steppedRadius(in.r1, in.rules.radiusSteps), context) {}
  /// Cheapest first.
  std::vector<Candidate> all() const;

 private:
  std::vector<Edge> withinReach() const;
  /// Least density on the way, divided by that of the sparser end; 1 where that is 0 and so says nothing.
  double dip(const RidgeNode& a, const RidgeNode& b) const;

  const SpannerInput& in_;
  const StageContext& context_;
  KernelLook look_;
};

std::vector<Edge> Candidates::withinReach() const {
  std::vector<shared::Vector3> places;
  for (const RidgeNode& node : in_.nodes) places.push_back(node.place);
  const double least = in_.rules.reach * in_.r1;
  const BallGrid grid(places, in_.points.dimension, least, in_.rules.reach * steppedRadius(in_.r1, in_.rules.radiusSteps), context_);
  std::vector<Edge> edges;
  StopTicker tick(context_);
  for (uint32_t i = 0; i < in_.nodes.size(); ++i)
    tick(), grid.visitBall(places[i], in_.rules.reach * in_.nodes[i].radius, [&](uint32_t other, double) {
      if (other != i) edges.push_back({std::min(i, other), std::max(i, other)});
    });
  std::ranges::sort(edges, [&](const Edge& a, const Edge& b) { return tick(), a < b; });
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  return edges;
}

double Candidates::dip(const RidgeNode& a, const RidgeNode& b) const {
  const double radius = in_.rules.ball * std::min(a.radius, b.radius);
  const double ends = std::min(look_.density(a.place, radius), look_.density(b.place, radius));
  if (ends == 0) return 1;
  double least = ends;
  for (const double part : {1.0 / 3, 0.5, 2.0 / 3}) least = std::min(least, look_.density(a.place + (b.place - a.place) * part, radius));
  return least / ends;
}

std::vector<Candidate> Candidates::all() const {
  StopTicker tick(context_);
  std::vector<Candidate> result;
  for (const Edge& edge : withinReach()) {
    tick();
    const RidgeNode &a = in_.nodes[edge.a], &b = in_.nodes[edge.b];
    const double share = dip(a, b);
    if (share >= in_.rules.dipRefused) result.push_back({edgeCost(edgeEnd(a), edgeEnd(b), share, in_.r1), edge});
  }
  std::ranges::sort(result);
  return result;
}

}  // namespace

std::vector<Edge> spannerSequential(const SpannerInput& in, const StageContext& context) {
  Loops loops(in);
  UnionFind pieces(in.nodes.size());
  StopTicker tick(context);
  for (const Candidate& candidate : Candidates(in, context).all()) {
    tick();
    const Edge& edge = candidate.edge;
    if (pieces.join(edge.a, edge.b) || loops.mayClose(edge, in.witnesses.of(edge.a, edge.b))) loops.take(edge);
  }
  return loops.graph().edges();
}

}  // namespace arete::cpu
