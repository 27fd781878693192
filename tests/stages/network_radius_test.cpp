// R1 of networks: near what is known to be good on made clouds, the same for any order and number of threads, and what the ladder does with scores
// that are given to it.
#include "compute/network/radius/network_radius.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <map>
#include <mutex>
#include <numeric>
#include <random>
#include <set>

#include "compute/core/error.h"
#include "compute/network/radius/suggest_radius.h"
#include "tests/support/lanes.h"
#include "tests/support/network.h"

namespace arete {
namespace {

using shared::Vector3;
using test::Segment;

constexpr double kNoise = 1;

/// As a search makes it: nodes stay on the ridge.
Curve sequentialNetwork(const PointCloud& cloud, double r1, const StageContext& context) {
  NetworkRules rules = networkRules(cloud.dimension());
  rules.crossSections = false;
  return test::networkOf(cloud, r1, rules, context).curve();
}

struct NetworkRadiusOf : testing::Test {
  std::unique_ptr<Device> device = makeCpuDevice(2);
  StageContext context{*device, {}, {}};

  NetworkRadius of(const PointCloud& cloud, const RadiusRules& rules, const NetworkAt& networkAt = sequentialNetwork) {
    return networkRadius(cloud, rules, networkAt, context);
  }
  NetworkRadius of(const std::vector<Segment>& segments, int dimension, double perUnit, unsigned seed) {
    return of(test::cloudOf(test::noisySegments(segments, dimension, perUnit, kNoise, seed), dimension),
              dimension == 2 ? mapRadiusRules() : spaceRadiusRules());
  }
};

std::vector<Segment> circle(Vector3 centre, double radius) {
  constexpr int kPieces = 60;
  const auto at = [&](int i) {
    const double angle = 2 * M_PI * (i % kPieces) / kPieces;
    return centre + Vector3{radius * std::cos(angle), radius * std::sin(angle)};
  };
  std::vector<Segment> pieces;
  for (int i = 0; i < kPieces; ++i) pieces.push_back({at(i), at(i + 1)});
  return pieces;
}

std::vector<Segment> lattice(int streets, double block) {
  std::vector<Segment> segments;
  const double end = (streets - 1) * block;
  for (int i = 0; i < streets; ++i) {
    segments.push_back({{0, i * block}, {end, i * block}});
    segments.push_back({{i * block, 0}, {i * block, end}});
  }
  return segments;
}

const std::vector<Segment> kX = {{{-60, -35}, {60, 35}}, {{-60, 35}, {60, -35}}};
const std::vector<Segment> kArms = test::star({{0, 60, 20}, {52, -30, 20}, {-52, -30, 20}, {0, 0, -60}});

// Networks of such curves are right from about 1.5 deviations on, where the first false branches go, up to where corners are cut: circles that touch
// and blocks of a lattice to 4.5, X in the plane and four arms in space to 6.
TEST_F(NetworkRadiusOf, IsAFewDeviationsOfTheNoiseOnDenseCurves) {
  std::vector<Segment> twoCircles = circle({}, 40);
  for (const Segment& piece : circle({80, 0}, 40)) twoCircles.push_back(piece);
  struct Case {
    std::string name;
    std::vector<Segment> segments;
    int dimension;
    double perUnit, most;
  };
  for (const Case& each :
       {Case{"X", kX, 2, 12, 6}, {"two circles", twoCircles, 2, 7, 4.5}, {"lattice", lattice(3, 50), 2, 5, 4.5}, {"arms", kArms, 3, 12, 6}}) {
    const double r1 = of(each.segments, each.dimension, each.perUnit, 1).r1;
    EXPECT_GT(r1, 1.5 * kNoise) << each.name;
    EXPECT_LT(r1, each.most * kNoise) << each.name;
  }
}

TEST_F(NetworkRadiusOf, IsTheSameWhereLanesGoAheadOfTheSearch) {
  test::Lanes lanes(5);
  const PointCloud cloud = test::cloudOf(test::noisySegments(lattice(3, 40), 2, 6, kNoise, 3), 2);
  RadiusRules rules = mapRadiusRules();
  rules.screenedPoints = cloud.size() / 2;  // both ladders are gone down
  const NetworkRadius one = of(cloud, rules), ahead = networkRadius(cloud, rules, sequentialNetwork, {lanes, {}, {}});
  ASSERT_TRUE(one.best);
  EXPECT_EQ(one.r1, ahead.r1);
  EXPECT_EQ(one.rungs, ahead.rungs);
}

TEST_F(NetworkRadiusOf, IsAFewDeviationsOfTheNoiseOnASphere) {
  constexpr double kWide = 0.02;
  std::vector<Vector3> points;
  for (const Vector3& flat : test::noisySegments({{{0, 0}, {2 * M_PI, 0}}}, 2, 400, kWide, 8))
    points.push_back({std::cos(flat.x) * std::cos(flat.y), std::sin(flat.x) * std::cos(flat.y), std::sin(flat.y)});
  const NetworkRadius radius = of(test::cloudOf(points, 3), sphereRadiusRules());
  EXPECT_GT(radius.r1, 1.5 * kWide);
  EXPECT_LT(radius.r1, 6 * kWide);
  const auto best = std::ranges::max_element(radius.rungs, {}, [](const RadiusRung& rung) { return rung.score.value_or(-HUGE_VAL); });
  EXPECT_NEAR(best->sigma, kWide, 0.1 * kWide) << "across the curve a sphere has one direction";
}

TEST_F(NetworkRadiusOf, IsThatOfALineAmongStrewnPointsOnAPartOfTheSphere) {
  constexpr double kWide = 0.01;
  for (const double strewn : {0.1, 0.2}) {
    const double r1 = of(test::webOnSphere(kWide, strewn, 4), sphereRadiusRules()).r1;
    EXPECT_GT(r1, 1.2 * kWide) << strewn;
    EXPECT_LT(r1, 5 * kWide) << strewn;
  }
}

TEST_F(NetworkRadiusOf, LooksFartherWhereThereAreFewPoints) {
  const auto sight = [&](double perUnit) {  // the mean local radius
    const PointCloud cloud = test::cloudOf(test::noisySegments(kX, 2, perUnit, kNoise, 3), 2);
    const std::vector<RidgeNode> nodes = test::networkOf(cloud, of(cloud, mapRadiusRules()).r1, context).nodes;
    double sum = 0;
    for (const RidgeNode& node : nodes) sum += node.radius;
    return sum / double(nodes.size());
  };
  const double dense = sight(20), sparse = sight(0.6);
  EXPECT_GT(sparse, 1.5 * dense);
  EXPECT_LT(sparse, 8 * dense);
}

TEST_F(NetworkRadiusOf, DoesNotDependOnTheOrderOfThePointsOrTheNumberOfThreads) {
  const PointCloud cloud = test::cloudOf(test::noisySegments(kX, 2, 4, kNoise, 4), 2);
  std::vector<uint32_t> shuffled(cloud.size());
  std::iota(shuffled.begin(), shuffled.end(), 0u);
  std::shuffle(shuffled.begin(), shuffled.end(), std::mt19937(5));
  const PointCloud other(cloud.points().subset(shuffled));
  const NetworkRadius first = of(cloud, mapRadiusRules());
  for (const int threads : {1, 2, 7, 16})  // of 16, most look at rungs that nobody asked for yet
    for (const PointCloud* each : {&cloud, &other}) {
      const auto own = makeCpuDevice(threads);
      const NetworkRadius again = networkRadius(*each, mapRadiusRules(), sequentialNetwork, {*own, {}, {}});
      EXPECT_EQ(again.r1, first.r1) << threads;
      EXPECT_EQ(again.rungs, first.rungs) << threads;
    }
}

TEST_F(NetworkRadiusOf, FewerThanTwoDifferentPointsHaveNone) {
  for (const std::vector<Vector3>& points : {std::vector<Vector3>{}, {{3, 4}}, std::vector<Vector3>(1000, Vector3{3, 4})}) {
    const NetworkRadius radius = of(test::cloudOf(points, 2), mapRadiusRules());
    EXPECT_EQ(radius.r1, 0) << points.size();
    EXPECT_TRUE(radius.rungs.empty()) << points.size();
    EXPECT_EQ(radius.reason, "There are no two different points.");
  }
}

TEST_F(NetworkRadiusOf, AHandfulOfPointsGetWhatIsSuggestedForThem) {
  for (const std::vector<Vector3>& points : {std::vector<Vector3>{{3, 4}, {5, 4}}, {{0, 0}, {1, 0}, {1, 3}, {5, 5}}}) {
    const PointCloud cloud = test::cloudOf(points, 2);
    const NetworkRadius radius = of(cloud, mapRadiusRules());
    EXPECT_EQ(radius.r1, suggestRadius(cloud)) << "the points are in the order of their coordinates";
    EXPECT_GT(radius.r1, 0);
    EXPECT_FALSE(radius.best);
    EXPECT_TRUE(radius.reason.starts_with("No network could be judged.")) << radius.reason;
  }
}

TEST_F(NetworkRadiusOf, WhereNoNetworkCanBeJudgedTheOrderOfThePointsDoesNotMatter) {
  const NetworkAt none = [](const PointCloud& cloud, double, const StageContext&) {
    return makeCurve(PointArray(Scalar::float64, cloud.dimension(), 0), {});
  };
  std::vector<Vector3> points = test::noisySegments(kX, 2, 4, kNoise, 9);
  points.insert(points.end(), points.begin(), points.begin() + 20);
  std::set<double> found, ofChains;
  for (int order = 0; order < 6; ++order) {
    std::ranges::rotate(points, points.begin() + 37);
    std::ranges::reverse(points.begin(), points.begin() + 50);
    const PointCloud cloud = test::cloudOf(points, 2);
    found.insert(of(cloud, mapRadiusRules(), none).r1);
    ofChains.insert(suggestRadius(cloud));
  }
  EXPECT_EQ(found.size(), 1u);
  EXPECT_GT(*found.begin(), 0);
  EXPECT_GT(ofChains.size(), 1u) << "chains depend on the order, so these clouds say something";
}

TEST_F(NetworkRadiusOf, PilesOfEqualPointsDoNotMatter) {
  std::vector<Vector3> points = test::noisySegments(kX, 2, 8, kNoise, 6);
  const double without = of(test::cloudOf(points, 2), mapRadiusRules()).r1;
  points.insert(points.end(), 2 * points.size(), points.front());
  const double with = of(test::cloudOf(points, 2), mapRadiusRules()).r1;
  EXPECT_NEAR(std::log2(with / without), 0, 0.51);
}

// With networks that are made to be as good as the test wants: the true line, shifted by so many deviations at each rung.
struct LadderOf : NetworkRadiusOf {
  static constexpr double kDiagonalOf6 = 1.0 / 6;
  static constexpr double kFineNoise = 0.01;  // below R1 of the first 20 rungs
  PointCloud cloud = test::cloudOf(test::noisySegments({{{0, 0}, {100, 0}}}, 2, 30, kFineNoise, 7), 2);
  std::atomic<int> calls{0};
  std::mutex mutex;
  std::map<int, std::vector<uint32_t>> asked;  // of each rung, the sizes of the clouds

  double rungRadius(double rung) const { return kDiagonalOf6 * cloud.bounds().diagonal(2) * std::exp2(-rung / 2); }
  /// `shift` of a rung, NaN for no network.
  NetworkAt shifted(std::function<double(double rung)> shift) {
    return [this, shift = std::move(shift)](const PointCloud& part, double r1, const StageContext&) {
      ++calls;
      {
        const std::lock_guard lock(mutex);
        asked[int(std::lround(2 * std::log2(rungRadius(0) / r1)))].push_back(part.size());
      }
      const double y = shift(2 * std::log2(rungRadius(0) / r1)) * kFineNoise;
      if (std::isnan(y)) return makeCurve(PointArray(Scalar::float64, 2, 1), {});
      return makeCurve(PointArray::fromRows(std::vector<double>{0, y, 100, y}, 2), {{0, 1}});
    };
  }
  static NetworkAt table(LadderOf& test, std::vector<double> shifts) {
    return test.shifted([shifts = std::move(shifts)](double rung) { return shifts.at(size_t(std::lround(rung))); });
  }
};

constexpr double kNone = NAN;

TEST_F(LadderOf, OnMapsTheMeanOfTheRungsAroundTheBestIsTaken) {
  const NetworkRadius even = of(cloud, mapRadiusRules(), table(*this, {3, 2, 0.12, 0.12, 1, 0.03, 0, 0, 0.03, 1, 2, 2, 2}));
  EXPECT_NEAR(2 * std::log2(rungRadius(0) / even.r1), 6.5, 0.05);
  const NetworkRadius uneven = of(cloud, mapRadiusRules(), table(*this, {3, 2, 0.12, 0.12, 1, 1, 0, 0.1, 1, 1, 2, 2, 2}));
  EXPECT_GT(uneven.r1, rungRadius(6.49)) << "the seventh rung is less good";
  EXPECT_LT(uneven.r1, rungRadius(6.02));
}

// 3000 points on a line of 100 are more than 4 on R1 down to the rung 13.
TEST_F(LadderOf, ARungOnWhichAMapIsSparseIsNotTakenWhereADenseOneIsNearlyAsGood) {
  const auto shifts = [](double rung) { return rung < 9.5 ? 3 : rung < 13.5 ? 0.1 : rung < 17.5 ? 0 : 2; };
  RadiusRules blind = mapRadiusRules();
  blind.sparse = 0;
  EXPECT_LT(of(cloud, blind, shifted(shifts)).r1, rungRadius(13)) << "the finer ones are a little better";
  const NetworkRadius dense = of(cloud, mapRadiusRules(), shifted(shifts));
  EXPECT_NEAR(2 * std::log2(rungRadius(0) / dense.r1), 11.5, 0.05);
  EXPECT_GE(dense.best->onR1, mapRadiusRules().sparse);
  const auto isBetter = [&](const RadiusRung& rung) { return rung.score.value_or(-HUGE_VAL) > *dense.best->score; };
  EXPECT_TRUE(std::ranges::any_of(dense.rungs, isBetter)) << "one was looked at";
}

// σ is that of the noise, whatever R1; rungs from 14 on are sparse.
TEST_F(LadderOf, OnASparseMapItIsAtLeastSoManyTimesTheSpreadOfThePoints) {
  RadiusRules rules = mapRadiusRules(), blind = rules;
  blind.sparseSigmas = 0;
  const NetworkAt best = shifted([](double rung) { return rung < 17.5 ? 1.5 : rung < 19.5 ? 0 : 2; });
  const double free = of(cloud, blind, best).r1;
  EXPECT_LT(free, rungRadius(17));
  rules.sparseSigmas = 0.5 * free / kFineNoise;
  EXPECT_EQ(of(cloud, rules, best).r1, free) << "it is that anyway";
  rules.sparseSigmas = 1.2 * free / kFineNoise;
  const NetworkRadius coarser = of(cloud, rules, best);
  EXPECT_NEAR(coarser.r1, 1.2 * free, 0.05 * free);
  EXPECT_NE(coarser.reason, of(cloud, blind, best).reason);
  rules.sparse = 0;
  EXPECT_EQ(of(cloud, rules, best).r1, free) << "a map that is not sparse";
}

TEST_F(LadderOf, ARungWithoutANetworkEndsWhatIsNearlyAsGood) {
  const NetworkRadius radius = of(cloud, mapRadiusRules(), table(*this, {kNone, 1, 0, 0, 0, kNone, 0.05, 0.05, 1, 1, 1, 1}));
  EXPECT_NEAR(2 * std::log2(rungRadius(0) / radius.r1), 3, 0.02);
  const auto isFifth = [&](const RadiusRung& rung) { return std::abs(rung.r1 - rungRadius(5)) < 1e-9; };
  const auto fifth = std::ranges::find_if(radius.rungs, isFifth);
  ASSERT_NE(fifth, radius.rungs.end());
  EXPECT_FALSE(fifth->score);
}

TEST_F(LadderOf, OtherwiseTheMaximumOfTheParabolaIsTaken) {
  RadiusRules rules = mapRadiusRules();
  rules.pick = RadiusPick::maximum;
  for (const double best : {5.0, 5.3, 4.6}) {
    const NetworkRadius radius = of(cloud, rules, shifted([&](double rung) { return 0.2 * std::abs(rung - best); }));
    EXPECT_NEAR(2 * std::log2(rungRadius(0) / radius.r1), best, 0.06) << best;
  }
}

TEST_F(LadderOf, OfWiresAPieceTwiceAsLongIsWorthATubeHalfAsWide) {
  // A line, and from the seventh rung on its quarters without the first tenth of each, 2 deviations of the noise nearer.
  const NetworkAt pieces = [this](const PointCloud&, double r1, const StageContext&) {
    const double rung = 2 * std::log2(rungRadius(0) / r1);
    if (rung < 6.5) return makeCurve(PointArray::fromRows(std::vector<double>{0, 2 * kFineNoise, 100, 2 * kFineNoise}, 2), {{0, 1}});
    std::vector<double> rows;
    for (int i = 0; i < 4; ++i) rows.insert(rows.end(), {25.0 * i + 2.5, 0, 25.0 * i + 25, 0});
    return makeCurve(PointArray::fromRows(rows, 2), {{0, 1}, {2, 3}, {4, 5}, {6, 7}});
  };
  RadiusRules rules = mapRadiusRules();
  rules.pick = RadiusPick::maximum;
  const NetworkRadius near = of(cloud, rules, pieces);
  EXPECT_LT(near.r1, rungRadius(6.4));
  rules.lengthWeight = 2;
  const NetworkRadius whole = of(cloud, rules, pieces);
  EXPECT_GT(whole.r1, rungRadius(6.6));
  EXPECT_NEAR(whole.rungs.front().pieceLength, 100, 1e-9);
  EXPECT_NEAR(near.rungs.back().pieceLength, 22.5, 1e-9);
  EXPECT_LT(*whole.best->score, *near.best->score) << "the tube's alone";
}

TEST_F(LadderOf, TheWayDownEndsAfterTwoBadRungsInARowButNotBeforeTheEleventh) {
  const auto finest = [&](std::function<double(double)> shift) {
    asked.clear();
    of(cloud, mapRadiusRules(), shifted(std::move(shift)));
    return asked.rbegin()->first;
  };
  EXPECT_EQ(finest([](double rung) { return rung < 3.5 ? 0 : 2; }), 10);
  EXPECT_EQ(finest([](double rung) { return rung < 13.5 ? 0 : 2; }), 14) << "one is enough that is hopeless";
  EXPECT_EQ(finest([](double rung) { return rung < 13.5 ? 0 : 0.8; }), 16);
  EXPECT_EQ(finest([](double rung) { return rung < 13.5 ? 0 : kNone; }), 16);
  EXPECT_EQ(finest([](double rung) { return rung > 9.5 && rung < 13.5 ? 0.3 : rung > 13.5 ? 0.8 : 0; }), 16) << "a little worse is not bad";
  EXPECT_EQ(finest([](double rung) { return (rung > 9.5 && rung < 10.5) || rung > 13.5 ? 0.8 : 0; }), 16) << "one is not enough";
}

TEST_F(LadderOf, ANetworkIsAskedForOnceAndNoneBeyondTheLastRung) {
  RadiusRules rules = mapRadiusRules();
  rules.mostRungs = 15;
  of(cloud, rules, shifted([](double) { return 0; }));
  EXPECT_EQ(asked.rbegin()->first, 14);
  for (const auto& [rung, sizes] : asked) EXPECT_LE(sizes.size(), 4u) << "3000 points have 4 folds; rung " << rung;
}

TEST_F(LadderOf, OfManyPointsASampleIsAskedAboutManyRungsAndAllAboutFew) {
  cloud = test::cloudOf(test::noisySegments({{{0, 0}, {100, 0}}}, 2, 300, kFineNoise, 7), 2);
  of(cloud, mapRadiusRules(), shifted([](double rung) { return 0.3 * std::abs(rung - 7); }));
  size_t all = 0;
  for (const auto& [rung, sizes] : asked) {
    const auto large = size_t(std::ranges::count_if(sizes, [](uint32_t size) { return size > 20'000; }));
    if (large > 0) {
      EXPECT_LE(std::abs(rung - 7), 3) << rung;
    }
    all += large;
  }
  EXPECT_GE(all, 5 * 2u) << "two folds";
  EXPECT_LE(all, 6 * 2u);
}

TEST_F(LadderOf, ProgressGrowsToOne) {
  double last = 0;
  int reports = 0;
  const StageContext telling{*device, {}, [&](double fraction) {
                               EXPECT_GE(fraction, last);
                               last = fraction, ++reports;
                             }};
  networkRadius(cloud, mapRadiusRules(), shifted([](double rung) { return rung < 13.5 ? 0 : 2; }), telling);
  EXPECT_GT(reports, 5);
  EXPECT_EQ(last, 1);
}

TEST_F(LadderOf, CanBeCancelledAtAnyNetworkAndBetweenThem) {
  const auto oneThread = makeCpuDevice(1);
  for (const int at : {0, 1, 7}) {
    std::stop_source source;
    if (at == 0) source.request_stop();
    calls = 0;
    const NetworkAt good = shifted([](double) { return 0; });
    const NetworkAt stopping = [&](const PointCloud& part, double r1, const StageContext& own) {
      if (calls + 1 == at) source.request_stop();
      return good(part, r1, own);
    };
    EXPECT_THROW(networkRadius(cloud, mapRadiusRules(), stopping, {*oneThread, source.get_token(), {}}), Cancelled) << at;
    EXPECT_EQ(calls, at);
  }
}

}  // namespace
}  // namespace arete
