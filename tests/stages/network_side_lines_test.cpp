// Lines beside busier ones, which show in what one side of a line has more than the other.
#include <gtest/gtest.h>

#include "compute/stages/side_lines.h"
#include "tests/support/network.h"

namespace arete {
namespace {

using shared::Vector3;
using test::Segment;

constexpr double kSideR1 = 4;
const Segment kMain{{0, 0}, {400, 0}}, kSide{{100, 11}, {300, 11}};

struct SideLinesOfMaps : testing::Test {
  std::unique_ptr<Device> device = makeCpuDevice(1);
  NetworkRules rules = networkRules(2);
  SuperPoints points{2, {}, {}, 0x1p40};
  test::Streets network = test::streets({kMain});

  void addPoints(const Segment& line, double perUnit, unsigned seed) {
    for (const Vector3& place : test::noisySegments({line}, 2, perUnit, 2, seed)) addPoint(place);
  }
  void addPoint(const Vector3& place) { points.places.push_back(place), points.weights.push_back(1); }
  /// A line of ten points a unit, and one of two beside it.
  void addBoth() { addPoints(kMain, 10, 1), addPoints(kSide, 2, 2); }
  SideLines found(Device& on) const { return sideLines({points, network.nodes, network.edges, kSideR1, rules}, {on, {}, {}}); }
  SideLines found() const { return found(*device); }
  void expectNone(const char* what) const {
    const SideLines none = found();
    EXPECT_TRUE(none.added.empty()) << what;
    EXPECT_EQ(none.edges, network.edges) << what;
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
  EXPECT_EQ(lines.edges.size(), network.edges.size() + lines.added.size() + 1) << "one from node to node, and two that join";
  EXPECT_TRUE(std::ranges::is_sorted(lines.edges));
}

TEST_F(SideLinesOfMaps, WhatLiesOnTheOtherSideIsFoundAsItsMirrorImage) {
  addBoth();
  const SideLines lines = found();
  for (Vector3& place : points.places) place.y = -place.y;
  const SideLines mirrored = found();
  ASSERT_EQ(mirrored.added.size(), lines.added.size());
  for (size_t i = 0; i < lines.added.size(); ++i) EXPECT_EQ(mirrored.added[i].place, (Vector3{lines.added[i].place.x, -lines.added[i].place.y, 0}));
  EXPECT_EQ(mirrored.edges, lines.edges);
}

TEST_F(SideLinesOfMaps, NoiseThatIsEvenOnBothSidesIsNoLineThoughTheNetworkLiesBesideItsCrest) {
  addPoints(kMain, 10, 1);
  expectNone("on the crest");
  for (RidgeNode& node : network.nodes) node.place.y = 1;
  expectNone("a quarter of R1 beside it");
}

TEST_F(SideLinesOfMaps, WhatFadesAwayFromTheLineIsNoLineOfItsOwn) {
  addPoints(kMain, 10, 1);
  const double spread = 14;  // over so much of one side, the less the farther off
  for (int i = 0; i < 600; ++i) addPoint({100 + i / 3.0, spread * (1 - std::sqrt(((i * 37) % 100 + 0.5) / 100)), 0});
  expectNone("fading");
  rules.sideWeight = 0, rules.sideDeviations = 1;
  expectNone("however little is asked for");
}

TEST_F(SideLinesOfMaps, ALineThatTheNetworkHasIsNotFoundAgain) {
  addBoth();
  network = test::streets({kMain, kSide});
  expectNone("as a piece of its own");
  network = test::streets({kMain, kSide, {{100, 0}, {100, 11}}, {{300, 0}, {300, 11}}});
  expectNone("as a part of the network");
}

TEST_F(SideLinesOfMaps, WhatLiesNearAnotherLineAsWellIsNoLineBetweenThem) {
  addPoints(kMain, 10, 1), addPoints({{100, 7}, {300, 7}}, 6, 2);
  network = test::streets({kMain, {{0, 10.5}, {400, 10.5}}});
  expectNone("half of it belongs to the other line");
}

TEST_F(SideLinesOfMaps, ASparseLineHidesNoneAndFewPointsAreNone) {
  addPoints(kMain, 1, 1), addPoints(kSide, 1, 2);
  expectNone("sparse");
  points.places.clear(), points.weights.clear();
  addPoints(kMain, 10, 1), addPoints(kSide, 0.4, 2);
  expectNone("few");
}

TEST_F(SideLinesOfMaps, ALineBetweenTwoIsFoundOnce) {
  const Segment other{{0, 26}, {400, 26}};
  addPoints(kMain, 10, 1), addPoints(other, 10, 2), addPoints({{100, 13}, {300, 13}}, 4, 3);
  network = test::streets({kMain, other});
  const SideLines lines = found();
  ASSERT_FALSE(lines.added.empty());
  std::vector<int> at(400 / int(kSideR1));
  for (const RidgeNode& node : lines.added) {
    EXPECT_NEAR(node.place.y, 13, 3);
    EXPECT_LE(++at[size_t(node.place.x / kSideR1)], 2) << node.place.x;
  }
  EXPECT_LE(lines.added.size(), size_t(240 / kSideR1));
}

TEST_F(SideLinesOfMaps, TheyAreTheSameOnAnyNumberOfThreads) {
  for (double y = 0; y < 300; y += 60) addPoints({{0, y}, {400, y}}, 10, unsigned(y)), addPoints({{100, y + 11}, {300, y + 11}}, 2, unsigned(y) + 1);
  network = test::streets({{{0, 0}, {400, 0}}, {{0, 60}, {400, 60}}, {{0, 120}, {400, 120}}, {{0, 180}, {400, 180}}, {{0, 240}, {400, 240}}});
  const SideLines lines = found();
  EXPECT_GT(lines.added.size(), 150u);
  for (const int threads : {2, 5}) {
    const SideLines other = found(*makeCpuDevice(threads));
    EXPECT_EQ(other.added, lines.added) << threads;
    EXPECT_EQ(other.edges, lines.edges) << threads;
  }
}

TEST_F(SideLinesOfMaps, RingsHaveNoneAndKeepTheirPoints) {
  addPoints(kMain, 10, 1);
  const Segment ring[] = {{{100, 11}, {300, 11}}, {{300, 11}, {300, 60}}, {{300, 60}, {100, 60}}, {{100, 60}, {100, 11}}};
  for (const Segment& side : ring) addPoints(side, 2, 2);
  network = test::streets({kMain, ring[0], ring[1], ring[2], ring[3]});
  expectNone("the ring's own");
}

TEST_F(SideLinesOfMaps, WhereTheyAreOffNothingChanges) {
  addBoth();
  rules.sideLines = false;
  expectNone("off");
}

}  // namespace
}  // namespace arete
