// How sure a network is: the same bits on any number of threads, in any order of points, in one go or in many; and what it says is true.
#include "compute/engine/network_bootstrap.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "compute/engine/run_job.h"
#include "compute/network/bootstrap/support_score.h"
#include "tests/support/network_job.h"

namespace arete {
namespace {

constexpr double kBootstrapR1 = 4;
using test::kY, test::kY3, test::networkJob;

/// A Y whose arms are certain, and points strewn between them that make up doubtful lines.
std::vector<shared::Vector3> doubtfulPoints(int dimension, uint32_t seed) {
  std::vector<shared::Vector3> points = test::noisySegments(dimension == 2 ? kY : kY3, dimension, 12, 1, seed);
  std::mt19937 random(seed);
  const auto place = [&] { return double(random() % 65536u) / 65536 * 200 - 100; };
  for (int i = 0; i < 700; ++i) points.push_back({place(), place(), dimension == 3 ? place() : 0});
  return points;
}

/// A Y whose arms are certain, and trails of a dozen points that are none.
std::vector<shared::Vector3> pointsWithTrails(uint32_t seed) {
  constexpr int kTrails = 12, kPoints = 12, kApart = 3;
  std::vector<shared::Vector3> points = test::noisySegments(kY, 2, 12, 1, seed);
  std::mt19937 random(seed);
  const auto uniform = [&] { return double(random() % 65536u) / 65536; };
  for (int trail = 0; trail < kTrails; ++trail) {
    const double x = 200 * uniform() - 100, y = 200 * uniform() - 100, direction = 6.283 * uniform();
    for (int i = 0; i < kPoints; ++i) {
      const double along = kApart * i, dx = 2 * uniform() - 1, dy = 2 * uniform() - 1;
      points.push_back({x + along * std::cos(direction) + dx, y + along * std::sin(direction) + dy});
    }
  }
  return points;
}

NetworkSupport supportOf(const PointCloud& cloud, uint32_t resamples, int threads, uint32_t atATime = UINT32_MAX) {
  const auto device = makeCpuDevice(threads);
  const StageContext context{*device, {}, {}};
  const auto frame = runJobOn(*device, cloud, networkJob(), {}, {});
  NetworkBootstrap bootstrap(cloud, frame->job, frame->curve, context);
  while (bootstrap.resamples() < resamples) bootstrap.add(std::min(atATime, resamples - bootstrap.resamples()), context);
  return bootstrap.support();
}

TEST(ResampledPoints, AreTheSuperPointsOfTheStageWhereEachPointCountsOnce) {
  const auto device = makeCpuDevice(2);
  const StageContext context{*device, {}, {}};
  for (const int dimension : {2, 3}) {
    const PointCloud cloud = test::cloudOf(doubtfulPoints(dimension, 5), dimension);
    const NetworkRules rules = networkRules(dimension);
    const SuperPoints expected = cpu::superPointsSequential({cloud, kBootstrapR1, rules}, context);
    const SuperPoints all = ResampledPoints({cloud, kBootstrapR1, rules}, context).all(context);
    EXPECT_EQ(all.places, expected.places) << dimension;
    EXPECT_EQ(all.weights, expected.weights) << dimension;
    EXPECT_EQ(all.kernelScale, expected.kernelScale) << dimension;
  }
}

TEST(ResampledPoints, CountEachPointByThePoissonDistributionWithMeanOne) {
  constexpr double kOfAll[] = {0.36788, 0.36788, 0.18394, 0.06131, 0.01533};  // 1 / (e k!)
  constexpr uint32_t kDraws = 1 << 16;
  std::vector<uint32_t> counts(32);
  for (uint32_t i = 0; i < kDraws; ++i) ++counts.at(poissonWeight(i << 16));
  for (size_t k = 0; k < std::size(kOfAll); ++k) EXPECT_NEAR(counts[k] / double(kDraws), kOfAll[k], 1e-4) << k;
  EXPECT_EQ(poissonWeight(UINT32_MAX), 9u);
}

TEST(NetworkBootstrap, GivesTheSameBitsOnAnyNumberOfThreadsAndInAnyPortions) {
  for (const int dimension : {2, 3}) {
    const PointCloud cloud = test::cloudOf(doubtfulPoints(dimension, 11), dimension);
    const NetworkSupport one = supportOf(cloud, 9, 1);
    ASSERT_FALSE(one.edgeSupport.empty());
    for (const int threads : {2, 7}) EXPECT_EQ(supportOf(cloud, 9, threads), one) << dimension << "D, " << threads << " threads";
    EXPECT_EQ(supportOf(cloud, 9, 2, 4), one) << dimension;
    EXPECT_NE(supportOf(cloud, 8, 2).nodeSpread, one.nodeSpread) << "each resample is another one";
  }
}

TEST(NetworkBootstrap, DependsOnThePlacesOfPointsAndNeitherOnTheirOrderNorOnHowManyAreEqual) {
  std::vector<shared::Vector3> points = doubtfulPoints(2, 13);
  const NetworkSupport one = supportOf(test::cloudOf(points, 2), 6, 2);
  points.insert(points.end(), points.begin(), points.begin() + 200);
  std::ranges::shuffle(points, std::mt19937(1));
  EXPECT_EQ(supportOf(test::cloudOf(points, 2), 6, 2), one);
}

TEST(NetworkBootstrap, IsSureOfWhatTheCloudSaysClearly) {
  const PointCloud cloud = test::cloudOf(test::noisySegments(kY, 2, 40, 1, 17), 2);
  const NetworkSupport support = supportOf(cloud, 20, 2);
  EXPECT_EQ(support.resamples, 20u);
  EXPECT_GT(std::ranges::min(support.edgeSupport), 0.9);
  EXPECT_LT(std::ranges::max(support.nodeSpread), 0.6 * kBootstrapR1);
  ASSERT_EQ(support.junctions.size(), 1u);
  EXPECT_EQ(support.confidence[0], 1);
  EXPECT_EQ(support.confidenceOf(support.junctions[0]), 1);
  EXPECT_EQ(support.confidenceOf(support.junctions[0] + 1), -1);
}

TEST(NetworkBootstrap, KnowsWhereTheNetworkIsWrong) {
  const PointCloud cloud = test::cloudOf(pointsWithTrails(3), 2);
  const auto device = makeCpuDevice(2);
  const StageContext context{*device, {}, {}};
  const auto frame = runJobOn(*device, cloud, networkJob(3), {}, {});
  NetworkBootstrap bootstrap(cloud, frame->job, frame->curve, context);
  bootstrap.add(30, context);
  Polylines truth{.dimension = 2, .lines = {}, .closed = {}};
  for (const test::Segment& segment : kY) {
    truth.lines.push_back({segment.from[0], segment.from[1], segment.to[0], segment.to[1]});
    truth.closed.push_back(false);
  }
  const SupportScore score = supportScore(frame->curve, bootstrap.support(), cloud.origin(), truth, 3, context);
  EXPECT_GT(score.quartiles[0], 0.9);
  for (size_t q = 0; q < 3; ++q) EXPECT_GE(score.quartiles[q], score.quartiles[q + 1]) << q;
  EXPECT_LT(score.quartiles[3], 0.2) << "the trails are wrong, and the least sure";
}

TEST(NetworkBootstrap, IsAsIfItHadNotBeenCalledAfterACancel) {
  const PointCloud cloud = test::cloudOf(doubtfulPoints(2, 11), 2);
  const auto device = makeCpuDevice(2);
  const auto frame = runJobOn(*device, cloud, networkJob(), {}, {});
  NetworkBootstrap bootstrap(cloud, frame->job, frame->curve, {*device, {}, {}});
  bootstrap.add(3, {*device, {}, {}});
  for (const double least : {0.0, 0.1, 0.5}) {
    std::stop_source stop;
    EXPECT_THROW(bootstrap.add(20, {*device, stop.get_token(),
                                    [&](double fraction) {
                                      if (fraction >= least) stop.request_stop();
                                    }}),
                 Cancelled);
    EXPECT_EQ(bootstrap.resamples(), 3u);
  }
  bootstrap.add(6, {*device, {}, {}});
  EXPECT_EQ(bootstrap.support(), supportOf(cloud, 9, 1));
}

TEST(NetworkBootstrap, TellsHowFarItIsOneAtATime) {
  const PointCloud cloud = test::cloudOf(doubtfulPoints(2, 11), 2);
  const auto device = makeCpuDevice(2);
  const auto frame = runJobOn(*device, cloud, networkJob(), {}, {});
  NetworkBootstrap bootstrap(cloud, frame->job, frame->curve, {*device, {}, {}});
  std::vector<double> told;
  bootstrap.add(5, {*device, {}, [&](double fraction) { told.push_back(fraction); }});
  EXPECT_EQ(told, (std::vector{0.2, 0.4, 0.6, 0.8, 1.0}));
}

TEST(NetworkBootstrap, OfANetworkWithoutEdgesOrOfOnePointSaysNothingAndEnds) {
  for (const std::vector<double>& rows : {std::vector<double>{3, 4}, {0, 0, 100, 100}, {5, 5, 5, 5, 5, 5}}) {
    const NetworkSupport support = supportOf(PointCloud(PointArray::fromRows(rows, 2)), 5, 2);
    EXPECT_EQ(support.resamples, 5u);
    EXPECT_TRUE(support.edgeSupport.empty());
    EXPECT_EQ(support.meanSupport(makeCurve(PointArray(Scalar::float64, 2, 0), {})), 1);
  }
}

TEST(NetworkBootstrap, ComesWithTheJobThatAsksForItAndChangesNoHash) {
  const PointCloud cloud = test::cloudOf(doubtfulPoints(2, 11), 2);
  const auto device = makeCpuDevice(2);
  const auto plain = runJobOn(*device, cloud, networkJob(), {}, {});
  EXPECT_EQ(plain->support, nullptr);
  Job job = networkJob();
  job.params.set(kBootstrapParam, 9);
  job.params.set(kConsensusParam, 0.8);
  EXPECT_TRUE(job.detectsLike(networkJob()));
  const auto frame = runJobOn(*device, cloud, job, {}, {});
  ASSERT_NE(frame->support, nullptr);
  EXPECT_EQ(frame->hash, plain->hash);
  NetworkSupport expected = supportOf(cloud, 9, 1);
  expected.consensusShare = 0.8;
  expected.consensus = consensusOf(frame->curve, expected.edgeSupport, 0.8);
  EXPECT_EQ(*frame->support, expected);
}

/// A path of five nodes, a spur on its second one, and a ring of three more at its end.
struct Consensus : testing::Test {
  Curve curve = makeCurve(PointArray::fromRows(std::vector<double>{0, 0, 1, 0, 2, 0, 3, 0, 4, 0, 1, 1, 5, 1, 5, -1}, 2),
                          {{0, 1}, {1, 2}, {1, 5}, {2, 3}, {3, 4}, {4, 6}, {4, 7}, {6, 7}});
  std::vector<uint8_t> of(std::vector<double> support, double share = 0.5) const { return consensusOf(curve, support, share); }
};

TEST_F(Consensus, KeepsADoubtedEdgeThatIsTheOnlyWayBetweenSureOnes) { EXPECT_EQ(of({1, 0.1, 1, 1, 1, 1, 1, 1}), (std::vector<uint8_t>(8, 1))); }

TEST_F(Consensus, DropsDoubtedSpursAndTipsAndTheWeakestEdgeOfADoubtedLoop) {
  EXPECT_EQ(of({0.2, 1, 0.4, 1, 1, 1, 1, 1}), (std::vector<uint8_t>{0, 1, 0, 1, 1, 1, 1, 1})) << "a tip and a spur";
  EXPECT_EQ(of({1, 1, 1, 1, 1, 1, 0.4, 1}), (std::vector<uint8_t>{1, 1, 1, 1, 1, 1, 0, 1})) << "the loop opens where it is weakest";
  EXPECT_EQ(of({1, 1, 1, 1, 1, 0.4, 0.3, 1}), (std::vector<uint8_t>{1, 1, 1, 1, 1, 1, 0, 1})) << "the stronger doubted edge still joins";
  EXPECT_EQ(of({1, 1, 1, 1, 1, 0.4, 0.3, 0.2}), (std::vector<uint8_t>{1, 1, 1, 1, 1, 0, 0, 0})) << "a ring of doubt";
  EXPECT_EQ(of(std::vector<double>(8, 0.1)), (std::vector<uint8_t>(8, 0)));
}

TEST_F(Consensus, IsACurveOfItsOwnWithWhatIsKnownOfIt) {
  NetworkSupport support{.resamples = 10,
                         .nodeSpread = {0, 1, 2, 3, 4, 5, 6, 7},
                         .edgeSpread = {0, 1, 2, 3, 4, 5, 6, 7},
                         .edgeSupport = {0.2, 1, 0.4, 1, 1, 1, 1, 0.9},
                         .junctions = {1, 4},
                         .confidence = {0.3, 0.9},
                         .consensusShare = 0.5,
                         .consensus = {}};
  support.consensus = of(support.edgeSupport);
  const SupportedCurve consensus = consensusCurve(curve, support);
  EXPECT_EQ(consensus.curve.nodes.size(), 6u);
  EXPECT_EQ(consensus.curve.loops, 1u);
  EXPECT_EQ(consensus.curve.ends, 1u);
  EXPECT_EQ(consensus.support.nodeSpread, (std::vector<double>{1, 2, 3, 4, 6, 7}));
  EXPECT_EQ(consensus.support.edgeSupport, (std::vector<double>{1, 1, 1, 1, 1, 0.9}));
  EXPECT_EQ(consensus.support.junctions, (std::vector<uint32_t>{3})) << "what has two edges left is no junction";
  EXPECT_EQ(consensus.support.confidence, (std::vector<double>{0.9}));
}

TEST(NetworkBootstrap, OfAnEditedCurveSaysWhatThePointsGiveToEachEdge) {
  const PointCloud cloud = test::cloudOf(test::noisySegments(kY, 2, 12, 1, 7), 2);
  Job job = networkJob();
  job.params.set(kBootstrapParam, 6);
  const std::shared_ptr<const Frame> found = runJob(cloud, job, {}, {}).frame;
  ASSERT_TRUE(found->support && found->support->meanSupport(found->curve) > 0.9);
  std::vector<uint32_t> degrees(found->curve.nodes.size()), ends;
  for (const Edge& edge : found->curve.edges) ++degrees[edge.a], ++degrees[edge.b];
  for (uint32_t node = 0; node < degrees.size(); ++node)
    if (degrees[node] == 1) ends.push_back(node);
  ASSERT_GE(ends.size(), 2u);
  Edit join{.kind = EditKind::join, .dimension = 2};
  for (const uint32_t end : {ends[0], ends[1]})
    for (int k = 0; k < 2; ++k) join.places.push_back(found->curve.nodes.coordinate(end, k) + cloud.origin()[size_t(k)]);
  job.edits = EditList({join});
  const std::shared_ptr<const Frame> edited = runJob(cloud, job, {}, {}).frame;
  ASSERT_TRUE(edited->edited && edited->support);
  EXPECT_EQ(edited->support->edgeSupport.size(), edited->curve.edges.size());
  EXPECT_EQ(edited->curve.edges.size(), found->curve.edges.size() + 1);
  uint32_t unsupported = 0;
  for (size_t e = 0; e < edited->curve.edges.size(); ++e) unsupported += edited->support->edgeSupport[e] == 0;
  EXPECT_EQ(unsupported, 1u) << "the join: no point lies along it";
}

}  // namespace
}  // namespace arete
