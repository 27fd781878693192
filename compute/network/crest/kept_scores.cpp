// crest.cpu.kept_scores: all branches of a sweep are scored at once, one thread per branch, and keep their scores until they grow
// (compute/network/crest/crest_sweeps.h); points beside them are read in strips.
// Memory: the grids (compute/network/look/row_grid.h), the graph, two scores a node, 8 bytes a node and thread. Cost: for each branch that ever was
// the super-points within 4.5 bins of it, once for each edge whose strip they lie in. Floor: reading those once. Loses to row 0 for a few branches.
// Source: network, step 10; 2D, step 10.
#include <algorithm>

#include "compute/network/crest/contract.h"
#include "compute/network/crest/crest_score.h"
#include "compute/network/crest/crest_sweeps.h"
#include "compute/network/graph/beside_search.h"

namespace arete::cpu {

namespace {

class CrestScores {
 public:
  CrestScores(const CrestInput& in, const StageContext& context)
      : in_(in),
        context_(context),
        look_(in.points, in.r1, widestBall(in), context),
        searches_(size_t(context.device.threads().size()), BesideSearch(in.points, look_, in.nodes)) {}

  std::vector<double> of(std::span<const Branch* const> branches, const ShrinkingGraph& graph) {
    std::vector<double> scores(branches.size());
    context_.device.threads().forEachRange(branches.size(), 1, [&](size_t begin, size_t end, int thread) {
      context_.checkStop();
      for (size_t i = begin; i < end; ++i) {
        const double width = kCrestSight * crestBin(in_, *branches[i]);
        scores[i] = crestScore(in_, graph, *branches[i], searches_[size_t(thread)].around(*branches[i], width, in_.r1));
      }
    });
    return scores;
  }

 private:
  /// In the plane there are strips.
  static double widestBall(const CrestInput& in) {
    if (in.points.dimension == 2) return in.r1;
    double longest = 0;
    for (const Edge& edge : in.edges) longest = std::max(longest, distance(in.nodes[edge.a].place, in.nodes[edge.b].place));
    return in.r1 + kCrestSight * in.rules.crestBin * in.rules.crestWidest * in.r1 + longest / 2;
  }

  const CrestInput& in_;
  const StageContext& context_;
  BallLook look_;
  std::vector<BesideSearch> searches_;  // of each thread
};

}  // namespace

std::vector<Edge> crestKeptScores(const CrestInput& in, const StageContext& context) {
  if (in.edges.empty()) return {};
  CrestScores scores(in, context);
  return CrestSweeps(in, scores, context).run();
}

}  // namespace arete::cpu
