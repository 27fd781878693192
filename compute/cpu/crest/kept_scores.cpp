// crest.cpu.kept_scores: all branches of a sweep are scored at once, a thread a branch, and keep their scores until they grow; points beside them are
// read in strips. A way round is looked for only as far as the score leaves open, on all threads first: what goes meanwhile makes ways longer, so a
// branch that stays then stays in any case, and few are looked at again in order.
// Memory: the grids (compute/cpu/network/row_grid.h), the graph, two scores a node, 8 bytes a node and thread. Cost: for each branch that ever was
// the super-points within 4.5 bins of it, once for each edge whose strip they lie in. Floor: reading those once. Loses to row 0 for a few branches.
// Source: network, step 10; 2D, step 10.
#include <algorithm>
#include <tuple>
#include <unordered_map>

#include "compute/cpu/network/beside_search.h"
#include "compute/cpu/network/crest_score.h"
#include "compute/cpu/network/kept_sweeps.h"
#include "compute/cpu/network/way_search.h"
#include "compute/cpu/network_versions.h"

namespace arete::cpu {

namespace {

/// The score of the branch over an edge of its start when it had so many nodes: a branch only grows.
struct KeptScore {
  size_t nodes = 0;
  double score = 0;
};

struct InnerBranch {
  double score;
  Branch branch;
  bool mayGo;
};

class CrestSweeps {
 public:
  CrestSweeps(const CrestInput& in, const StageContext& context)
      : in_(in),
        context_(context),
        graph_(in.nodes.size(), in.edges),
        look_(in.points, in.r1, widestBall(in), context),
        leaves_(in.nodes.size()),
        searches_(size_t(context.device.threads().size()), BesideSearch(in.points, look_, in.nodes)),
        ways_(size_t(context.device.threads().size()), WaySearch(in.nodes)) {}

  void sweepLeaves();
  /// Whether one went.
  bool sweepLoops();
  std::vector<Edge> edges() const { return graph_.edges(); }

 private:
  /// In the plane there are strips.
  static double widestBall(const CrestInput& in) {
    if (in.points.dimension == 2) return in.r1;
    double longest = 0;
    for (const Edge& edge : in.edges) longest = std::max(longest, distance(in.nodes[edge.a].place, in.nodes[edge.b].place));
    return in.r1 + kCrestSight * in.rules.crestBin * in.rules.crestWidest * in.r1 + longest / 2;
  }
  double scoreAnew(const Branch& branch, int thread) {
    return crestScore(in_, graph_, branch, searches_[size_t(thread)].around(branch, kCrestSight * crestBin(in_, branch), in_.r1));
  }
  std::vector<InnerBranch> innerBranches();
  bool closesTooShort(const InnerBranch& inner, int thread);

  const CrestInput& in_;
  const StageContext& context_;
  ShrinkingGraph graph_;
  BallLook look_;
  std::vector<KeptScore> leaves_;                  // of each end
  std::unordered_map<uint64_t, KeptScore> inner_;  // by the first two nodes
  std::vector<BesideSearch> searches_;             // of each thread
  std::vector<WaySearch> ways_;
};

void CrestSweeps::sweepLeaves() {
  sweepKeptLeaves(graph_, in_.nodes, in_.rules, context_, [&](const Branch& branch, int thread) -> std::optional<double> {
    if (lengthInRadii(branch, in_.nodes) > in_.rules.crestLeafLongest) return {};
    KeptScore& kept = leaves_[branch.nodes[0]];
    if (kept.nodes != branch.nodes.size()) kept = {branch.nodes.size(), scoreAnew(branch, thread)};
    return kept.score < in_.rules.crestLeaf ? std::optional(std::max(0.0, kept.score)) : std::nullopt;
  });
}

/// Those that may be too long a way for what they show, with their scores, from the least up.
std::vector<InnerBranch> CrestSweeps::innerBranches() {
  const auto keyOf = [](const Branch& branch) { return uint64_t(branch.nodes[0]) << 32 | branch.nodes[1]; };
  std::vector<InnerBranch> inner;
  for (Branch& branch : allBranches(graph_, in_.nodes)) {
    if (graph_.degree(branch.nodes[0]) == 1 || graph_.degree(branch.nodes.back()) == 1) continue;
    if (lengthInRadii(branch, in_.nodes) <= in_.rules.crestInnerLongest) inner.push_back({0, std::move(branch), false});
  }
  context_.device.threads().forEachRange(inner.size(), 1, [&](size_t begin, size_t end, int thread) {
    context_.checkStop();
    for (size_t i = begin; i < end; ++i) {
      const Branch& branch = inner[i].branch;
      const auto kept = inner_.find(keyOf(branch));
      const bool isKnown = kept != inner_.end() && kept->second.nodes == branch.nodes.size();
      inner[i].score = isKnown ? kept->second.score : scoreAnew(branch, thread);
      inner[i].mayGo = closesTooShort(inner[i], thread);
    }
  });
  for (const InnerBranch& one : inner) inner_[keyOf(one.branch)] = {one.branch.nodes.size(), one.score};
  std::erase_if(inner, [](const InnerBranch& one) { return !one.mayGo; });
  std::ranges::sort(inner, {}, [](const InnerBranch& one) { return std::tie(one.score, one.branch.nodes); });
  return inner;
}

/// Whether it goes, as the graph is now: it has a way round, too short for its score.
bool CrestSweeps::closesTooShort(const InnerBranch& inner, int thread) {
  constexpr double kMore = 1 + 1e-9;  // of a way that is looked for: rounding decides nothing
  const Branch& branch = inner.branch;
  const double own = lengthInRadii(branch, in_.nodes), wanted = in_.rules.crestLoop * in_.rules.girth;
  double round = own;
  if (branch.nodes[0] != branch.nodes.back()) {
    double limit = in_.rules.crestWayLongest;
    if (inner.score > 0) limit = std::min(limit, wanted / inner.score * kMore - own);
    if (limit <= 0) return false;
    round = own + ways_[size_t(thread)].wayBesides(graph_, branch.nodes[0], branch.nodes[1], branch.nodes.back(), limit);
  }
  return round != WaySearch::kFar && inner.score < wanted / round;
}

bool CrestSweeps::sweepLoops() {
  std::vector<bool> touched(in_.nodes.size());
  bool anyWent = false;
  for (const InnerBranch& inner : innerBranches()) {
    context_.checkStop();
    const uint32_t first = inner.branch.nodes[0], last = inner.branch.nodes.back();
    if (touched[first] || touched[last] || (anyWent && !closesTooShort(inner, 0))) continue;
    remove(graph_, inner.branch);
    touched[first] = touched[last] = anyWent = true;
  }
  return anyWent;
}

}  // namespace

std::vector<Edge> crestKeptScores(const CrestInput& in, const StageContext& context) {
  if (in.edges.empty()) return {};
  CrestSweeps sweeps(in, context);
  sweeps.sweepLeaves();
  bool anyWent = in.rules.crestInner;
  for (int sweep = 0; anyWent && sweep < in.rules.crestSweeps; ++sweep) {
    anyWent = sweeps.sweepLoops();
    if (anyWent) sweeps.sweepLeaves();
  }
  return sweeps.edges();
}

}  // namespace arete::cpu
