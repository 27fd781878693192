// The sweeps of the crest test, however points beside branches are counted: all branches of a sweep are scored at once and keep their scores until
// they grow. A way round is looked for only as far as the score leaves open, on all threads first, from junction to junction: what goes makes ways
// longer, so a branch that stays once stays until it grows, and one whose way round has lost no branch needs no other. Few are looked at again in
// order. Source: network, step 10; 2D, step 10.
#pragma once

#include <algorithm>
#include <optional>
#include <tuple>

#include "compute/network/crest/branch_ways.h"
#include "compute/network/crest/contract.h"
#include "compute/network/crest/crest_score.h"
#include "compute/network/graph/kept_sweeps.h"

namespace arete {

/// `Scores`: of(branches, graph) gives the score of each of a list of branches of the graph.
template <class Scores>
class CrestSweeps {
 public:
  CrestSweeps(const CrestInput& in, Scores& scores, const StageContext& context)
      : in_(in),
        scores_(scores),
        context_(context),
        graph_(in.nodes.size(), in.edges),
        whole_(graph_),
        leaves_(in.nodes.size()),
        inner_(2 * in.edges.size()),
        searches_(size_t(context.device.threads().size())) {}

  /// The edges that stay, ascending.
  std::vector<Edge> run() {
    sweepLeaves();
    bool anyWent = in_.rules.crestInner;
    for (int sweep = 0; anyWent && sweep < in_.rules.crestSweeps; ++sweep) {
      anyWent = sweepLoops();
      if (anyWent) sweepLeaves();
    }
    return graph_.edges();
  }

 private:
  /// The score of the branch over an edge of its start when it had so many nodes: a branch only grows.
  struct KeptScore {
    double score = 0;
    uint32_t nodes = 0;
    bool stays = false;  ///< an inner branch whose way round was found long enough for its score
  };
  struct InnerBranch {
    uint32_t start, next;
    KeptScore* kept;
    Branch branch{};
    std::vector<std::pair<uint32_t, uint32_t>> round{};  ///< the branches of a way round it that is too short; none: it is a loop itself
    double score() const { return kept->score; }
  };
  struct LeafTests {
    CrestSweeps& sweeps;
    bool isTested(const Branch& branch) const { return lengthInRadii(branch, sweeps.in_.nodes) <= sweeps.in_.rules.crestLeafLongest; }
    std::vector<std::optional<double>> judge(std::span<const Branch* const> branches) const { return sweeps.judgeLeaves(branches); }
  };

  void sweepLeaves() { sweepKeptLeaves(graph_, in_.nodes, in_.rules, context_, LeafTests{*this}); }
  std::vector<std::optional<double>> judgeLeaves(std::span<const Branch* const> branches);
  /// Returns whether one was removed.
  bool sweepLoops();
  std::vector<InnerBranch> innerBranches();
  std::vector<InnerBranch> unsettled(const BranchList& branches);
  void scoreInner(std::span<const InnerBranch> inner);
  template <class Way>
  bool closesTooShort(const InnerBranch& inner, const Way& way) const;
  bool closesTooShortNow(const InnerBranch& inner);
  bool isWhole(std::span<const std::pair<uint32_t, uint32_t>> branches) const;

  const CrestInput& in_;
  Scores& scores_;
  const StageContext& context_;
  ShrinkingGraph graph_;
  const ShrinkingGraph whole_;                       // before the first sweep
  std::vector<KeptScore> leaves_;                    // of each end
  std::vector<KeptScore> inner_;                     // of each first edge from its start, by its place in the whole graph
  std::vector<std::optional<BranchWays>> searches_;  // of each thread that looks for ways
  std::optional<WaySearch> ways_;
};

template <class Scores>
std::vector<std::optional<double>> CrestSweeps<Scores>::judgeLeaves(std::span<const Branch* const> branches) {
  const auto keptOf = [&](const Branch& branch) -> KeptScore& { return leaves_[branch.nodes[0]]; };
  std::vector<const Branch*> unknown;
  for (const Branch* branch : branches)
    if (keptOf(*branch).nodes != branch->nodes.size()) unknown.push_back(branch);
  const std::vector<double> found = scores_.of(unknown, graph_);
  for (size_t i = 0; i < unknown.size(); ++i) keptOf(*unknown[i]) = {found[i], uint32_t(unknown[i]->nodes.size())};
  std::vector<std::optional<double>> judged;
  for (const Branch* branch : branches) {
    const double score = keptOf(*branch).score;
    judged.push_back(score < in_.rules.crestLeaf ? std::optional(std::max(0.0, score)) : std::nullopt);
  }
  return judged;
}

template <class Scores>
void CrestSweeps<Scores>::scoreInner(std::span<const InnerBranch> inner) {
  std::vector<const Branch*> unknown;
  std::vector<KeptScore*> scores;
  for (const InnerBranch& one : inner)
    if (one.kept->nodes != one.branch.nodes.size()) unknown.push_back(&one.branch), scores.push_back(one.kept);
  const std::vector<double> found = scores_.of(unknown, graph_);
  for (size_t i = 0; i < unknown.size(); ++i) *scores[i] = {found[i], uint32_t(unknown[i]->nodes.size())};
}

/// The inner branches that may go, as far as is known.
template <class Scores>
std::vector<typename CrestSweeps<Scores>::InnerBranch> CrestSweeps<Scores>::unsettled(const BranchList& branches) {
  constexpr size_t kGrain = 64;
  std::vector<InnerBranch> inner;
  for (uint32_t start = 0; start < in_.nodes.size(); ++start) {
    if (graph_.degree(start) <= 2) continue;
    for (const auto& [next, end, lengths] : branches.from(start)) {
      if (!isToldFrom(start, next, end) || graph_.degree(end.node) == 1) continue;
      KeptScore& kept = inner_[whole_.placeOf(start, next)];
      if (!kept.stays || kept.nodes != end.nodes) inner.push_back({start, next, &kept});
    }
  }
  context_.device.threads().forEachRange(inner.size(), kGrain, [&](size_t begin, size_t end, int) {
    context_.checkStop();
    for (size_t i = begin; i < end; ++i) inner[i].branch = branchOver(graph_, in_.nodes, inner[i].start, inner[i].next);
  });
  std::erase_if(inner, [&](const InnerBranch& one) { return !isInnerTested(in_, one.branch); });
  return inner;
}

/// The inner branches whose way may be too long for their score, with the scores, from the least up.
template <class Scores>
std::vector<typename CrestSweeps<Scores>::InnerBranch> CrestSweeps<Scores>::innerBranches() {
  constexpr size_t kGrain = 4;
  const BranchList branches(graph_, in_.nodes, context_);
  std::vector<InnerBranch> inner = unsettled(branches);
  scoreInner(inner);
  context_.device.threads().forEachRange(inner.size(), kGrain, [&](size_t begin, size_t end, int thread) {
    context_.checkStop();
    std::optional<BranchWays>& search = searches_[size_t(thread)];
    if (!search) search.emplace(in_.nodes.size());
    for (size_t i = begin; i < end; ++i) {
      const auto [first, next, last] = std::tuple(inner[i].start, inner[i].next, inner[i].branch.nodes.back());
      inner[i].kept->stays = !closesTooShort(inner[i], [&](double limit) {
        const double way = search->wayBesides(branches, first, next, last, limit);
        if (way != WaySearch::kFar) inner[i].round = search->branchesTo(last);
        return way;
      });
    }
  });
  std::erase_if(inner, [](const InnerBranch& one) { return one.kept->stays; });
  std::ranges::sort(inner, [](const InnerBranch& one, const InnerBranch& other) {
    return std::tie(one.kept->score, one.branch.nodes) < std::tie(other.kept->score, other.branch.nodes);
  });
  return inner;
}

/// Whether it goes: it has a way round that is too short for its score. `way(limit)`: the length of the shortest one, kFar where it is not below.
template <class Scores>
template <class Way>
bool CrestSweeps<Scores>::closesTooShort(const InnerBranch& inner, const Way& way) const {
  constexpr double kMore = 1 + 1e-9;  // of a way that is looked for: rounding decides nothing
  const Branch& branch = inner.branch;
  const double own = lengthInRadii(branch, in_.nodes), wanted = in_.rules.crestLoop * in_.rules.girth;
  double round = own;
  if (branch.nodes[0] != branch.nodes.back()) {
    double limit = in_.rules.crestWayLongest;
    if (inner.score() > 0) limit = std::min(limit, wanted / inner.score() * kMore - own);
    if (limit <= 0) return false;
    round = own + way(limit);
    if (round == WaySearch::kFar) return false;
  }
  return inner.score() < wanted / round;
}

/// As the graph is now.
template <class Scores>
bool CrestSweeps<Scores>::closesTooShortNow(const InnerBranch& inner) {
  if (!ways_) ways_.emplace(in_.nodes);
  return closesTooShort(inner, [&](double limit) { return ways_->wayBesides(graph_, inner.start, inner.next, inner.branch.nodes.back(), limit); });
}

/// Whether all of these branches, told by their first two nodes, are still there: one goes with all its edges.
template <class Scores>
bool CrestSweeps<Scores>::isWhole(std::span<const std::pair<uint32_t, uint32_t>> branches) const {
  return std::ranges::all_of(branches, [&](const auto& branch) { return std::ranges::count(graph_.neighbours(branch.first), branch.second) > 0; });
}

template <class Scores>
bool CrestSweeps<Scores>::sweepLoops() {
  std::vector<bool> touched(in_.nodes.size());
  bool anyWent = false;
  for (InnerBranch& inner : innerBranches()) {
    context_.checkStop();
    const uint32_t first = inner.branch.nodes[0], last = inner.branch.nodes.back();
    if (touched[first] || touched[last] || !(isWhole(inner.round) || closesTooShortNow(inner))) continue;
    remove(graph_, inner.branch);
    touched[first] = touched[last] = anyWent = true;
  }
  return anyWent;
}

}  // namespace arete
