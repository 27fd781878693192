// How well a network explains points that it was not made from: the criterion for R1 of networks. A cloud is divided into training points and
// held-out ones; a network of the former is widened to a tube, and the score says how well its density fits the latter. Source: network, section 3;
// 2D, section 3; the pseudospherical score: I. J. Good, in Foundations of Statistical Inference, 1971.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "compute/core/curve.h"
#include "compute/core/device.h"
#include "compute/core/point_cloud.h"

namespace arete {

/// What a density is worth that is given points which it was not made from. Both are proper: on average none is worth more than the points' own.
enum class ScoringRule : uint8_t {
  logarithmic,      ///< mean logarithm at the points: to miss one costs as much as a network that is several times as long costs at another
  pseudospherical,  ///< mean of the power 3/4 over the norm, as a logarithm per power: what is missed and what is too much count about the same
};

/// How a cloud is divided and held-out points are judged. Lengths are in units of R1.
struct HeldOutRules {
  ScoringRule scoring = ScoringRule::logarithmic;
  uint32_t mostPoints = 50'000;  ///< a larger cloud is sampled
  uint32_t parts = 8;            ///< one part of the points is held out: with halves the score favours coarse networks of sparse clouds
  uint32_t divisions = 1;        ///< into parts, each by other bits of the hash; halves alone give two folds
  uint32_t fewPoints = 3'000;    ///< below: 8 folds of a division are judged
  uint32_t somePoints = 10'000;  ///< below: 4
  uint32_t manyPoints = 40'000;  ///< below: 2; else 1, because the points that it holds out are many enough
  uint32_t mostFitted = 20'000;  ///< training points that the tube is fitted to: it has two numbers
  uint32_t neighbour = 16;       ///< a point's weight is the distance to this neighbour: busy streets must not outvote quiet ones
  double mostWeight = 2;         ///< medians of these distances: nor must strays
  int across = 1;                ///< directions across the curve: 1 in the plane and on a surface, 2 in space
  bool onUnitSphere = false;     ///< the background fills what the bounds cut out of the unit sphere, not the bounds
  int fits = 12;                 ///< steps of expectation maximisation of σ and the background's share
  double reach = 4;              ///< farther points are background
  double firstReach = 3;         ///< nearer ones give the first σ
  double firstBackground = 0.1;  ///< share
  double leastBackground = 0.005, mostBackground = 0.95;
  double leastSigma = 1e-3;
  friend bool operator==(const HeldOutRules&, const HeldOutRules&) = default;
};

/// A division with one part held out. Weights are between 0 and 1.
struct Fold {
  PointCloud training;
  PointArray heldOut;
  std::vector<double> trainingWeights, heldOutWeights;
  std::vector<uint32_t> fitted;  ///< of the training points, ascending
};

struct FoldedCloud {
  std::vector<Fold> folds;  ///< only those with points on both sides
  double unit = 0;          ///< the diagonal of the cloud's bounds: lengths and densities are relative to it, so that no unit of the file matters
  double volume = 0;        ///< filled by the background, in units to the power of the dimension, or in units² with an area
};

/// Divides by shared::coordinateHash: the order of the points changes nothing, and equal points are on one side. Weights are computed from all points
/// in use; where more than half of them are in piles of more than `neighbour` equal ones, the median is that of the others. No fold where
/// all points of the cloud are equal. Throws Cancelled.
FoldedCloud foldedCloud(const PointCloud& cloud, const HeldOutRules& rules, const StageContext& context);

/// The tube around a network that explains the training points best, and its score on the held-out ones.
struct TubeFit {
  double score;       ///< by the scoring rule, of densities in units of FoldedCloud
  double sigma;       ///< of the tube, along an axis, in the cloud's units
  double background;  ///< share of the training points
};

/// None where the network has no edge, or no point with weight is within its reach. All sums are of integers in units of 2^-30, so that threads may
/// add in any order. Throws Cancelled.
std::optional<TubeFit> heldOutScore(const Curve& network, double r1, const Fold& fold, const FoldedCloud& folded, const HeldOutRules& rules,
                                    const StageContext& context);

}  // namespace arete
