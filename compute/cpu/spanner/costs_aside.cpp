// spanner.cpu.costs_aside: what does not depend on earlier edges is computed separately, on all threads: which pairs are candidates, their dips,
// costs and witnesses. Each node's own density is summed once, and the three places along a candidate look at the super-points together. Edges are
// then decided in order on one thread, which is little work: nearly all candidates join nothing and have no witnesses.
// Memory: 32 bytes a candidate, the grids and the graph. Cost: for each candidate the super-points of a ball and a half, 3 ns each, and a sort; the
// path search for each one with witnesses. Floor: those terms. Loses to row 0 for a few dozen nodes. Source: network, steps 7 and 8.
#include "compute/core/union_find.h"
#include "compute/cpu/grid/sort_parts.h"
#include "compute/cpu/network/ball_look.h"
#include "compute/cpu/network/loops.h"
#include "compute/cpu/network/node_grids.h"
#include "compute/cpu/network_versions.h"

namespace arete::cpu {

namespace {

struct WitnessedCandidate {
  Candidate candidate;
  int64_t weight;  // of its witnesses
  friend bool operator<(const WitnessedCandidate& a, const WitnessedCandidate& b) { return a.candidate < b.candidate; }
};

class CandidateFinder {
 public:
  CandidateFinder(const SpannerInput& in, const StageContext& context)
      : in_(in),
        context_(context),
        grids_(
            in.nodes, in.points.dimension, in.rules.reach * in.r1, [&](uint32_t i) { return reachOf(i); }, in.rules.reach * in.r1, context),
        densities_(in.nodes.size()) {
    double least = HUGE_VAL, greatest = in.r1;
    for (const RidgeNode& node : in.nodes) least = std::min(least, node.radius), greatest = std::max(greatest, node.radius);
    looks_ = looksOfThreads(in.points, in.rules.ball * std::min(least, greatest), in.rules.ball * greatest, context);
  }

  /// Cheapest first.
  std::vector<WitnessedCandidate> all() {
    forEachNode([&](uint32_t i, BallLook& look, auto&) { densities_[i] = look.density(in_.nodes[i].place, in_.rules.ball * in_.nodes[i].radius); });
    forEachNode([&](uint32_t i, BallLook& look, auto& found) { findOf(i, look, found); });
    std::vector<WitnessedCandidate> result;
    for (const auto& piece : pieces_) result.insert(result.end(), piece.begin(), piece.end());
    sortParts(result, context_);
    return result;
  }

 private:
  double reachOf(uint32_t i) const { return in_.rules.reach * in_.nodes[i].radius; }
  template <class Body>
  void forEachNode(const Body& body);
  void findOf(uint32_t i, BallLook& look, std::vector<WitnessedCandidate>& found) const;
  double densityOf(uint32_t i, double radius, BallLook& look) const;
  double dip(const Edge& edge, BallLook& look) const;

  const SpannerInput& in_;
  const StageContext& context_;
  const NodeGrids grids_;
  std::vector<BallLook> looks_;    // of each thread
  std::vector<double> densities_;  // of each node's own ball
  std::vector<std::vector<WitnessedCandidate>> pieces_;
};

template <class Body>
void CandidateFinder::forEachNode(const Body& body) {
  constexpr size_t kGrain = 32;
  pieces_.resize((in_.nodes.size() + kGrain - 1) / kGrain);
  context_.device.threads().forEachRange(in_.nodes.size(), kGrain, [&](size_t begin, size_t end, int thread) {
    context_.checkStop();
    for (size_t i = begin; i < end; ++i) body(uint32_t(i), looks_[size_t(thread)], pieces_[begin / kGrain]);
  });
}

/// The pairs of a node; with a lower node only where that one does not reach it.
void CandidateFinder::findOf(uint32_t i, BallLook& look, std::vector<WitnessedCandidate>& found) const {
  grids_.of(reachOf(i)).visitBall(in_.nodes[i].place, reachOf(i), [&](uint32_t other, double squared) {
    if (other == i || (other < i && squared <= reachOf(other) * reachOf(other))) return;
    const Edge edge{std::min(i, other), std::max(i, other)};
    const double share = dip(edge, look);
    if (share >= in_.rules.dipRefused)
      found.push_back({{edgeCost(edgeEnd(in_.nodes[edge.a]), edgeEnd(in_.nodes[edge.b]), share, in_.r1), edge}, in_.witnesses.of(edge.a, edge.b)});
  });
}

/// In a ball of this radius, which is mostly the node's own.
double CandidateFinder::densityOf(uint32_t i, double radius, BallLook& look) const {
  return radius == in_.rules.ball * in_.nodes[i].radius ? densities_[i] : look.density(in_.nodes[i].place, radius);
}

/// Least density on the way, divided by that of the sparser end; 1 where that is 0 and so says nothing.
double CandidateFinder::dip(const Edge& edge, BallLook& look) const {
  const RidgeNode &a = in_.nodes[edge.a], &b = in_.nodes[edge.b];
  const double radius = in_.rules.ball * std::min(a.radius, b.radius);
  const double ends = std::min(densityOf(edge.a, radius, look), densityOf(edge.b, radius, look));
  if (ends == 0) return 1;
  const shared::Vector3 way = b.place - a.place, on[] = {a.place + way * (1.0 / 3), a.place + way * 0.5, a.place + way * (2.0 / 3)};
  const double away = std::max(distance(on[0], on[1]), distance(on[2], on[1]));
  return std::min(ends, look.leastDensity(on, on[1], away, radius)) / ends;
}

}  // namespace

std::vector<Edge> spannerCostsAside(const SpannerInput& in, const StageContext& context) {
  Loops loops(in);
  UnionFind pieces(in.nodes.size());
  StopTicker tick(context);
  for (const auto& [candidate, weight] : CandidateFinder(in, context).all()) {
    tick();
    const Edge& edge = candidate.edge;
    if (pieces.join(edge.a, edge.b) || loops.mayClose(edge, weight)) loops.take(edge);
  }
  return loops.graph().edges();
}

}  // namespace arete::cpu
