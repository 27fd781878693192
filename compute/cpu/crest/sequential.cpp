// crest.cpu.sequential: row 0 of its stage. Scores are computed branch by branch; what was scored is not scored again.
// Memory: the graph, a grid, a score a branch. Cost: for each branch that ever was the super-points within 4.5 bins of it, for each edge. Loses to a
// thread a branch. Source: network, step 10; 2D, step 10.
#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "compute/cpu/network/ball_grid.h"
#include "compute/cpu/network/beside_branch.h"
#include "compute/cpu/network/leaf_sweeps.h"
#include "compute/cpu/network/way_search.h"
#include "compute/cpu/network_versions.h"

namespace arete::cpu {

namespace {

constexpr int kBins = 4;  // on either side of the centre

class CrestTest {
 public:
  explicit CrestTest(const CrestInput& in)
      : in_(in),
        graph_(in.nodes.size(), in.edges),
        ways_(in.nodes),
        grid_(in.points.places, in.points.dimension, (kBins + 0.5) * in.rules.crestBin * in.r1,
              (kBins + 0.5) * in.rules.crestBin * in.rules.crestWidest * in.r1) {}

  void sweepLeaves(const StageContext& context);
  /// Whether one went.
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

/// Weight beside a branch by its distance: the centre at kBins, on either side four bins.
using Profile = std::array<int64_t, 2 * kBins + 1>;

struct Relief {
  double centre, valley;
};

Relief inPlane(const Profile& bins) {
  const auto sides = std::span(bins);
  return {double(bins[kBins]), double(std::max(std::ranges::min(sides.first(kBins)), std::ranges::min(sides.last(kBins))))};
}

/// The bins of both sides are a ring: with the centre the first one is a disc of 1.5 bins, ring i > 1 has 2 i times the area of one of radius 1.
Relief inSpace(const Profile& bins) {
  constexpr double kDisc = 1.5 * 1.5;
  const auto ring = [&](int i) { return double(bins[size_t(kBins - i)] + bins[size_t(kBins + i)]); };
  Relief relief{double(bins[kBins]) + ring(1), ring(2) * kDisc / 4};
  for (int i = 3; i <= kBins; ++i) relief.valley = std::min(relief.valley, ring(i) * kDisc / (2 * i));
  return relief;
}

double scoreOf(const Relief& relief, const NetworkRules& rules) {
  const auto [centre, valley] = relief;
  const double k = rules.crestValley;
  if (centre == 0) return 0;
  return (centre - k * valley) / std::sqrt(centre + k * k * valley + 1) / std::min(rules.crestFull, rules.crestPerRoot * std::sqrt(centre));
}

double CrestTest::scoreAnew(const Branch& branch) const {
  const NetworkRules& rules = in_.rules;
  const double bin = rules.crestBin * std::min(meanRadius(branch, in_.nodes), rules.crestWidest * in_.r1);
  const auto skip = [&](uint32_t node) { return graph_.degree(node) > 2 ? rules.crestSkip * in_.nodes[node].radius : 0; };
  const Stretch stretch = clearOf(skip(branch.nodes[0]), skip(branch.nodes.back()), branch.length());
  Profile bins{};
  for (const Beside& beside : besideBranch(in_.points, grid_, in_.nodes, branch, (kBins + 0.5) * bin)) {
    const int off = int(std::sqrt(beside.squared) / bin + 0.5);
    if (off <= kBins && stretch.holds(beside.along)) bins[size_t(beside.left ? kBins - off : kBins + off)] += beside.weight;
  }
  return scoreOf(in_.points.dimension == 2 ? inPlane(bins) : inSpace(bins), rules);
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

/// Of the loop that the branch closes; kFar where it is the only way.
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
    if (lengthInRadii(branch, in_.nodes) <= in_.rules.crestInnerLongest) inner.emplace_back(score(branch), std::move(branch));
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
  CrestTest test(in);
  test.sweepLeaves(context);
  bool anyWent = in.rules.crestInner;
  for (int sweep = 0; anyWent && sweep < in.rules.crestSweeps; ++sweep) {
    anyWent = test.sweepLoops(context);
    if (anyWent) test.sweepLeaves(context);
  }
  return test.edges();
}

}  // namespace arete::cpu
