// Lines beside busier ones, which show in what one side of a line has more than the other.
#include <gtest/gtest.h>

#include "compute/catalog/version.h"
#include "tests/support/network_versions.h"
#include "tests/support/side_lines.h"

namespace arete {
namespace {

using shared::Vector3;
using test::Segment;

constexpr double kSideR1 = 4;
const Segment kMain{{0, 0}, {400, 0}}, kSide{{100, 11}, {300, 11}};

struct SideLinesOfMaps : testing::Test {
  std::unique_ptr<Device> device = makeCpuDevice(1);
  test::SideLineMap map;

  SideLinesOfMaps() { map.network = test::streets({kMain}); }
  void addPoints(const Segment& line, double perUnit, unsigned seed) { map.addPoints(line, perUnit, seed); }
  void addPoint(const Vector3& place) { map.addPoint(place); }
  /// A line of ten points a unit, and one of two beside it.
  void addBoth() { addPoints(kMain, 10, 1), addPoints(kSide, 2, 2); }
  /// By the reference; the other versions are compared with it below. Of a copy, as what a stage has seen must not change.
  SideLines found() const {
    const test::SideLineMap seen = map;
    return cpu::sideLinesSequential(seen.input(), {*device, {}, {}});
  }
  void expectNone(const char* what) const {
    const SideLines none = found();
    EXPECT_TRUE(none.added.empty()) << what;
    EXPECT_EQ(none.edges, map.network.edges) << what;
  }
};

TEST_F(SideLinesOfMaps, ALineBesideABusierOneIsFoundWhereItsPointsLieAndJoinedAtBothEnds) {
  addBoth();
  const SideLines lines = found();
  ASSERT_FALSE(lines.added.empty());
  for (const RidgeNode& node : lines.added) EXPECT_NEAR(node.place.y, 11, 1.5) << node.place.x;
  const auto [first, last] = std::ranges::minmax(lines.added, {}, [](const RidgeNode& node) { return node.place.x; });
  EXPECT_NEAR(first.place.x, 100, 16);
  EXPECT_NEAR(last.place.x, 300, 16);
  EXPECT_EQ(lines.edges.size(), map.network.edges.size() + lines.added.size() + 1) << "one from node to node, and two that join";
  EXPECT_TRUE(std::ranges::is_sorted(lines.edges));
}

TEST_F(SideLinesOfMaps, WhatLiesOnTheOtherSideIsFoundAsItsMirrorImage) {
  addBoth();
  const SideLines lines = found();
  for (Vector3& place : map.points.places) place.y = -place.y;
  const SideLines mirrored = found();
  ASSERT_EQ(mirrored.added.size(), lines.added.size());
  for (size_t i = 0; i < lines.added.size(); ++i) EXPECT_EQ(mirrored.added[i].place, (Vector3{lines.added[i].place.x, -lines.added[i].place.y, 0}));
  EXPECT_EQ(mirrored.edges, lines.edges);
}

TEST_F(SideLinesOfMaps, NoiseThatIsEvenOnBothSidesIsNoLineThoughTheNetworkLiesBesideItsCrest) {
  addPoints(kMain, 10, 1);
  expectNone("on the crest");
  for (RidgeNode& node : map.network.nodes) node.place.y = 1;
  expectNone("a quarter of R1 beside it");
}

TEST_F(SideLinesOfMaps, WhatFadesAwayFromTheLineIsNoLineOfItsOwn) {
  addPoints(kMain, 10, 1);
  const double spread = 14;  // over so much of one side, the less the farther off
  for (int i = 0; i < 600; ++i) addPoint({100 + i / 3.0, spread * (1 - std::sqrt(((i * 37) % 100 + 0.5) / 100)), 0});
  expectNone("fading");
  map.rules.sideWeight = 0, map.rules.sideDeviations = 1;
  expectNone("however little is asked for");
}

TEST_F(SideLinesOfMaps, WhereALineItselfReachesThereIsNoneHoweverLittleIsAskedFor) {
  addPoints(kMain, 70, 1);
  for (RidgeNode& node : map.network.nodes) node.place.y = 1;  // so that one side always has more
  map.r1 = 1.5;                                                // less than the noise, so that much of the line itself lies beside it
  map.rules.sideWeight = 0, map.rules.sideDeviations = 1, map.rules.sideShare = 0;
  expectNone("within four times its spread");
  map.rules.sideSpread = 0;
  EXPECT_FALSE(found().added.empty()) << "else this says nothing";
}

TEST_F(SideLinesOfMaps, ALineThatTheNetworkHasIsNotFoundAgain) {
  addBoth();
  map.network = test::streets({kMain, kSide});
  expectNone("as a piece of its own");
  map.network = test::streets({kMain, kSide, {{100, 0}, {100, 11}}, {{300, 0}, {300, 11}}});
  expectNone("as a part of the network");
}

TEST_F(SideLinesOfMaps, WhatLiesNearAnotherLineAsWellIsNoLineBetweenThem) {
  addPoints(kMain, 10, 1), addPoints({{100, 7}, {300, 7}}, 6, 2);
  map.network = test::streets({kMain, {{0, 10.5}, {400, 10.5}}});
  expectNone("half of it belongs to the other line");
}

TEST_F(SideLinesOfMaps, ASparseLineHidesNoneAndFewPointsAreNone) {
  addPoints(kMain, 1, 1), addPoints(kSide, 1, 2);
  expectNone("sparse");
  map.points.places.clear(), map.points.weights.clear();
  addPoints(kMain, 10, 1), addPoints(kSide, 0.4, 2);
  expectNone("few");
}

TEST_F(SideLinesOfMaps, ALineBetweenTwoIsFoundOnce) {
  const Segment other{{0, 26}, {400, 26}};
  addPoints(kMain, 10, 1), addPoints(other, 10, 2), addPoints({{100, 13}, {300, 13}}, 4, 3);
  map.network = test::streets({kMain, other});
  const SideLines lines = found();
  ASSERT_FALSE(lines.added.empty());
  std::vector<int> at(400 / int(kSideR1));
  for (const RidgeNode& node : lines.added) {
    EXPECT_NEAR(node.place.y, 13, 3);
    EXPECT_LE(++at[size_t(node.place.x / kSideR1)], 2) << node.place.x;
  }
  EXPECT_LE(lines.added.size(), size_t(240 / kSideR1));
}

TEST_F(SideLinesOfMaps, RingsHaveNoneAndKeepTheirPoints) {
  addPoints(kMain, 10, 1);
  const Segment ring[] = {{{100, 11}, {300, 11}}, {{300, 11}, {300, 60}}, {{300, 60}, {100, 60}}, {{100, 60}, {100, 11}}};
  for (const Segment& side : ring) addPoints(side, 2, 2);
  map.network = test::streets({kMain, ring[0], ring[1], ring[2], ring[3]});
  expectNone("the ring's own");
}

TEST_F(SideLinesOfMaps, WhereTheyAreOffNothingChanges) {
  addBoth();
  map.rules.sideLines = false;
  expectNone("off");
}

TEST_F(SideLinesOfMaps, TheirNodesHaveDensityAndCrestOfWhatLiesAroundThem) {
  addBoth();
  const SideLines lines = found();
  ASSERT_FALSE(lines.added.empty());
  for (const RidgeNode& node : lines.added) {
    double density = 0;
    const double ball = map.rules.ball * kSideR1;
    for (const Vector3& place : map.points.places) {
      const double inside = 1 - squaredDistance(place, node.place) / (ball * ball);
      if (inside > 0) density += inside * inside;
    }
    EXPECT_NEAR(node.density, density, 1e-6);
    EXPECT_TRUE(node.crest >= 0 && node.crest <= 1 && node.still && node.radius == kSideR1);
  }
}

TEST_F(SideLinesOfMaps, PointsThatAreAsNearToTwoEdgesCountOnTheSameOneInEveryVersion) {  // left of both lines, which go opposite ways
  map.network = test::streets({{{0, 0}, {400, 0}}, {{400, 12}, {0, 12}}});
  for (int i = 0; i < 4000; ++i) addPoint({0.1 * i, 0.01 * (i % 100) - 0.5, 0}), addPoint({0.1 * i, 12 + 0.01 * (i % 100) - 0.5, 0});
  for (int i = 0; i < 2000; ++i) addPoint({100 + 0.1 * i, 6, 0});
  for (const Version& version : versions(Stage::side_lines)) {
    if (version.backend != Backend::cpu) continue;
    const SideLines lines = version.as<Stage::side_lines>()(map.input(), {*device, {}, {}});
    ASSERT_FALSE(lines.added.empty()) << version.id;
    EXPECT_EQ(test::bitsOf(lines.added), test::bitsOf(found().added)) << version.id;
    for (const RidgeNode& node : lines.added) {
      EXPECT_NEAR(node.place.y, 6, 0.4) << version.id;
    }
  }
}

class SideLineVersions : public testing::TestWithParam<int> {
 protected:
  void expectSame(const test::SideLineMap& map) const {
    const SideLines expected = cpu::sideLinesSequential(map.input(), context_);
    const test::SideLineMap seen = map;
    const SideLines found = defaultVersion(Stage::side_lines, Backend::cpu).as<Stage::side_lines>()(seen.input(), context_);
    ASSERT_EQ(test::bitsOf(found.added), test::bitsOf(expected.added));
    ASSERT_EQ(found.edges, expected.edges);
  }

  std::unique_ptr<Device> device_ = makeCpuDevice(GetParam());
  StageContext context_{*device_, {}, {}};
};

TEST_P(SideLineVersions, FindTheLinesOfTheReference) {
  for (const test::SideLineMap& map : {test::sideLinesOnMap(), test::sideLinesOnSphere()}) {
    EXPECT_GT(cpu::sideLinesSequential(map.input(), context_).added.size(), 60u);
    expectSame(map);
  }
}

TEST_P(SideLineVersions, FindNoneWhereTheReferenceFindsNone) {
  for (const test::SideLineMap& map : test::mapsWithoutSideLines()) {
    expectSame(map);
    EXPECT_TRUE(cpu::sideLinesSequential(map.input(), context_).added.empty());
  }
}

TEST_P(SideLineVersions, DecideTiesAsTheReferenceDoes) {
  size_t added = 0;
  for (uint64_t seed = 0; seed < 60; ++seed)
    for (const int dimension : {2, 3}) {
      SCOPED_TRACE(seed);
      const test::SideLineMap map = test::mapOfTies(seed, dimension);
      added += cpu::sideLinesSequential(map.input(), context_).added.size();
      expectSame(map);
      if (HasFatalFailure()) return;
    }
  EXPECT_GT(added, 100u);
}

TEST_P(SideLineVersions, StopWhenAsked) {
  std::stop_source source;
  source.request_stop();
  const test::SideLineMap map = test::sideLinesOnMap();
  for (const Version& version : versions(Stage::side_lines)) {
    if (version.backend != Backend::cpu) continue;
    EXPECT_THROW(version.as<Stage::side_lines>()(map.input(), {*device_, source.get_token(), {}}), Cancelled) << version.id;
  }
}

INSTANTIATE_TEST_SUITE_P(Threads, SideLineVersions, testing::Values(1, 2, 7), [](const auto& info) { return std::to_string(info.param); });

}  // namespace
}  // namespace arete
