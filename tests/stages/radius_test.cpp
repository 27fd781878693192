// R1 read off the cloud: the same bits by every version on any number of threads, and what the rule promises: the number of points, their order,
// those that lie twice and the units of the file do not matter.
#include "compute/network/radius/contract.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

#include "compute/catalog/version.h"
#include "compute/check/clouds.h"
#include "compute/core/error.h"
#include "compute/network/radius/dimension_profile.h"
#include "compute/network/radius/stage.h"
#include "compute/network/rules/symmetric_eigen.h"
#include "tests/support/network.h"

namespace arete {
namespace {

using clouds::Random;
using clouds::Segment;
using shared::Vector3;

const std::vector<Segment> kCrossing = {{{-60, -35}, {60, 35}}, {{-60, 35}, {60, -35}}};
const std::vector<Segment> kFourArms = {{{}, {0, 60, 20}}, {{}, {52, -30, 20}}, {{}, {-52, -30, 20}}, {{}, {0, 0, -60}}};

/// Points on the walls of tubes, `perArea` of them in a unit of area.
std::vector<Vector3> tubes(double radius, double perArea, uint64_t seed) {
  Random random(seed);
  std::vector<Vector3> points;
  const auto add = [&](const Segment& axis) {
    const Vector3 way = axis.to - axis.from, along = shared::unit(way);
    const Vector3 u = shared::unit(shared::across(std::abs(along.z) < 0.9 ? Vector3{0, 0, 1} : Vector3{1, 0, 0}, along));
    const Vector3 v{along.y * u.z - along.z * u.y, along.z * u.x - along.x * u.z, along.x * u.y - along.y * u.x};
    const auto count = size_t(perArea * 2 * M_PI * radius * shared::lengthOf(way));
    for (size_t i = 0; i < count; ++i) {
      const double angle = random.uniform(0, 2 * M_PI);
      points.push_back(axis.from + way * random.uniform() + (u * std::cos(angle) + v * std::sin(angle)) * radius);
    }
  };
  for (const Segment& axis : {Segment{{0, 0, 0}, {1000, 0, 0}}, {{1000, 0, 0}, {1700, 500, 100}}, {{1000, 0, 0}, {1700, -500, -100}}}) add(axis);
  return points;
}

/// Twenty drives along a street with a corner, and a vehicle that stands there for `parked` fixes.
std::vector<Vector3> drives(size_t parked, uint64_t seed) {
  Random random(seed);
  std::vector<Vector3> points;
  const auto noisy = [&](double x, double y, double noise) { points.push_back({x + noise * random.normal(), y + noise * random.normal()}); };
  for (int drive = 0; drive < 20; ++drive)
    for (double s = random.uniform(0, 15); s < 1800; s += 15) noisy(std::min(s, 1000.0), std::max(0.0, s - 1000), 3.6);
  for (size_t i = 0; i < parked; ++i) noisy(500, 0, 6);
  return points;
}

std::vector<Vector3> among(std::vector<Vector3> points, size_t strewn, double size, int dimension, uint64_t seed) {
  Random random(seed);
  for (size_t i = 0; i < strewn; ++i) {
    Vector3 place;
    for (int k = 0; k < dimension; ++k) place.set(k, random.uniform(-size, size));
    points.push_back(place);
  }
  return points;
}

struct NamedCloud {
  std::string name;
  PointCloud cloud;
};

std::vector<NamedCloud> smallClouds() {
  using clouds::cloudOf, clouds::noisySegments;
  return {
      {"nothing", PointCloud(PointArray(Scalar::float64, 2, 0))},
      {"one point", PointCloud(clouds::allEqual(1, 3, 2))},
      {"equal points", PointCloud(clouds::allEqual(300, 2, 1.25))},
      {"two points", cloudOf({{0, 0}, {3, 4}}, 2)},
      {"points on an axis", cloudOf(noisySegments({{{0, 0}, {50, 0}}}, 2, 10, 0, 3), 2)},
      {"lattice", PointCloud(clouds::lattice(40, 2))},
      {"lattice in space", PointCloud(clouds::lattice(10, 3))},
      {"box", PointCloud(clouds::uniformBox(1500, 3, 7, 4))},
      {"far stray", PointCloud(clouds::withStray(clouds::clusters(600, 3, 13), 5, 1e30))},
      {"huge offset", PointCloud(clouds::moved(clouds::clusters(900, 2, 11), 1e6))},
      {"X", cloudOf(noisySegments(kCrossing, 2, 9, 1, 3), 2)},
      {"X in fog", cloudOf(among(noisySegments(kCrossing, 2, 9, 1, 5), 1500, 60, 2, 6), 2)},
      {"arms", cloudOf(noisySegments(kFourArms, 3, 9, 1, 3), 3)},
      {"arms in fog", cloudOf(among(noisySegments(kFourArms, 3, 9, 1, 5), 1500, 60, 3, 6), 3)},
      {"tubes", cloudOf(tubes(30, 0.006, 7), 3)},
      {"floats", PointCloud(cloudOf(noisySegments(clouds::town(), 2, 10, 1, 8), 2).points().withScalar(Scalar::float32).withLayout(Layout::column))}};
}

struct RadiusOf : testing::Test {
  std::unique_ptr<Device> device = makeCpuDevice(2);
  StageContext context{*device, {}, {}};

  CloudRadius of(const PointCloud& cloud) { return cpu::radiusBlocks({cloud}, context); }
  CloudRadius of(const std::vector<Vector3>& points, int dimension) { return of(clouds::cloudOf(points, dimension)); }
};

TEST_F(RadiusOf, EveryExactVersionHasTheBitsOfTheReferenceOnAnyNumberOfThreads) {
  size_t found = 0, strewn = 0, sheets = 0;
  for (const auto& [name, cloud] : smallClouds()) {
    const CloudRadius expected = cpu::radiusSequential({cloud}, context);
    found += expected.r1 > 0, strewn += expected.strewn > 0, sheets += expected.sign == RadiusSign::sheets;
    for (const int threads : {1, 2, 7}) {
      const auto own = makeCpuDevice(threads);
      for (const Version& version : versions(Stage::radius))
        if (version.exact && version.backend == Backend::cpu) {
          EXPECT_EQ(version.as<Stage::radius>()({cloud}, {*own, {}, {}}), expected) << name << ", " << version.id << ", threads: " << threads;
        }
    }
  }
  EXPECT_GT(found, 4u);
  EXPECT_GT(strewn, 1u);
  EXPECT_GT(sheets, 0u);
}

std::vector<Vector3> turned(std::vector<Vector3> points, double angle) {
  for (Vector3& p : points) p = {std::cos(angle) * p.x - std::sin(angle) * p.y, std::sin(angle) * p.x + std::cos(angle) * p.y, p.z};
  return points;
}

TEST_F(RadiusOf, ABackgroundIsSeenWhicheverWayTheCloudIsTurned) {
  const std::vector<Vector3> streets = among(clouds::noisySegments(kCrossing, 2, 9, 1, 5), 1500, 60, 2, 6);
  const CloudRadius upright = of(streets, 2);
  ASSERT_GT(upright.strewn, 0.2);
  for (const double angle : {0.2, 0.35, M_PI / 4, 1.1, M_PI / 2}) {
    const CloudRadius found = of(turned(streets, angle), 2);
    EXPECT_NEAR(found.strewn, upright.strewn, 0.08) << angle;
    EXPECT_LT(std::abs(std::log(found.r1 / upright.r1)), 0.36) << angle;
  }
}

TEST_F(RadiusOf, StraysAllOverSpaceHardlyChangeIt) {
  std::vector<Vector3> points = tubes(30, 0.02, 7);
  const CloudRadius alone = of(points, 3);
  ASSERT_EQ(alone.sign, RadiusSign::sheets);
  Random random(3);
  for (size_t i = points.size() / 20; i > 0; --i) points.push_back({random.uniform(0, 1700), random.uniform(-500, 500), random.uniform(-130, 130)});
  const CloudRadius among = of(points, 3);
  EXPECT_EQ(among.sign, RadiusSign::sheets);
  EXPECT_LT(std::abs(std::log(among.r1 / alone.r1)), 0.1);
}

TEST_F(RadiusOf, NeitherOrderNorRepetitionNorLayoutMatters) {
  for (const auto& [name, cloud] : smallClouds()) {
    const CloudRadius expected = of(cloud);
    std::vector<uint32_t> order(cloud.size());
    std::iota(order.begin(), order.end(), 0u);
    std::shuffle(order.begin(), order.end(), std::mt19937(5));
    EXPECT_EQ(of(PointCloud(cloud.points().subset(order))), expected) << name;
    const std::vector<uint32_t> once = order;
    order.insert(order.end(), once.begin(), once.end());
    EXPECT_EQ(of(PointCloud(cloud.points().subset(order))), expected) << name << ", every point twice";
    EXPECT_EQ(of(cloud.withLayout(Layout::column)), expected) << name;
  }
}

TEST_F(RadiusOf, FollowsPowersOfTwoToTheBit) {
  for (const auto& [name, cloud] : smallClouds()) {
    if (name == "far stray" || name == "floats") continue;  // of which some scales are no numbers
    const CloudRadius at = of(cloud);
    for (const double factor : {0x1p-7, 1024.0}) {
      std::vector<double> rows;
      for (uint32_t i = 0; i < cloud.size(); ++i)
        for (int k = 0; k < cloud.dimension(); ++k) rows.push_back(factor * cloud.points().coordinate(i, k));
      const CloudRadius scaled = of(PointCloud(PointArray::fromRows(std::move(rows), cloud.dimension())));
      EXPECT_EQ(scaled.r1, at.r1 * factor) << name;
      EXPECT_EQ(scaled.curve, at.curve * factor) << name;
      EXPECT_EQ(scaled.linear, at.linear) << name;
      ASSERT_EQ(scaled.spreads.size(), at.spreads.size()) << name;
      for (size_t i = 0; i < at.spreads.size(); ++i) EXPECT_EQ(scaled.spreads[i].spread, factor * at.spreads[i].spread) << name;
    }
  }
}

TEST_F(RadiusOf, WhatIsNoCurveHasNone) {
  for (const auto& [name, cloud] : smallClouds())
    if (name == "nothing" || name == "one point" || name == "equal points" || name == "two points" || name == "lattice in space") {
      const CloudRadius found = of(cloud);
      EXPECT_EQ(found.r1, 0) << name;
      EXPECT_EQ(found.sign, RadiusSign::none) << name;
    }
}

TEST_F(RadiusOf, IsAFewDeviationsOfTheNoise) {
  for (const unsigned seed : {1u, 2u, 3u}) {
    const double plane = of(clouds::noisySegments(kCrossing, 2, 12, 1, seed), 2).r1,
                 space = of(clouds::noisySegments(kFourArms, 3, 12, 1, seed), 3).r1;
    EXPECT_GT(plane, 2);
    EXPECT_LT(plane, 6);
    EXPECT_GT(space, 2);
    EXPECT_LT(space, 6);
  }
}

TEST_F(RadiusOf, OfATubeDoesNotDependOnHowDenselyItIsSampled) {
  std::vector<double> radii;
  for (const double perArea : {0.01, 0.02, 0.04, 0.1, 0.2}) {
    const CloudRadius found = of(tubes(25, perArea, 3), 3);
    EXPECT_EQ(found.sign, RadiusSign::sheets) << perArea;
    radii.push_back(found.r1);
  }
  EXPECT_LT(*std::ranges::max_element(radii) / radii[0], 1.06) << "twenty times as many points";
  EXPECT_LT(*std::ranges::max_element(radii) / radii[1], 1.03) << "ten times as many";
  EXPECT_GT(*std::ranges::min_element(radii), 25) << "the radius of the tubes: less traces the skin";
  EXPECT_LT(*std::ranges::max_element(radii), 2 * 25);
}

TEST_F(RadiusOf, AParkedVehicleDoesNotDecide) {
  for (const uint64_t seed : {1, 2, 3, 4}) {
    const double without = of(drives(0, seed), 2).r1;
    for (const size_t parked : {1000u, 3000u, 10000u}) EXPECT_NEAR(of(drives(parked, seed), 2).r1 / without, 1, 0.25) << parked << ", seed " << seed;
  }
}

TEST_F(RadiusOf, OfOneSparseTrackIsNoFinerThanItsPointsAllow) {
  std::vector<Vector3> track;  // a point each 10, hardly any noise: straight lines of few points show no spread at all
  Random random(3);
  for (int i = 0; i < 400; ++i) track.push_back({10 * i + random.normal(), 300 * std::sin(i / 40.0) + 0.1 * random.normal()});
  const CloudRadius found = of(track, 2);
  EXPECT_GE(found.r1, found.curve / 4);
  EXPECT_GT(found.r1, 5);
}

/// A thread spreads less than its points are apart.
TEST_F(RadiusOf, OfAThinCurveInSpaceIsNoFinerThanItsPointsAllow) {
  constexpr double kPerUnit = 2;
  const std::vector<Vector3> points = clouds::noisySegments(kFourArms, 3, kPerUnit, 0.01, 3);
  const double r1 = of(points, 3).r1;
  EXPECT_GT(r1, 0.5 / kPerUnit);
  EXPECT_LT(r1, 10);
  const Curve curve = test::networkOf(clouds::cloudOf(points, 3), r1, context).curve();
  EXPECT_LE(curve.components, 2u);  // at random a gap of 4 is likely
  EXPECT_NEAR(curve.length, 250, 20);
}

TEST_F(RadiusOf, InFogSeesTheCurvesAndNotTheFog) {
  const CloudRadius clear = of(clouds::noisySegments(kCrossing, 2, 20, 1, 3), 2),
                    foggy = of(among(clouds::noisySegments(kCrossing, 2, 20, 1, 3), 1400, 60, 2, 4), 2);
  EXPECT_EQ(clear.strewn, 0);
  EXPECT_GT(foggy.strewn, 0.1);
  EXPECT_GT(foggy.r1, 2);
  EXPECT_LT(foggy.r1, 6);
}

TEST_F(RadiusOf, OfLargeCloudsIsThatOfASampleWhateverTheOrderAndTheThreads) {
  const std::vector<Vector3> points = clouds::noisySegments(kCrossing, 2, 1000, 1, 3);
  ASSERT_GT(points.size(), 8 * LatticeSample::kMostPlaces);
  std::vector<Vector3> reversed(points.rbegin(), points.rend());
  const CloudRadius expected = of(points, 2);
  EXPECT_GT(expected.r1, 2);
  EXPECT_LT(expected.r1, 6);
  for (const int threads : {1, 3, 7}) {
    const auto own = makeCpuDevice(threads);
    EXPECT_EQ(cpu::radiusBlocks({clouds::cloudOf(reversed, 2)}, {*own, {}, {}}), expected) << threads;
  }
}

TEST_F(RadiusOf, StopsWhenAsked) {
  std::stop_source source;
  source.request_stop();
  const PointCloud cloud = clouds::cloudOf(tubes(30, 0.01, 7), 3);
  for (const Version& version : versions(Stage::radius))
    if (version.backend == Backend::cpu) {
      EXPECT_THROW(version.as<Stage::radius>()({cloud}, {*device, source.get_token(), {}}), Cancelled) << version.id;
    }
}

TEST(LeastHashes, AreTheSameHoweverTheyAreSharedOut) {
  Random random(1);
  std::vector<uint64_t> keys;
  for (size_t i = 0; i < 6 * LatticeSample::kMostPlaces; ++i) keys.push_back(random.below(1 << 18));
  LeastHashes one;
  for (const uint64_t key : keys) one.add(shared::mixed(key));
  std::vector<LeastHashes> parts(3);
  for (size_t i = 0; i < keys.size(); ++i) parts[i % 3].add(shared::mixed(keys[keys.size() - 1 - i]));
  parts[0].add(parts[1]), parts[0].add(parts[2]);
  std::vector<uint64_t> hashes, expected;
  for (const uint64_t key : keys) hashes.push_back(shared::mixed(key));
  std::ranges::sort(hashes);
  hashes.erase(std::unique(hashes.begin(), hashes.end()), hashes.end());
  hashes.resize(LatticeSample::kMostPlaces);
  for (const uint64_t hash : hashes) expected.push_back(shared::unmixed(hash));
  std::ranges::sort(expected);
  EXPECT_EQ(one.keys(), expected);
  EXPECT_EQ(parts[0].keys(), expected);
}

TEST(CloudLattice, KeysGoBothWays) {
  Random random(2);
  for (int i = 0; i < 1000; ++i) {
    EXPECT_EQ(shared::unmixed(shared::mixed(uint64_t(i) << 40 | uint64_t(i))), uint64_t(i) << 40 | uint64_t(i));
    shared::LatticePlace place{int32_t(random.below(1 << 20)), int32_t(random.below(1 << 20)), int32_t(random.below(1 << 20))};
    EXPECT_EQ(shared::placeOfKey(shared::mortonKey(place, 3), 3), place);
    place.z = 0;
    EXPECT_EQ(shared::placeOfKey(shared::mortonKey(place, 2), 2), place);
  }
}

TEST(BallShape, IsThatOfTheCovariance) {
  Random random(3);
  for (int turn = 0; turn < 100; ++turn) {
    shared::BallSums sums;
    shared::Matrix3 matrix;
    std::vector<Vector3> places;
    for (int i = 0; i < 200; ++i) {
      const shared::LatticePlace place{int32_t(5000 + 900 * random.normal()), int32_t(7000 + 200 * random.normal() + turn),
                                       int32_t(4000 + 50 * random.normal())};
      sums.add(place);
      places.push_back({double(place.x), double(place.y), double(place.z)});
    }
    Vector3 mean;
    for (const Vector3& place : places) mean = mean + place * (1.0 / 200);
    for (const Vector3& place : places)
      for (int a = 0; a < 3; ++a)
        for (int b = 0; b < 3; ++b) matrix.m[a][b] += (place[a] - mean[a]) * (place[b] - mean[b]) / 200;
    const shared::Eigen3 eigen = shared::symmetricEigen(matrix);
    shared::LatticePlace centre{5100, 7300, 4100};
    const shared::BallShape shape = shared::ballShape(sums, centre, true);
    EXPECT_NEAR(shape.along, eigen.value[0], 1e-6 * eigen.value[0]);
    EXPECT_NEAR(shape.across, eigen.value[1] + eigen.value[2], 1e-6 * eigen.value[0]);
    const Vector3 left = shared::across(mean - Vector3{double(centre.x), double(centre.y), double(centre.z)}, eigen.vector[0]);
    EXPECT_LT(shared::lengthOf(left), 1) << "across the longest axis it is in the middle";
  }
}

}  // namespace
}  // namespace arete
