// Folds and scores of networks against what is counted and summed up plainly, and against clouds whose noise and background are known.
#include "compute/network/radius/held_out_score.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numbers>
#include <numeric>
#include <random>
#include <set>

#include "compute/core/cuda_support.h"
#include "tests/support/network.h"

namespace arete {
namespace {

using shared::Vector3;
using test::Segment;

constexpr double kScoredNoise = 1, kScoredR1 = 3;
const std::vector<Segment> kCross = {{{-60, 0}, {60, 0}}, {{0, -40}, {0, 40}}};

/// The cross as a network, moved by `shift`.
Curve cross(Vector3 shift = {}) {
  std::vector<double> rows;
  for (const Segment& segment : kCross)
    for (const Vector3 place : {segment.from, segment.to}) rows.insert(rows.end(), {place.x + shift.x, place.y + shift.y});
  return makeCurve(PointArray::fromRows(std::move(rows), 2), {{0, 1}, {2, 3}});
}

/// With `background` points per point of the cross, evenly in its bounds.
PointCloud cloudAroundCross(double perUnit, double background, unsigned seed) {
  std::vector<Vector3> points = test::noisySegments(kCross, 2, perUnit, kScoredNoise, seed);
  std::mt19937 random(seed + 1);
  const auto uniform = [&](double extent) { return (double(random() % 65536u) / 32768 - 1) * extent; };
  for (auto left = size_t(background * double(points.size())); left > 0; --left) {
    const double x = uniform(62);
    points.push_back({x, uniform(42)});
  }
  return test::cloudOf(points, 2);
}

struct HeldOutScore : testing::Test {
  std::unique_ptr<Device> device = makeCpuDevice(2);
  StageContext context{*device, {}, {}};
  HeldOutRules rules;

  std::optional<TubeFit> scoreOf(const Curve& network, const FoldedCloud& folded, size_t fold = 0) {
    return heldOutScore(network, kScoredR1, folded.folds.at(fold), folded, rules, context);
  }
};

std::vector<std::vector<double>> rowsOf(const PointArray& points) {
  std::vector<std::vector<double>> rows;
  for (size_t i = 0; i < points.size(); ++i) {
    rows.emplace_back();
    for (int k = 0; k < points.dimension(); ++k) rows.back().push_back(points.coordinate(i, k));
  }
  return rows;
}

TEST_F(HeldOutScore, EveryPointIsHeldOutInOneFoldOfEightAndTrainsTheOthers) {
  const PointCloud cloud = cloudAroundCross(10, 0.1, 1);  // 2200 points: 8 folds
  const FoldedCloud folded = foldedCloud(cloud, rules, context);
  ASSERT_EQ(folded.folds.size(), 8u);
  std::map<std::vector<double>, int> heldOut;
  for (const Fold& fold : folded.folds) {
    EXPECT_EQ(fold.training.size() + fold.heldOut.size(), cloud.size());
    EXPECT_EQ(fold.training.size(), fold.trainingWeights.size());
    EXPECT_EQ(fold.heldOut.size(), fold.heldOutWeights.size());
    EXPECT_NEAR(fold.heldOut.size() / double(cloud.size()), 1 / 8.0, 0.03);  // 4 standard deviations
    for (const auto& row : rowsOf(fold.heldOut)) ++heldOut[row];
  }
  for (const auto& row : rowsOf(cloud.points())) EXPECT_EQ(heldOut[row], 1);
}

TEST_F(HeldOutScore, LargeCloudsHaveFewerFoldsAndAreSampled) {
  const PointCloud cloud = cloudAroundCross(60, 0, 2);  // 12 000 points
  EXPECT_EQ(foldedCloud(cloud, rules, context).folds.size(), 2u);
  rules.mostPoints = 3000;
  const FoldedCloud folded = foldedCloud(cloud, rules, context);
  ASSERT_EQ(folded.folds.size(), 2u);
  EXPECT_NEAR(folded.folds[0].training.size() + folded.folds[0].heldOut.size(), 3000, 200);
  EXPECT_NEAR(folded.folds[0].heldOut.size(), 3000 / 8.0, 80);
}

TEST_F(HeldOutScore, ASecondDivisionIntoHalvesCrossesTheFirst) {
  const PointCloud cloud = cloudAroundCross(60, 0, 8);  // 12 000 points: both halves are held out
  rules.parts = 2, rules.divisions = 2;
  const FoldedCloud folded = foldedCloud(cloud, rules, context);
  ASSERT_EQ(folded.folds.size(), 4u);
  std::vector<std::set<std::vector<double>>> halves;
  for (const Fold& fold : folded.folds) {
    const auto rows = rowsOf(fold.heldOut);
    halves.emplace_back(rows.begin(), rows.end());
  }
  const auto shared = [&](size_t one, size_t other) {
    return std::ranges::count_if(halves[one], [&](auto& row) { return halves[other].contains(row); });
  };
  EXPECT_EQ(shared(0, 1) + shared(2, 3), 0);
  EXPECT_EQ(halves[0].size() + halves[1].size(), cloud.size());
  EXPECT_EQ(halves[2].size() + halves[3].size(), cloud.size());
  for (const auto& [one, other] : {std::pair(0, 2), std::pair(0, 3), std::pair(1, 2), std::pair(1, 3)})
    EXPECT_NEAR(double(shared(size_t(one), size_t(other))), double(cloud.size()) / 4, 200);  // 4 standard deviations
}

TEST_F(HeldOutScore, EqualPointsAreOnOneSide) {
  std::vector<Vector3> points = test::noisySegments(kCross, 2, 1, kScoredNoise, 3);
  const std::vector<Vector3> once = points;
  for (int copy = 1; copy < 5; ++copy) points.insert(points.end(), once.begin(), once.end());
  for (const Fold& fold : foldedCloud(test::cloudOf(points, 2), rules, context).folds) {
    const auto training = rowsOf(fold.training.points()), heldOut = rowsOf(fold.heldOut);
    const std::set<std::vector<double>> trained(training.begin(), training.end());
    for (const auto& row : heldOut) EXPECT_FALSE(trained.contains(row));
  }
}

TEST_F(HeldOutScore, FloatsAreDividedAsTheDoublesThatTheyEqualAndMinusZeroAsZero) {
  const PointCloud floats = cloudAroundCross(5, 0, 4).withScalar(Scalar::float32), doubles = floats.withScalar(Scalar::float64);
  const FoldedCloud a = foldedCloud(floats, rules, context), b = foldedCloud(doubles, rules, context);
  ASSERT_EQ(a.folds.size(), b.folds.size());
  for (size_t i = 0; i < a.folds.size(); ++i) EXPECT_EQ(rowsOf(a.folds[i].heldOut), rowsOf(b.folds[i].heldOut));
  std::vector<double> rows;
  for (int i = 0; i < 200; ++i) rows.insert(rows.end(), {0.0, double(i), -0.0, double(i)});
  for (const Fold& fold : foldedCloud(PointCloud(PointArray::fromRows(std::move(rows), 2)), rules, context).folds)
    EXPECT_EQ(fold.heldOut.size() % 2, 0u);
}

TEST_F(HeldOutScore, AWeightIsTheDistanceToTheSixteenthNeighbourUpToTwoMedians) {
  const PointCloud cloud = cloudAroundCross(4, 0.5, 5);
  const auto rows = rowsOf(cloud.points());
  std::map<std::vector<double>, double> spacing;
  std::vector<double> all;
  for (const auto& row : rows) {
    std::vector<double> distances;
    for (const auto& other : rows) distances.push_back(std::hypot(row[0] - other[0], row[1] - other[1]));
    std::ranges::sort(distances);
    all.push_back(spacing[row] = distances[16]);  // the first is the point itself
  }
  std::ranges::sort(all);
  const double most = 2 * all[all.size() / 2];
  ASSERT_LT(most, all.back()) << "else nothing is cut";
  const FoldedCloud folded = foldedCloud(cloud, rules, context);
  for (const Fold& fold : folded.folds) {
    const auto training = rowsOf(fold.training.points());
    for (size_t i = 0; i < training.size(); ++i) EXPECT_NEAR(fold.trainingWeights[i], std::min(1.0, spacing[training[i]] / most), 1e-12);
  }
}

TEST_F(HeldOutScore, PilesOfEqualPointsWeighNothingUnlessThereIsNothingElse) {
  std::vector<Vector3> points = test::noisySegments(kCross, 2, 2, kScoredNoise, 6);
  const size_t apart = points.size();
  points.insert(points.end(), 3 * apart, Vector3{10, 10});
  const FoldedCloud folded = foldedCloud(test::cloudOf(points, 2), rules, context);
  double all = 0;
  for (const Fold& fold : folded.folds) all += std::accumulate(fold.heldOutWeights.begin(), fold.heldOutWeights.end(), 0.0);
  EXPECT_GT(all, 0.25 * double(apart));
  EXPECT_LT(all, double(apart));
  std::vector<Vector3> piles;
  for (int i = 0; i < 20; ++i) piles.insert(piles.end(), 30, Vector3{double(i), 0});
  for (const Fold& fold : foldedCloud(test::cloudOf(piles, 2), rules, context).folds)
    for (const double weight : fold.heldOutWeights) EXPECT_EQ(weight, 1);
}

TEST_F(HeldOutScore, TheBackgroundFillsTheBoundsOrWhatTheyCutOutOfTheUnitSphere) {
  const PointCloud cloud = cloudAroundCross(5, 0, 13);
  const FoldedCloud bounds = foldedCloud(cloud, rules, context);
  EXPECT_NEAR(bounds.volume * bounds.unit * bounds.unit, cloud.bounds().extent(0) * cloud.bounds().extent(1), 1e-6);
  rules.onUnitSphere = true;
  const std::vector<Vector3> octant{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  const FoldedCloud sphere = foldedCloud(test::cloudOf(octant, 3), rules, context);
  EXPECT_NEAR(sphere.volume * sphere.unit * sphere.unit, std::numbers::pi / 2, 0.01);
}

TEST_F(HeldOutScore, FewerThanTwoDifferentPointsHaveNoFold) {
  for (const std::vector<Vector3>& points : {std::vector<Vector3>{}, {{3, 4}}, std::vector<Vector3>(1000, Vector3{3, 4})})
    EXPECT_TRUE(foldedCloud(test::cloudOf(points, 2), rules, context).folds.empty()) << points.size();
}

TEST_F(HeldOutScore, TheTubeHasTheNoiseAndTheBackgroundThatWereMade) {
  rules.mostWeight = 1e-9;  // all weigh the same, so that shares are those of points
  for (const double background : {0.0, 0.1, 0.5}) {
    const FoldedCloud folded = foldedCloud(cloudAroundCross(100, background, 7), rules, context);
    const std::optional<TubeFit> fit = scoreOf(cross(), folded);
    ASSERT_TRUE(fit);
    EXPECT_NEAR(fit->sigma, kScoredNoise, 0.03) << background;
    EXPECT_NEAR(fit->background, std::max(background / (1 + background), rules.leastBackground), 0.02) << background;
  }
}

/// All in doubles, with all pairs and the functions of the library.
double plainScore(const Fold& fold, const FoldedCloud& folded, const HeldOutRules& rules) {
  const auto squaredDistances = [&](const PointArray& points) {
    std::vector<double> squared;
    for (const auto& row : rowsOf(points)) squared.push_back(std::pow(test::distanceTo(kCross, {row[0], row[1]}) / kScoredR1, 2));
    return squared;
  };
  const double length = (120 + 80) / kScoredR1, volume = folded.volume * std::pow(folded.unit / kScoredR1, 2);
  const auto tube = [&](double squared, double variance) {
    return squared > 16 ? 0 : std::exp(-squared / (2 * variance)) / (length * std::sqrt(2 * M_PI * variance));
  };
  const auto training = squaredDistances(fold.training.points());
  double weights = 0, near = 0, variance = 0, share = 0.1;
  for (size_t i = 0; i < training.size(); ++i) {
    weights += fold.trainingWeights[i];
    if (training[i] < 9) near += fold.trainingWeights[i], variance += fold.trainingWeights[i] * training[i];
  }
  variance /= near;
  for (int step = 0; step < rules.fits; ++step) {
    double members = 0, squares = 0;
    for (size_t i = 0; i < training.size(); ++i) {
      const double here = (1 - share) * tube(training[i], variance), member = fold.trainingWeights[i] * here / (here + share / volume);
      members += member, squares += member * training[i];
    }
    share = std::clamp(1 - members / weights, rules.leastBackground, rules.mostBackground), variance = squares / members;
  }
  const auto heldOut = squaredDistances(fold.heldOut);
  double logarithms = 0, powers = 0, all = 0;
  for (size_t i = 0; i < heldOut.size(); ++i) {
    const double density = (1 - share) * tube(heldOut[i], variance) + share / volume;
    logarithms += fold.heldOutWeights[i] * std::log(density), powers += fold.heldOutWeights[i] * std::pow(density, 0.75);
    all += fold.heldOutWeights[i];
  }
  if (rules.scoring == ScoringRule::logarithmic) return logarithms / all + 2 * std::log(folded.unit / kScoredR1);
  constexpr int kSteps = 20'000;  // across the tube, to 10 on either side
  double integral = volume * std::pow(share / volume, 1.75);
  for (int i = 0; i < kSteps; ++i) {
    const double away = 20.0 * (i + 0.5) / kSteps - 10;
    integral +=
        length * 20.0 / kSteps * std::pow((1 - share) * std::exp(-away * away / (2 * variance)) / (length * std::sqrt(2 * M_PI * variance)), 1.75);
  }
  return std::log(powers / all) / 0.75 - std::log(integral) / 1.75 + 2 / 1.75 * std::log(folded.unit / kScoredR1);
}

TEST_F(HeldOutScore, IsThatOfAPlainSumInDoubles) {
  const FoldedCloud folded = foldedCloud(cloudAroundCross(10, 0.3, 8), rules, context);
  for (const ScoringRule scoring : {ScoringRule::logarithmic, ScoringRule::pseudospherical}) {
    rules.scoring = scoring;
    for (const Fold& fold : folded.folds) {
      const std::optional<TubeFit> fit = heldOutScore(cross(), kScoredR1, fold, folded, rules, context);
      ASSERT_TRUE(fit);
      EXPECT_NEAR(fit->score, plainScore(fold, folded, rules), 1e-6);
    }
  }
}

/// `missing` of 0.5: the cross without half of its upright bar; `more`: with so much of another bar beside it.
Curve changedCross(double missing, double more) {
  std::vector<double> rows{-60, 0, 60, 0, 0, -40, 0, 40 - 80 * missing};
  std::vector<Edge> edges{{0, 1}, {2, 3}};
  if (more > 0) rows.insert(rows.end(), {-50, 30, -50 + 100 * more, 30}), edges.push_back({4, 5});
  return makeCurve(PointArray::fromRows(std::move(rows), 2), std::move(edges));
}

TEST_F(HeldOutScore, TheTrueNetworkIsBetterThanOneThatIsShiftedPartlyMissingOrHasTooMuch) {
  const FoldedCloud folded = foldedCloud(cloudAroundCross(20, 0.1, 9), rules, context);
  for (const ScoringRule scoring : {ScoringRule::logarithmic, ScoringRule::pseudospherical}) {
    rules.scoring = scoring;
    const double truth = scoreOf(cross(), folded)->score;
    EXPECT_GT(truth, scoreOf(cross({0.5, 0.5}), folded)->score);
    EXPECT_GT(truth, scoreOf(changedCross(0.9, 0), folded)->score);
    EXPECT_GT(truth, scoreOf(changedCross(0, 1), folded)->score);
  }
}

TEST_F(HeldOutScore, ByThePseudosphericalRuleAFifthMissingCostsLittleMoreThanAFifthTooMuch) {
  const FoldedCloud folded = foldedCloud(cloudAroundCross(40, 0.02, 14), rules, context);
  const auto ratio = [&](ScoringRule scoring) {
    rules.scoring = scoring;
    const double truth = scoreOf(cross(), folded)->score;
    return (truth - scoreOf(changedCross(0.5, 0), folded)->score) / (truth - scoreOf(changedCross(0, 0.4), folded)->score);
  };
  EXPECT_GT(ratio(ScoringRule::logarithmic), 2);
  EXPECT_LT(ratio(ScoringRule::pseudospherical), 1.5);
  EXPECT_GT(ratio(ScoringRule::pseudospherical), 0.67);
}

TEST_F(HeldOutScore, ANetworkWithoutAnEdgeOrFarFromAllPointsHasNone) {
  const FoldedCloud folded = foldedCloud(cloudAroundCross(5, 0, 10), rules, context);
  EXPECT_FALSE(scoreOf(makeCurve(PointArray::fromRows(std::vector<double>{0, 0}, 2), {}), folded));
  EXPECT_FALSE(scoreOf(cross({500, 500}), folded));
}

TEST_F(HeldOutScore, HasTheSameBitsInAnyOrderAndOnAnyNumberOfThreads) {
  const PointCloud cloud = cloudAroundCross(60, 0.2, 11);
  std::vector<uint32_t> shuffled(cloud.size());
  std::iota(shuffled.begin(), shuffled.end(), 0u);
  std::shuffle(shuffled.begin(), shuffled.end(), std::mt19937(12));
  const PointCloud other(cloud.points().subset(shuffled));
  std::optional<TubeFit> first;
  for (const int threads : {1, 2, 7})
    for (const PointCloud* each : {&cloud, &other}) {
      const auto own = makeCpuDevice(threads);
      const StageContext ownContext{*own, {}, {}};
      const FoldedCloud folded = foldedCloud(*each, rules, ownContext);
      const std::optional<TubeFit> fit = heldOutScore(cross({0.1, 0.2}), kScoredR1, folded.folds.at(1), folded, rules, ownContext);
      ASSERT_TRUE(fit);
      if (!first) first = fit;
      EXPECT_EQ(fit->score, first->score) << threads;
      EXPECT_EQ(fit->sigma, first->sigma) << threads;
      EXPECT_EQ(fit->background, first->background) << threads;
    }
}

/// A walk that crosses itself, with places that are visited twice, so that points have several nearest edges.
Curve walk(int dimension, uint32_t steps, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<double> rows, at(size_t(dimension), 0);
  std::vector<Edge> edges;
  for (uint32_t i = 0; i <= steps; ++i) {
    rows.insert(rows.end(), at.begin(), at.end());
    if (i > 0) edges.push_back({i - 1, i});
    at[random() % size_t(dimension)] += random() % 2 == 0 ? 2 : -2;
  }
  return makeCurve(PointArray::fromRows(std::move(rows), dimension), std::move(edges));
}

/// Around the nodes of a curve, a tenth of them anywhere, and each tenth one exactly on a node.
PointCloud cloudAround(const Curve& curve, uint32_t points, unsigned seed) {
  std::mt19937 random(seed);
  const auto uniform = [&](double extent) { return (double(random() % 65536u) / 32768 - 1) * extent; };
  std::vector<Vector3> places;
  for (uint32_t i = 0; i < points; ++i) {
    Vector3 place;
    const uint32_t node = random() % curve.nodes.size();
    for (int k = 0; k < curve.nodes.dimension(); ++k)
      place.set(k, i % 10 == 0 ? uniform(60) : curve.nodes.coordinate(node, k) + (i % 10 == 1 ? 0 : uniform(3)));
    places.push_back(place);
  }
  return test::cloudOf(places, curve.nodes.dimension());
}

class CudaHeldOutScore : public HeldOutScore {
 protected:
  void SetUp() override {
    if (!cudaUnavailableReason().empty()) GTEST_SKIP() << cudaUnavailableReason();
    gpu = makeCudaDevice(0, 2);
  }
  std::unique_ptr<Device> gpu;
};

TEST_F(CudaHeldOutScore, HasTheBitsOfTheCpu) {
  const StageContext onGpu{*gpu, {}, {}};
  for (const int dimension : {2, 3})
    for (const uint32_t points : {40u, 3000u, 60'000u}) {
      const Curve network = walk(dimension, 2000, points);
      const FoldedCloud folded = foldedCloud(cloudAround(network, points, points + 1), rules, context);
      for (const ScoringRule scoring : {ScoringRule::logarithmic, ScoringRule::pseudospherical}) {
        rules.scoring = scoring, rules.across = dimension - 1;
        for (const Fold& fold : folded.folds) {
          const std::optional<TubeFit> expected = heldOutScore(network, kScoredR1, fold, folded, rules, context);
          const std::optional<TubeFit> found = heldOutScore(network, kScoredR1, fold, folded, rules, onGpu);
          ASSERT_EQ(found.has_value(), expected.has_value());
          if (!found) continue;
          EXPECT_EQ(found->score, expected->score) << dimension << " " << points;
          EXPECT_EQ(found->sigma, expected->sigma) << dimension << " " << points;
          EXPECT_EQ(found->background, expected->background) << dimension << " " << points;
        }
      }
    }
}

TEST_F(CudaHeldOutScore, OfANetworkFarFromAllPointsThereIsNone) {
  const FoldedCloud folded = foldedCloud(cloudAroundCross(5, 0, 10), rules, context);
  EXPECT_FALSE(heldOutScore(cross({500, 500}), kScoredR1, folded.folds.at(0), folded, rules, {*gpu, {}, {}}));
}

}  // namespace
}  // namespace arete
