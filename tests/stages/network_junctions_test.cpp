// The references that put junctions in order, junctions and refit, against cases worked out by hand.
#include <gtest/gtest.h>

#include "tests/support/network.h"

namespace arete {
namespace {

using shared::Vector3;
using test::Streets;
using Edges = std::vector<Edge>;

struct NetworkJunctions : testing::Test {
  std::unique_ptr<Device> device = makeCpuDevice(1);
  StageContext context{*device, {}, {}};
  NetworkRules rules = networkRules(2);

  Edges merged(Streets& streets) { return cpu::junctionsSequential({streets.edges, rules}, streets.nodes, context); }
};

/// The places of the nodes with more than two edges.
std::vector<Vector3> junctionsOf(const Streets& streets, const Edges& edges) {
  std::vector<Vector3> found;
  for (uint32_t i = 0; i < streets.nodes.size(); ++i)
    if (std::ranges::count_if(edges, [&](const Edge& edge) { return edge.a == i || edge.b == i; }) > 2) found.push_back(streets.nodes[i].place);
  return found;
}

/// Two streets that cross at the ends of a common piece of this length.
Streets splitCrossing(double length) {
  const Vector3 one{0, 0}, other{length, 0};
  return test::streets({{one, other}, {one, {-30, 30}}, {one, {-30, -30}}, {other, {length + 30, 30}}, {other, {length + 30, -30}}});
}

TEST_F(NetworkJunctions, TwoThatAreCloserThanTwoRadiiBecomeOneBetweenThem) {
  Streets close = splitCrossing(6), far = splitCrossing(9);
  EXPECT_EQ(junctionsOf(close, merged(close)), (std::vector<Vector3>{{3, 0}}));
  EXPECT_EQ(merged(far), far.edges);
}

TEST_F(NetworkJunctions, OfThreeInARowTheClosestTwoBecomeOneAndThenTheThird) {
  Streets streets = test::streets(
      {{{0, 0}, {4, 0}}, {{4, 0}, {9, 0}}, {{0, 0}, {-30, 20}}, {{0, 0}, {-30, -20}}, {{4, 0}, {4, 30}}, {{9, 0}, {39, 20}}, {{9, 0}, {39, -20}}});
  EXPECT_EQ(junctionsOf(streets, merged(streets)), (std::vector<Vector3>{{5.5, 0}})) << "2, then half-way from there to 9";
}

TEST_F(NetworkJunctions, CurvesThatTouchHaveOneVertexAndCurvesThatAreJoinedByAStreetHaveTwo) {
  const Vector3 one{0, 0}, other{40, 0};
  Streets touching = test::streets({{one, other}, {one, {-40, 15}}, {one, {-40, -15}}, {other, {80, 15}}, {other, {80, -15}}});
  EXPECT_EQ(junctionsOf(touching, merged(touching)), (std::vector<Vector3>{{20, 0}}));
  for (const double length : {70.0, 90.0}) {
    Streets longer =
        test::streets({{one, {length, 0}}, {one, {-40, 15}}, {one, {-40, -15}}, {{length, 0}, {length + 40, 15}}, {{length, 0}, {length + 40, -15}}});
    EXPECT_EQ(junctionsOf(longer, merged(longer)).size(), length == 70 ? 1u : 2u) << "beyond 20 R they are two";
  }
  Streets joined = test::streets({{one, other}, {one, {0, 40}}, {one, {0, -40}}, {other, {40, 40}}, {other, {40, -40}}});
  EXPECT_EQ(merged(joined), joined.edges);
  Streets sameSide = test::streets({{one, other}, {one, {40, 15}}, {one, {-40, -15}}, {other, {80, 15}}, {other, {80, -15}}});
  EXPECT_EQ(merged(sameSide), sameSide.edges) << "an arm that turns back";
}

TEST_F(NetworkJunctions, RefitPutsAJunctionWhereTheFarPartsOfItsArmsMeet) {
  Streets streets = test::streets(test::star({{40, 0}, {-40, 0}, {0, 40}, {0, -40}}));
  uint32_t junction = 0, inner = 0;
  for (uint32_t i = 0; i < streets.nodes.size(); ++i) {
    Vector3& place = streets.nodes[i].place;
    if (place == Vector3{0, 0}) junction = i;
    if (place == Vector3{4, 0}) inner = i;
    if (lengthOf(place) < 6) place = place + Vector3{2, 1};
  }
  EXPECT_EQ(cpu::refitSequential({streets.edges, rules}, streets.nodes, context), 5u);
  // Two lines each way: (2 + 0.05 · 4) x = 0.05 · 4 · (2, 1).
  EXPECT_NEAR(streets.nodes[junction].place.x, 2 / 11.0, 1e-12);
  EXPECT_NEAR(streets.nodes[junction].place.y, 1 / 11.0, 1e-12);
  const double part = std::sqrt(4.0 * 4) / (4 + std::sqrt(2.0 * 2 + 1));  // along the arm as it was: 4 to (6, 1), then to (8, 0)
  EXPECT_NEAR(streets.nodes[inner].place.x, 2 / 11.0 + (8 - 2 / 11.0) * part, 1e-12);
  EXPECT_NEAR(streets.nodes[inner].place.y, (1 - part) / 11.0, 1e-12);
}

TEST_F(NetworkJunctions, RefitMovesNoJunctionFartherThanItMayAndNoneWithoutLines) {
  Streets streets = test::streets(test::star({{40, 0}, {-40, 0}, {0, 40}, {0, -40}}));
  const auto centre = std::ranges::find(streets.nodes, Vector3{0, 0}, &RidgeNode::place);
  centre->place = {9, 0};
  cpu::refitSequential({streets.edges, rules}, streets.nodes, context);
  EXPECT_NEAR(centre->place.x, 9 - 1.5 * test::kNodeRadius, 1e-12);
  Streets tiny = test::streets(test::star({{8, 0}, {-8, 0}, {0, 8}}));
  EXPECT_EQ(cpu::refitSequential({tiny.edges, rules}, tiny.nodes, context), 0u);
}

}  // namespace
}  // namespace arete
