// The tube around a network, by expectation maximisation, and the score of the held-out points, wherever distances are found and added up. Each point
// finds its nearest segment once; what follows are sums over squared distances. Source: network, section 3; 2D, section 3.
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <vector>

#include "compute/core/segment_tree.h"
#include "compute/network/radius/held_out_score.h"
#include "compute/network/radius/tube_density.h"

namespace arete {

/// The edges of a network as a tree of segments.
inline SegmentTree treeOfEdges(const Curve& network) {
  std::vector<double> ends;
  for (const Edge& edge : network.edges)
    for (const uint32_t node : {edge.a, edge.b})
      for (int k = 0; k < network.nodes.dimension(); ++k) ends.push_back(network.nodes.coordinate(node, k));
  return {std::move(ends), network.nodes.dimension()};
}

/// How far squared distances are looked for, in a cloud of this unit.
struct TubeReach {
  double unit;
  double farthest;  ///< squared, in units

  /// A bound for the search, in the cloud's units: a little more, so that rounding decides nothing.
  double enough() const {
    constexpr double kMore = 1 + 1e-9;
    return farthest * unit * unit * kMore;
  }
  /// From the cloud's units; infinite beyond the reach.
  ARETE_HD double inUnits(double squared) const {
    const double here = squared / unit / unit;
    return here <= farthest ? here : HUGE_VAL;
  }
};

/// `Points`: measured(points, weights) finds the squared distances of points to the network in units, as TubeReach says, and keeps them with the
/// weights; sum(measured, terms) adds up shared::TubeTerms over them.
template <class Points>
class TubeFitter {
 public:
  TubeFitter(double networkLength, double r1, const FoldedCloud& folded, const HeldOutRules& rules, const Points& points)
      : rules_(rules), points_(points), unit_(folded.unit), r1_(r1 / folded.unit), length_(networkLength / folded.unit), volume_(folded.volume) {}

  std::optional<TubeFit> fit(const Fold& fold) const {
    const auto training = points_.measured(fold.training.points().subset(fold.fitted), ofFitted(fold));
    double variance = firstVariance(training), background = rules_.firstBackground;
    if (!(variance > 0)) return {};
    const auto all = double(points_.sum(training, shared::WeightTerms{}).first);
    for (int step = 0; step < rules_.fits; ++step) {
      const shared::TubeSums members = points_.sum(training, shared::MemberTerms{densityOf(variance, background), r1_ * r1_});
      if (members.first <= 0) break;
      background = std::clamp(1 - double(members.first) / all, rules_.leastBackground, rules_.mostBackground);
      variance = varianceFrom(members);
    }
    const shared::TubeDensity density = densityOf(variance, background);
    const auto heldOut = points_.measured(fold.heldOut, fold.heldOutWeights);
    const std::optional<double> score =
        rules_.scoring == ScoringRule::pseudospherical ? pseudospherical(density, background, heldOut) : meanLogarithm(density, heldOut);
    if (!score) return {};
    return TubeFit{*score, std::sqrt(variance) * unit_, background};
  }

 private:
  static std::vector<double> ofFitted(const Fold& fold) {
    std::vector<double> weights;
    weights.reserve(fold.fitted.size());
    for (const uint32_t i : fold.fitted) weights.push_back(fold.trainingWeights[i]);
    return weights;
  }

  /// None where no held-out point has weight.
  std::optional<double> meanLogarithm(const shared::TubeDensity& density, const auto& heldOut) const {
    const shared::TubeSums sums = points_.sum(heldOut, shared::LogarithmTerms{density});
    if (sums.first <= 0) return {};
    return sums.ratio();
  }

  std::optional<double> pseudospherical(const shared::TubeDensity& density, double background, const auto& heldOut) const {
    constexpr double kPower = 0.75;
    const double most = density.peak + density.background;  // as a share of it, every density is at most 1
    const shared::TubeSums sums = points_.sum(heldOut, shared::PowerTerms{density, most});
    if (sums.first <= 0 || sums.second <= 0) return {};
    const double narrower = rules_.across == 1 ? std::sqrt(1 + kPower) : 1 + kPower;  // a power of a normal density is one of less variance
    // The integral of the density to the power 1 + kPower; beside the tube's peak its background is nothing.
    const double integral = (1 - background) * shared::threeQuarterPower(density.peak / most) / narrower +
                            background * shared::threeQuarterPower(density.background / most);
    return shared::naturalLog(sums.ratio()) / kPower - shared::naturalLog(integral) / (1 + kPower) + shared::naturalLog(most) / (1 + kPower);
  }

  /// From the near points; 0 where none has weight.
  double firstVariance(const auto& training) const {
    const double nearest = rules_.firstReach * r1_ * rules_.firstReach * r1_;
    const shared::TubeSums sums = points_.sum(training, shared::NearTerms{nearest, r1_ * r1_});
    return sums.first > 0 ? varianceFrom(sums) : 0;
  }

  /// From weights and weighted squared distances over R1 squared.
  double varianceFrom(const shared::TubeSums& sums) const {
    return std::max(sums.ratio() * r1_ * r1_ / rules_.across, rules_.leastSigma * r1_ * rules_.leastSigma * r1_);
  }

  shared::TubeDensity densityOf(double variance, double background) const {
    return shared::tubeDensity(variance, length_, rules_.across, volume_, background);
  }

  const HeldOutRules& rules_;
  const Points& points_;
  double unit_, r1_, length_, volume_;  // r1, length and volume in units
};

inline TubeReach tubeReach(double r1, const FoldedCloud& folded, const HeldOutRules& rules) {
  const double inUnits = r1 / folded.unit;
  return {folded.unit, rules.reach * inUnits * rules.reach * inUnits};
}

}  // namespace arete
