// spanner.cpu.costs_aside: what does not depend on earlier edges is computed separately, on all threads: which pairs are candidates, and their dips
// and costs. No pair costs less than it would without a dip, so pairs come in the order of that, batch after batch; one whose nodes are one piece
// before its batch, and that has too few witnesses for a loop, is refused whatever its dip is, and no ball is read for it: most are. Edges are then
// decided in the order of their costs on one thread, those that the next batch may come before in the next turn. Each node's own density is summed
// once, and the three places along a candidate look at the super-points together.
// Memory: 24 bytes a pair, 32 a candidate of some batches, the grids and the graph. Cost: a sort of the pairs; for each candidate the super-points of
// a ball and a half, 3 ns each; the path search for each one with witnesses. Floor: the terms of the balls along the edges that are taken. Loses to
// row 0 for a few dozen nodes. Source: network, steps 7 and 8.
#include "compute/core/sort_parts.h"
#include "compute/core/union_find.h"
#include "compute/network/look/ball_look.h"
#include "compute/network/look/node_grids.h"
#include "compute/network/spanner/contract.h"
#include "compute/network/spanner/loops.h"

namespace arete::cpu {

namespace {

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
    const auto density = [&](uint32_t i, BallLook& look) { return look.density(in_.nodes[i].place, in_.rules.ball * in_.nodes[i].radius); };
    forEach(in.nodes.size(), [&](size_t i, BallLook& look, auto&) { densities_[i] = density(uint32_t(i), look); });
  }

  /// All pairs within reach by the least that they may cost.
  std::vector<Candidate> pairs() {
    forEach(in_.nodes.size(), [&](size_t i, BallLook&, auto& found) { pairsOf(uint32_t(i), found); });
    std::vector<Candidate> all;
    addPieces(all);
    sortParts(all, context_);
    return all;
  }
  /// Adds those of these pairs that are not refused, with their costs; in any order.
  void addCandidates(const std::vector<Edge>& pairs, std::vector<Candidate>& to) {
    forEach(pairs.size(), [&](size_t i, BallLook& look, auto& found) {
      if (const double share = dip(pairs[i], look); share >= in_.rules.dipRefused) found.push_back({cost(pairs[i], share), pairs[i]});
    });
    addPieces(to);
  }

 private:
  double reachOf(uint32_t i) const { return in_.rules.reach * in_.nodes[i].radius; }
  double cost(const Edge& edge, double share) const { return edgeCost(edgeEnd(in_.nodes[edge.a]), edgeEnd(in_.nodes[edge.b]), share, in_.r1); }
  template <class Body>
  void forEach(size_t count, const Body& body);
  void addPieces(std::vector<Candidate>& to) const {
    for (const std::vector<Candidate>& piece : pieces_) to.insert(to.end(), piece.begin(), piece.end());
  }
  void pairsOf(uint32_t i, std::vector<Candidate>& found) const;
  double densityOf(uint32_t i, double radius, BallLook& look) const;
  double dip(const Edge& edge, BallLook& look) const;

  const SpannerInput& in_;
  const StageContext& context_;
  const NodeGrids grids_;
  std::vector<BallLook> looks_;                 // of each thread
  std::vector<double> densities_;               // of each node's own ball
  std::vector<std::vector<Candidate>> pieces_;  // what was found, in parts
};

/// Side by side; `found` is that of a part.
template <class Body>
void CandidateFinder::forEach(size_t count, const Body& body) {
  constexpr size_t kGrain = 32;
  pieces_.assign((count + kGrain - 1) / kGrain, {});
  context_.device.threads().forEachRange(count, kGrain, [&](size_t begin, size_t end, int thread) {
    context_.checkStop();
    for (size_t i = begin; i < end; ++i) body(i, looks_[size_t(thread)], pieces_[begin / kGrain]);
  });
}

/// The pairs of a node; with a lower node only where that one does not reach it.
void CandidateFinder::pairsOf(uint32_t i, std::vector<Candidate>& found) const {
  grids_.of(reachOf(i)).visitBall(in_.nodes[i].place, reachOf(i), [&](uint32_t other, double squared) {
    if (other == i || (other < i && squared <= reachOf(other) * reachOf(other))) return;
    const Edge edge{std::min(i, other), std::max(i, other)};
    found.push_back({cost(edge, 1), edge});
  });
}

/// In a ball of this radius, which is mostly the node's own.
double CandidateFinder::densityOf(uint32_t i, double radius, BallLook& look) const {
  return radius == in_.rules.ball * in_.nodes[i].radius ? densities_[i] : look.density(in_.nodes[i].place, radius);
}

/// Least density on the way, divided by that of the sparser end, so at most 1; 1 where that is 0 and so says nothing.
double CandidateFinder::dip(const Edge& edge, BallLook& look) const {
  const RidgeNode &a = in_.nodes[edge.a], &b = in_.nodes[edge.b];
  const double radius = in_.rules.ball * std::min(a.radius, b.radius);
  const double ends = std::min(densityOf(edge.a, radius, look), densityOf(edge.b, radius, look));
  if (ends == 0) return 1;
  const shared::Vector3 way = b.place - a.place, on[] = {a.place + way * (1.0 / 3), a.place + way * 0.5, a.place + way * (2.0 / 3)};
  const double away = std::max(distance(on[0], on[1]), distance(on[2], on[1]));
  return std::min(ends, look.leastDensity(on, on[1], away, radius)) / ends;
}

/// Takes edges in the order of their costs.
class EdgeTaker {
 public:
  explicit EdgeTaker(const SpannerInput& in, const StageContext& context)
      : in_(in), tick_(context), fewest_(std::min(in.rules.loopWitnesses, in.rules.endWitnesses)), loops_(in), pieces_(in.nodes.size()) {}

  /// Whether it could be taken if it came now; what cannot be taken now cannot be later.
  bool mayTake(const Edge& edge) { return pieces_.find(edge.a) != pieces_.find(edge.b) || in_.witnesses.of(edge.a, edge.b) >= fewest_; }
  void decide(const Edge& edge) {
    tick_();
    if (pieces_.join(edge.a, edge.b) || loops_.mayClose(edge, in_.witnesses.of(edge.a, edge.b))) loops_.take(edge);
  }
  std::vector<Edge> edges() const { return loops_.graph().edges(); }

 private:
  const SpannerInput& in_;
  StopTicker tick_;
  int64_t fewest_;  // witnesses of a loop
  Loops loops_;
  UnionFind pieces_;
};

}  // namespace

std::vector<Edge> spannerCostsAside(const SpannerInput& in, const StageContext& context) {
  CandidateFinder finder(in, context);
  const std::vector<Candidate> pairs = finder.pairs();
  EdgeTaker taker(in, context);
  const size_t batch = std::max<size_t>(256, in.nodes.size() / 4);
  std::vector<Candidate> open;  // whose costs are known
  for (size_t begin = 0; begin < pairs.size(); begin += batch) {
    const size_t end = std::min(begin + batch, pairs.size()), known = open.size();
    std::vector<Edge> wanted;
    for (size_t i = begin; i < end; ++i)
      if (taker.mayTake(pairs[i].edge)) wanted.push_back(pairs[i].edge);
    std::ranges::sort(wanted);  // neighbours in memory look at the same super-points
    finder.addCandidates(wanted, open);
    std::sort(open.begin() + ptrdiff_t(known), open.end());
    std::inplace_merge(open.begin(), open.begin() + ptrdiff_t(known), open.end());
    size_t decided = 0;
    for (; decided < open.size() && (end == pairs.size() || open[decided].cost < pairs[end].cost); ++decided) taker.decide(open[decided].edge);
    open.erase(open.begin(), open.begin() + ptrdiff_t(decided));
  }
  return taker.edges();
}

}  // namespace arete::cpu
