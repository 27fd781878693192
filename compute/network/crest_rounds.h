// The rounds of the crest test, whatever counts the points beside branches: a strict look at all points first, then looks at what the network that is
// left does not explain. Source: network, step 10; 2D, step 10.
#pragma once

#include <algorithm>
#include <utility>

#include "compute/network/crest_score.h"
#include "compute/network/crest_sweeps.h"
#include "compute/network/unexplained.h"

namespace arete {

/// Scores for CrestSweeps, of profiles that `Profiles` counts: of(branches, graph) gives the CrestProfile of each.
template <class Profiles>
class CrestScores {
 public:
  CrestScores(const CrestInput& in, Profiles& ofAll) : in_(in), ofAll_(ofAll) {}

  /// From now on leaf branches may pass by what is unexplained as well.
  void lookAgain(Profiles& ofUnexplained, double intensity) { ofUnexplained_ = &ofUnexplained, intensity_ = intensity; }

  template <class Graph>
  std::vector<double> of(std::span<const Branch* const> branches, const Graph& graph) {
    std::vector<double> scores;
    for (const CrestProfile& bins : ofAll_.of(branches, graph)) scores.push_back(crestScore(in_, bins));
    if (ofUnexplained_ == nullptr) return scores;
    std::vector<size_t> failing;
    std::vector<const Branch*> doubted;
    for (size_t i = 0; i < branches.size(); ++i)
      if (scores[i] < in_.rules.crestLeaf && isLeaf(graph, *branches[i])) failing.push_back(i), doubted.push_back(branches[i]);
    const std::vector<CrestProfile> bins = ofUnexplained_->of(doubted, graph);
    for (size_t i = 0; i < failing.size(); ++i) {
      double& score = scores[failing[i]];
      score = std::max(score, unexplainedScore(in_, bins[i], intensity_ * binArea(in_, graph, *doubted[i])));
    }
    return scores;
  }

 private:
  const CrestInput& in_;
  Profiles& ofAll_;
  Profiles* ofUnexplained_ = nullptr;
  double intensity_ = 0;
};

/// The edges that stay, ascending. `Sight`: profiles(points), the Profiles of these super-points, which outlive them; near(edges, width), of each
/// super-point of the input whether it is that near.
template <class Sight>
std::vector<Edge> crestInRounds(const CrestInput& in, Sight& sight, const StageContext& context) {
  auto ofAll = sight.profiles(in.points);
  CrestScores scores(in, ofAll);
  std::vector<Edge> edges = CrestSweeps(in, scores, context).run();
  for (int round = 1; round < in.rules.crestRounds && !edges.empty(); ++round) {
    const Unexplained rest = unexplainedBy(in, edges, sight.near(edges, in.rules.crestAway * in.r1));
    if (rest.points.size() == 0) break;
    auto ofRest = sight.profiles(rest.points);
    CrestScores lenient(in, ofAll);
    lenient.lookAgain(ofRest, rest.intensity);
    std::vector<Edge> more = CrestSweeps(in, lenient, context).run();
    const bool same =
        std::ranges::equal(edges, more, [](const Edge& a, const Edge& b) { return a.a == b.a && a.b == b.b; });  // nvcc finds no == here
    edges = std::move(more);
    if (same) break;
  }
  return edges;
}

}  // namespace arete
