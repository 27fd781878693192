// The score of held-out points by CPU threads: a search in a tree of the network's segments for each point, and `fits` exponentials a fitted one.
// Memory: 8 bytes a point, the tree of segments. Source: network, section 3; 2D, section 3.
#include <array>

#include "compute/network/radius/held_out_score_on_gpu.h"
#include "compute/network/radius/tube_fit.h"

namespace arete {

namespace {

constexpr size_t kTubeGrain = 1024;  // points a piece of work

class PointsOfThreads {
 public:
  struct Measured {
    std::vector<double> squared, weights;
  };

  PointsOfThreads(const Curve& network, const TubeReach& reach, const StageContext& context)
      : tree_(treeOfEdges(network)), reach_(reach), context_(context) {}

  Measured measured(const PointArray& points, std::vector<double> weights) const { return {squaredDistances(points), std::move(weights)}; }

  template <class Terms>
  shared::TubeSums sum(const Measured& measured, const Terms& terms) const {
    std::vector<shared::TubeSums> ofThread(size_t(context_.device.threads().size()));
    context_.device.threads().forEachRange(measured.squared.size(), kTubeGrain, [&](size_t begin, size_t end, int thread) {
      context_.checkStop();
      shared::TubeSums sums;
      for (size_t i = begin; i < end; ++i) sums.add(terms(measured.squared[i], measured.weights[i]));
      ofThread[size_t(thread)].first += sums.first, ofThread[size_t(thread)].second += sums.second;
    });
    shared::TubeSums all;
    for (const shared::TubeSums& sums : ofThread) all.first += sums.first, all.second += sums.second;
    return all;
  }

 private:
  std::vector<double> squaredDistances(const PointArray& points) const {
    std::vector<double> result(points.size());
    context_.device.threads().forEachRange(points.size(), kTubeGrain, [&](size_t begin, size_t end, int) {
      context_.checkStop();
      std::array<double, kMaxDimension> place;
      for (size_t i = begin; i < end; ++i) {
        for (int k = 0; k < points.dimension(); ++k) place[size_t(k)] = points.coordinate(i, k);
        // No hint from the previous point: in a tie, the last bit could depend on which point that was.
        result[i] = reach_.inUnits(tree_.nearestWithin(std::span(place).first(size_t(points.dimension())), reach_.enough()).squaredDistance);
      }
    });
    return result;
  }

  SegmentTree tree_;
  TubeReach reach_;
  const StageContext& context_;
};

}  // namespace

std::optional<TubeFit> heldOutScore(const Curve& network, double r1, const Fold& fold, const FoldedCloud& folded, const HeldOutRules& rules,
                                    const StageContext& context) {
  if (!(network.length > 0)) return {};
  if (context.device.backend() == Backend::cuda) return heldOutScoreOnGpu(network, r1, fold, folded, rules, context);
  PointsOfThreads points(network, tubeReach(r1, folded, rules), context);
  return TubeFitter(network.length, r1, folded, rules, points).fit(fold);
}

}  // namespace arete
