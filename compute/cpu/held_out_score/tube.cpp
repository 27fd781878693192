// The tube around a network, by expectation maximisation, and the score of the held-out points. Each point finds its nearest segment once; what
// follows are sums over squared distances. Memory: 8 bytes a point, the tree of segments. Cost: a search and `fits` exponentials a fitted point.
// Source: network, section 3; 2D, section 3.
#include <algorithm>
#include <array>
#include <cmath>

#include "compute/cpu/quality/segment_tree.h"
#include "compute/shared/tube_density.h"
#include "compute/stages/held_out_score.h"

namespace arete {

namespace {

constexpr size_t kTubeGrain = 1024;   // points a piece of work
constexpr double kFixedOne = 0x1p30;  // 2^18 weights of at most 1, times a logarithm below 2^10, add up to less than 2^58

/// Two sums of one pass over the points, in fixed point.
struct Sums {
  int64_t first = 0, second = 0;
  void add(double x, double y) { first += int64_t(x * kFixedOne), second += int64_t(y * kFixedOne); }
  double ratio() const { return double(second) / double(first); }  ///< of the second to the first
};

class TubeFitter {
 public:
  TubeFitter(const Curve& network, double r1, const FoldedCloud& folded, const HeldOutRules& rules, const StageContext& context)
      : rules_(rules),
        context_(context),
        unit_(folded.unit),
        r1_(r1 / folded.unit),
        length_(network.length / folded.unit),
        volume_(folded.volume),
        tree_(segmentsOf(network), network.nodes.dimension()) {}

  std::optional<TubeFit> fit(const Fold& fold) const {
    const std::vector<double> training = squaredDistances(fold.training.points().subset(fold.fitted));
    std::vector<double> weights;
    for (const uint32_t i : fold.fitted) weights.push_back(fold.trainingWeights[i]);
    double variance = firstVariance(training, weights), background = rules_.firstBackground;
    if (!(variance > 0)) return {};
    const double all = double(sumOver(training, weights, [](double, double weight) { return std::array{weight, 0.0}; }).first);
    for (int step = 0; step < rules_.fits; ++step) {
      const shared::TubeDensity density = densityOf(variance, background);
      const Sums members = sumOver(training, weights, [&](double squared, double weight) {
        if (!std::isfinite(squared)) return std::array{0.0, 0.0};
        const double member = weight * density.membership(squared);
        return std::array{member, member * (squared / (r1_ * r1_))};
      });
      if (members.first <= 0) break;
      background = std::clamp(1 - double(members.first) / all, rules_.leastBackground, rules_.mostBackground);
      variance = varianceFrom(members);
    }
    const shared::TubeDensity density = densityOf(variance, background);
    const std::optional<double> score =
        rules_.scoring == ScoringRule::pseudospherical ? pseudospherical(density, background, fold) : meanLogarithm(density, fold);
    if (!score) return {};
    return TubeFit{*score, std::sqrt(variance) * unit_, background};
  }

 private:
  static std::vector<double> segmentsOf(const Curve& network) {
    std::vector<double> ends;
    for (const Edge& edge : network.edges)
      for (const uint32_t node : {edge.a, edge.b})
        for (int k = 0; k < network.nodes.dimension(); ++k) ends.push_back(network.nodes.coordinate(node, k));
    return ends;
  }

  /// None where no held-out point has weight.
  std::optional<double> meanLogarithm(const shared::TubeDensity& density, const Fold& fold) const {
    const Sums sums = sumOver(squaredDistances(fold.heldOut), fold.heldOutWeights, [&](double squared, double weight) {
      return std::array{weight, weight * density.logarithm(squared)};
    });
    if (sums.first <= 0) return {};
    return sums.ratio();
  }

  std::optional<double> pseudospherical(const shared::TubeDensity& density, double background, const Fold& fold) const {
    const double most = density.peak + density.background;  // as a share of it, every density is at most 1
    const Sums sums = sumOver(squaredDistances(fold.heldOut), fold.heldOutWeights, [&](double squared, double weight) {
      return std::array{weight, weight * power((density.tube(squared) + density.background) / most)};
    });
    if (sums.first <= 0 || sums.second <= 0) return {};
    const double narrower = rules_.across == 1 ? std::sqrt(1 + kPower) : 1 + kPower;  // a power of a normal density is one of less variance
    // The integral of the density to the power 1 + kPower; beside the tube's peak its background is nothing.
    const double integral = (1 - background) * power(density.peak / most) / narrower + background * power(density.background / most);
    return shared::naturalLog(sums.ratio()) / kPower - shared::naturalLog(integral) / (1 + kPower) + shared::naturalLog(most) / (1 + kPower);
  }

  static constexpr double kPower = 0.75;
  static double power(double x) { return std::sqrt(x) * std::sqrt(std::sqrt(x)); }

  /// Squared distances to the network, in units²; infinite beyond the reach.
  std::vector<double> squaredDistances(const PointArray& points) const {
    constexpr double kMore = 1 + 1e-9;  // is looked for: rounding decides nothing
    const double farthest = rules_.reach * r1_ * rules_.reach * r1_, enough = farthest * unit_ * unit_ * kMore;
    std::vector<double> result(points.size());
    context_.device.threads().forEachRange(points.size(), kTubeGrain, [&](size_t begin, size_t end, int) {
      context_.checkStop();
      std::array<double, kMaxDimension> place;
      for (size_t i = begin; i < end; ++i) {
        for (int k = 0; k < points.dimension(); ++k) place[size_t(k)] = points.coordinate(i, k);
        // No hint from the previous point: in a tie, the last bit could depend on which point that was.
        const double squared = tree_.nearestWithin(std::span(place).first(size_t(points.dimension())), enough).squaredDistance / unit_ / unit_;
        result[i] = squared <= farthest ? squared : HUGE_VAL;
      }
    });
    return result;
  }

  /// Sums of the two terms of each point, `terms(squared distance, weight)`.
  template <class Terms>
  Sums sumOver(const std::vector<double>& squared, const std::vector<double>& weights, const Terms& terms) const {
    std::vector<Sums> ofThread(size_t(context_.device.threads().size()));
    context_.device.threads().forEachRange(squared.size(), kTubeGrain, [&](size_t begin, size_t end, int thread) {
      context_.checkStop();
      Sums sums;
      for (size_t i = begin; i < end; ++i) {
        const auto [x, y] = terms(squared[i], weights[i]);
        sums.add(x, y);
      }
      ofThread[size_t(thread)].first += sums.first, ofThread[size_t(thread)].second += sums.second;
    });
    Sums all;
    for (const Sums& sums : ofThread) all.first += sums.first, all.second += sums.second;
    return all;
  }

  /// From the near points; 0 where none has weight.
  double firstVariance(const std::vector<double>& squared, const std::vector<double>& weights) const {
    const double nearest = rules_.firstReach * r1_ * rules_.firstReach * r1_;
    const Sums sums = sumOver(squared, weights, [&](double distance, double weight) {
      return distance < nearest ? std::array{weight, weight * (distance / (r1_ * r1_))} : std::array{0.0, 0.0};
    });
    return sums.first > 0 ? varianceFrom(sums) : 0;
  }

  /// From weights and weighted squared distances over R1 squared.
  double varianceFrom(const Sums& sums) const {
    return std::max(sums.ratio() * r1_ * r1_ / rules_.across, rules_.leastSigma * r1_ * rules_.leastSigma * r1_);
  }

  shared::TubeDensity densityOf(double variance, double background) const {
    return shared::tubeDensity(variance, length_, rules_.across, volume_, background);
  }

  const HeldOutRules& rules_;
  const StageContext& context_;
  double unit_, r1_, length_, volume_;  // r1, length and volume in units
  cpu::SegmentTree tree_;
};

}  // namespace

std::optional<TubeFit> heldOutScore(const Curve& network, double r1, const Fold& fold, const FoldedCloud& folded, const HeldOutRules& rules,
                                    const StageContext& context) {
  if (!(network.length > 0)) return {};
  return TubeFitter(network, r1, folded, rules, context).fit(fold);
}

}  // namespace arete
