// crest.cpu.sequential: row 0 of its stage. Scores are computed branch by branch, each once.
// Memory: the graph, a grid, a score per branch. Cost: for each branch that ever existed, the super-points within 4.5 bins of each of its edges.
// Loses to one thread per branch. Source: network, step 10; 2D, step 10.
#include <algorithm>
#include <map>

#include "compute/network/crest/contract.h"
#include "compute/network/crest/crest_score.h"
#include "compute/network/graph/leaf_sweeps.h"
#include "compute/network/graph/way_search.h"
#include "compute/network/look/ball_grid.h"

namespace arete::cpu {

namespace {

class CrestTest {
 public:
  CrestTest(const CrestInput& in, const StageContext& context)
      : in_(in),
        graph_(in.nodes.size(), in.edges),
        ways_(in.nodes),
        grid_(in.points.places, in.points.dimension, kCrestSight * in.rules.crestBin * in.r1,
              kCrestSight * in.rules.crestBin * in.rules.crestWidest * in.r1, context) {}

  void sweepLeaves(const StageContext& context);
  /// Whether a branch was removed.
  bool sweepLoops(const StageContext& context);
  std::vector<Edge> edges() const { return graph_.edges(); }

 private:
  double score(const Branch& branch);
  double scoreAnew(const Branch& branch) const;
  double way(const Branch& branch);

  const CrestInput& in_;
  NodeGraph graph_;
  WaySearch ways_;
  BallGrid grid_;
  std::map<std::pair<bool, std::vector<uint32_t>>, double> known_;  // by whether it starts at an end, and its nodes
};

double CrestTest::scoreAnew(const Branch& branch) const {
  return crestScore(in_, graph_, branch, besideBranch(in_.points, grid_, in_.nodes, branch, kCrestSight * crestBin(in_, branch)));
}

double CrestTest::score(const Branch& branch) {
  const auto [at, isNew] = known_.try_emplace({graph_.degree(branch.nodes[0]) == 1, branch.nodes}, 0);
  if (isNew) at->second = scoreAnew(branch);
  return at->second;
}

void CrestTest::sweepLeaves(const StageContext& context) {
  cpu::sweepLeaves(graph_, in_.nodes, in_.rules, context, [&](const Branch& branch) -> std::optional<double> {
    if (lengthInRadii(branch, in_.nodes) > in_.rules.crestLeafLongest) return {};
    const double found = score(branch);
    return found < in_.rules.crestLeaf ? std::optional(std::max(0.0, found)) : std::nullopt;
  });
}

/// Length of the loop that the branch closes; kFar where it is the only way.
double CrestTest::way(const Branch& branch) {
  const double own = lengthInRadii(branch, in_.nodes);
  if (branch.nodes[0] == branch.nodes.back()) return own;
  remove(graph_, branch);
  const double round = ways_.way(graph_, branch.nodes[0], branch.nodes.back(), in_.rules.crestWayLongest);
  add(graph_, branch);
  return own + round;
}

bool CrestTest::sweepLoops(const StageContext& context) {
  std::vector<std::pair<double, Branch>> inner;
  for (Branch& branch : allBranches(graph_, in_.nodes)) {
    context.checkStop();
    if (graph_.degree(branch.nodes[0]) == 1 || graph_.degree(branch.nodes.back()) == 1) continue;
    if (isInnerTested(in_, branch)) inner.emplace_back(score(branch), std::move(branch));
  }
  std::ranges::sort(inner, {}, [](const auto& one) { return std::tie(one.first, one.second.nodes); });
  std::vector<bool> touched(in_.nodes.size());
  bool anyWent = false;
  for (const auto& [score, branch] : inner) {
    context.checkStop();
    if (touched[branch.nodes[0]] || touched[branch.nodes.back()]) continue;
    const double round = way(branch);
    if (round == WaySearch::kFar || score >= in_.rules.crestLoop * in_.rules.girth / round) continue;
    remove(graph_, branch);
    touched[branch.nodes[0]] = touched[branch.nodes.back()] = anyWent = true;
  }
  return anyWent;
}

}  // namespace

std::vector<Edge> crestSequential(const CrestInput& in, const StageContext& context) {
  CrestTest test(in, context);
  test.sweepLeaves(context);
  bool anyWent = in.rules.crestInner;
  for (int sweep = 0; anyWent && sweep < in.rules.crestSweeps; ++sweep) {
    anyWent = test.sweepLoops(context);
    if (anyWent) test.sweepLeaves(context);
  }
  return test.edges();
}

}  // namespace arete::cpu
