// spanner.cpu.sequential: row 0 of its stage. Edges come in one by one, cheapest first, and each that closes a loop is tried.
// Memory: the candidates and the graph. Cost: six kernel densities a candidate, and for a loop a search of the ways of at most the girth. Loses
// where there are many candidates: their costs do not depend on each other. Source: network, steps 7 and 8.
#include <algorithm>
#include <cmath>
#include <queue>

#include "compute/cpu/network/kernel_look.h"
#include "compute/cpu/network/node_graph.h"
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
  explicit Loops(const SpannerInput& in) : in_(in), graph_(in.nodes.size()), joined_(in.nodes.size()), way_(in.nodes.size(), kFar) {}

  void take(const Edge& edge);
  bool mayClose(const Edge& edge);
  const NodeGraph& graph() const { return graph_; }

 private:
  static constexpr double kFar = HUGE_VAL;

  bool isWitnessed(const Edge& edge, int64_t weight) const;
  bool isDense(const Edge& edge, int64_t weight) const;
  bool isFarRound(const Edge& edge);

  const SpannerInput& in_;
  NodeGraph graph_;
  std::vector<double> joined_;  // of each node the length of its edges
  std::vector<double> way_;     // from one end of the edge that is tried; kFar between tries
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

/// Dijkstra's search from one node to the other, no farther than a way that would be too short.
bool Loops::isFarRound(const Edge& edge) {
  const double enough = in_.rules.girth - inRadii(in_.nodes[edge.a], in_.nodes[edge.b]);
  std::vector<uint32_t> seen{edge.a};
  std::priority_queue<std::pair<double, uint32_t>, std::vector<std::pair<double, uint32_t>>, std::greater<>> queue;
  way_[edge.a] = 0;
  queue.push({0, edge.a});
  while (!queue.empty()) {
    const auto [way, node] = queue.top();
    queue.pop();
    if (node == edge.b) break;
    if (way > way_[node]) continue;
    for (const uint32_t next : graph_.neighbours(node)) {
      const double farther = way + inRadii(in_.nodes[node], in_.nodes[next]);
      if (farther >= enough || farther >= way_[next]) continue;
      if (way_[next] == kFar) seen.push_back(next);
      way_[next] = farther;
      queue.push({farther, next});
    }
  }
  const bool isFar = way_[edge.b] == kFar;
  for (const uint32_t node : seen) way_[node] = kFar;
  return isFar;
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
