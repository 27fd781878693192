// spanner.cpu.sequential: row 0 of its stage. Edges come in one by one, cheapest first, and each that closes a loop is tried.
// Memory: the candidates and the graph. Cost: six kernel densities a candidate, and for a loop a search of the ways of at most the girth. Loses
// where there are many candidates: their costs do not depend on each other. Source: network, steps 7 and 8.
#include <algorithm>
#include <cmath>

#include "compute/cpu/network/kernel_look.h"
#include "compute/cpu/network/way_search.h"
#include "compute/cpu/network_versions.h"
#include "compute/cpu/quality/union_find.h"

namespace arete::cpu {

namespace {

struct Candidate {
  double cost;
  Edge edge;
  friend auto operator<=>(const Candidate&, const Candidate&) = default;
};

class Candidates {
 public:
  Candidates(const SpannerInput& in, const StageContext& context)
      : in_(in), context_(context), look_(in.points, in.rules.ball * in.r1, in.rules.ball * steppedRadius(in.r1, in.rules.radiusSteps)) {}
  /// Cheapest first.
  std::vector<Candidate> all() const;

 private:
  std::vector<Edge> withinReach() const;
  /// Least density on the way over that of the lesser end; 1 where that is 0 and so says nothing.
  double dip(const RidgeNode& a, const RidgeNode& b) const;
  double cost(const RidgeNode& a, const RidgeNode& b, double dip) const;

  const SpannerInput& in_;
  const StageContext& context_;
  KernelLook look_;
};

std::vector<Edge> Candidates::withinReach() const {
  std::vector<shared::Vector3> places;
  for (const RidgeNode& node : in_.nodes) places.push_back(node.place);
  const double least = in_.rules.reach * in_.r1;
  const BallGrid grid(places, in_.points.dimension, least, in_.rules.reach * steppedRadius(in_.r1, in_.rules.radiusSteps));
  std::vector<Edge> edges;
  for (uint32_t i = 0; i < in_.nodes.size(); ++i)
    grid.visitBall(places[i], in_.rules.reach * in_.nodes[i].radius, [&](uint32_t other, double) {
      if (other != i) edges.push_back({std::min(i, other), std::max(i, other)});
    });
  std::ranges::sort(edges);
  const auto doubles = std::ranges::unique(edges);
  edges.erase(doubles.begin(), doubles.end());
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

double Candidates::cost(const RidgeNode& a, const RidgeNode& b, double dip) const {
  const double length = distance(a.place, b.place);
  const shared::Vector3 direction = unit(b.place - a.place);
  const double aligned = std::abs(dot(direction, a.tangent)) * std::abs(dot(direction, b.tangent));
  const double density = in_.r1 * std::min(a.density / a.radius, b.density / b.radius);
  return length * (2 - aligned) * (2 - dip) / std::sqrt(density);
}

std::vector<Candidate> Candidates::all() const {
  StopTicker tick(context_);
  std::vector<Candidate> result;
  for (const Edge& edge : withinReach()) {
    tick();
    const RidgeNode &a = in_.nodes[edge.a], &b = in_.nodes[edge.b];
    const double share = dip(a, b);
    if (share >= in_.rules.dipRefused) result.push_back({cost(a, b, share), edge});
  }
  std::ranges::sort(result);
  return result;
}

class Loops {
 public:
  explicit Loops(const SpannerInput& in) : in_(in), graph_(in.nodes.size()), joined_(in.nodes.size()), ways_(in.nodes) {}

  void take(const Edge& edge);
  bool mayClose(const Edge& edge);
  const NodeGraph& graph() const { return graph_; }

 private:
  bool isWitnessed(const Edge& edge, int64_t weight) const;
  bool isDense(const Edge& edge, int64_t weight) const;
  bool isFarRound(const Edge& edge);

  const SpannerInput& in_;
  NodeGraph graph_;
  std::vector<double> joined_;  // of each node the length of its edges
  WaySearch ways_;
};

void Loops::take(const Edge& edge) {
  const double length = distance(in_.nodes[edge.a].place, in_.nodes[edge.b].place);
  graph_.add(edge.a, edge.b);
  joined_[edge.a] += length, joined_[edge.b] += length;
}

bool Loops::mayClose(const Edge& edge) {
  const int64_t weight = in_.witnesses.of(edge.a, edge.b);
  return isWitnessed(edge, weight) && isDense(edge, weight) && isFarRound(edge);
}

bool Loops::isWitnessed(const Edge& edge, int64_t weight) const {
  const bool joinsEnds = graph_.degree(edge.a) == 1 && graph_.degree(edge.b) == 1;
  return weight >= (joinsEnds ? in_.rules.endWitnesses : in_.rules.loopWitnesses);
}

bool Loops::isDense(const Edge& edge, int64_t weight) const {
  const double length = distance(in_.nodes[edge.a].place, in_.nodes[edge.b].place);
  const auto density = [&](uint32_t node) { return double(in_.witnesses.nearestTo[node]) / (joined_[node] + length); };
  const double one = density(edge.a), other = density(edge.b);
  const double expected = in_.rules.poissonShare * length * (in_.rules.poissonLesserEnd ? std::min(one, other) : std::max(one, other));
  return double(weight) + in_.rules.poissonDeviations * std::sqrt(double(weight)) + in_.rules.poissonOffset >= expected;
}

bool Loops::isFarRound(const Edge& edge) {
  const double enough = in_.rules.girth - inRadii(in_.nodes[edge.a], in_.nodes[edge.b]);
  return ways_.way(graph_, edge.a, edge.b, enough) == WaySearch::kFar;
}

}  // namespace

std::vector<Edge> spannerSequential(const SpannerInput& in, const StageContext& context) {
  Loops loops(in);
  UnionFind pieces(in.nodes.size());
  StopTicker tick(context);
  for (const Candidate& candidate : Candidates(in, context).all()) {
    tick();
    if (pieces.join(candidate.edge.a, candidate.edge.b) || loops.mayClose(candidate.edge)) loops.take(candidate.edge);
  }
  return loops.graph().edges();
}

}  // namespace arete::cpu
