// Ends of wires that follow their points where these are too few for a line to be seen.
#include <gtest/gtest.h>

#include "compute/network/look/branch_side.h"
#include "compute/network/wire_claims/stage.h"
#include "compute/network/wire_ends/stage.h"
#include "compute/network/wire_follow/free_points.h"
#include "compute/network/wire_follow/sag_curve.h"
#include "compute/network/wire_follow/wire_follow.h"
#include "compute/network/wire_gaps/stage.h"
#include "compute/network/wire_lines/stage.h"
#include "compute/network/wire_strands/stage.h"
#include "tests/support/network.h"

namespace arete {
namespace {

using shared::Vector3;

constexpr double kFollowR1 = 0.3;

/// On a wire that sags, the lowest place at x = 0.
Vector3 hangingAt(double x) { return {x, 0, 0.0006 * x * x}; }
/// Beyond a pylon at x = 20: turned by 7 degrees up and 3 aside.
Vector3 beyondAt(double x) { return hangingAt(20) + Vector3{x - 20, 0.05 * (x - 20), -0.1 * (x - 20)}; }

struct WireFollow : testing::Test {
  std::unique_ptr<Device> device = makeCpuDevice(1);
  StageContext context{*device, {}, {}};
  NetworkRules rules = networkRules(NetworkProfile::wires, 3);
  SuperPoints points{3, {}, {}, 0x1p40};
  std::vector<RidgeNode> nodes;
  std::vector<Edge> edges;

  void addPoint(const Vector3& place) { points.places.push_back(place), points.weights.push_back(1); }
  /// A strand with a node each unit, and a point at each of them.
  template <class At>
  void addWire(const At& at, int from, int to) {
    for (int x = from; x <= to; ++x) {
      if (x > from) edges.push_back({uint32_t(nodes.size() - 1), uint32_t(nodes.size())});
      nodes.push_back({.place = at(x), .tangent = unit(at(x + 0.5) - at(x - 0.5)), .radius = 1, .density = 10, .crest = 1, .still = true});
      addPoint(at(x));
    }
  }
  FollowedWires follow() { return followWires({points, nodes, edges, kFollowR1, rules}, context); }
  /// The greatest x that a node has.
  double farthest(const FollowedWires& found) const {
    double x = nodes.back().place.x;
    for (const RidgeNode& node : found.added) x = std::max(x, node.place.x);
    return x;
  }
};

TEST_F(WireFollow, AnEndGoesFromPointToPointAlongTheCurveOnWhichItHangs) {
  addWire(hangingAt, -60, 0);
  for (const double x : {7.0, 15.0, 24.0, 30.0}) addPoint(hangingAt(x));
  addPoint(hangingAt(60));  // too far for so dense a wire
  const FollowedWires found = follow();
  ASSERT_EQ(found.added.size(), 4u);
  EXPECT_NEAR(farthest(found), 30, 0.1);
  for (const RidgeNode& node : found.added) EXPECT_LT(distance(node.place, hangingAt(node.place.x)), 0.05);
  EXPECT_EQ(found.edges.size(), edges.size() + 4);
  EXPECT_EQ(found.edges.back(), (Edge{63, 64}));
}

TEST_F(WireFollow, PointsOffTheCurveOrOfTheWireBesideAreNotFollowed) {
  addWire(hangingAt, -60, 0);
  const size_t own = nodes.size();
  addWire([](double x) { return hangingAt(x) + Vector3{0, 0.4, 0}; }, 4, 60);  // as near as wires never are
  for (const double x : {6.0, 12.0, 18.0}) addPoint(hangingAt(x) + Vector3{0, 0.2, 0});
  for (const double x : {6.0, 12.0, 18.0}) addPoint(hangingAt(x) + Vector3{0, -0.5, 0});
  const FollowedWires found = follow();
  for (const Edge& edge : found.edges) EXPECT_FALSE(edge.a == own - 1 && edge.b >= own) << "not to the wire beside, nor along it";
}

TEST_F(WireFollow, AnEndFollowsACurveThatIsKnownToR1AndNoneThatIsKnownWorse) {
  addWire([](double x) { return Vector3{x, 0, 0}; }, -6, 0);
  SagCurve curve({0, 0, 0}, {1, 0, 0}, kFollowR1, rules);
  for (const Vector3& place : points.places) curve.add(place);
  curve.fit();
  double known = 0;  // so far on
  while (curve.deviationAt(known) < kFollowR1) known += 0.1;
  ASSERT_LT(known, 9.9) << "beyond a hole for so dense a wire, no end follows anything";
  addPoint({known + 0.3, 0, 0});
  EXPECT_TRUE(follow().added.empty());
  points.places.back().x = known - 0.3;
  EXPECT_NEAR(farthest(follow()), known - 0.3, 1e-6);
}

TEST_F(WireFollow, AmongLeavesNothingIsFollowed) {
  addWire(hangingAt, -60, 0);
  test::Random random(5);
  for (int i = 0; i < 400; ++i) addPoint({random.uniform(1, 25), random.uniform(-2, 2), random.uniform(-2, 2)});
  EXPECT_LT(farthest(follow()), 2);
}

TEST_F(WireFollow, ALongEdgeLeadsWhereItsPointsAre) {
  addWire(hangingAt, -60, 0);
  const auto after = uint32_t(nodes.size());
  addWire(beyondAt, 40, 100);
  edges.push_back({after - 1, after});
  std::ranges::sort(edges);
  for (const double x : {6.0, 11.0, 17.0}) addPoint(hangingAt(x));
  for (const double x : {23.0, 31.0}) addPoint(beyondAt(x));
  const FollowedWires found = follow();
  ASSERT_GE(found.added.size(), 5u);
  for (const RidgeNode& node : found.added) {
    const double x = node.place.x;
    EXPECT_LT(distance(node.place, x < 20 ? hangingAt(x) : beyondAt(x)), 0.3) << x;
  }
  EXPECT_EQ(found.edges.size(), edges.size() + found.added.size()) << "still one wire";
}

TEST_F(WireFollow, AnEndReachesOverAPylonToALineOfFewPoints) {
  addWire(hangingAt, -60, 15);
  for (const double x : {26.0, 28.5, 31.0, 34.0, 36.0, 39.0, 41.5}) addPoint(beyondAt(x));
  EXPECT_NEAR(farthest(follow()), 41.5, 0.5);
  points.places.resize(points.places.size() - 3), points.weights.resize(points.places.size());
  EXPECT_LT(farthest(follow()), 20) << "four points are no line";
}

TEST_F(WireFollow, PointsBesideEdgesOfAnyLengthAreNotFree) {
  test::Random random(7);
  for (int i = 0; i < 40; ++i) {  // short and long ones, in any direction
    const Vector3 from{random.uniform(0, 60), random.uniform(0, 60), random.uniform(0, 9)};
    const double far = i % 4 == 0 ? 40 : 1;
    nodes.push_back({.place = from, .tangent = {1, 0, 0}, .radius = kFollowR1});
    nodes.push_back({.place = from + Vector3{random.uniform(-far, far), random.uniform(-far, far), random.uniform(-1, 1)}, .tangent = {1, 0, 0}});
    edges.push_back({uint32_t(2 * i), uint32_t(2 * i + 1)});
  }
  for (int i = 0; i < 20000; ++i) addPoint({random.uniform(-5, 65), random.uniform(-5, 65), random.uniform(-1, 10)});
  const WireFollowInput in{points, nodes, edges, kFollowR1, rules};
  FreePoints free(in);
  free.setThere(0, false);
  const Vector3 start{20, 30, 5}, way{1, 0, 0};
  const double width = rules.wireFollowClear * kFollowR1;
  int count = 0;
  for (uint32_t point = 0; point < points.size(); ++point) {
    const Vector3& place = points.places[point];
    const bool beside = std::ranges::any_of(std::span(edges).subspan(1), [&](const Edge& edge) {
      const Vector3 &from = nodes[edge.a].place, &to = nodes[edge.b].place;
      const shared::Foot foot = shared::footOn(from, to, place);
      return foot.squared <= width * width && dot(from + (to - from) * std::clamp(foot.part, 0.0, 1.0) - start, way) > 1e-3 * kFollowR1;
    });
    ASSERT_EQ(free.isFree(point, start, way), !beside) << point;
    count += beside;
  }
  EXPECT_GT(count, 50) << "else it says little";
}

TEST_F(WireFollow, NothingIsFollowedWhereRulesSaySo) {
  addWire(hangingAt, -60, 0);
  addPoint(hangingAt(7));
  rules.wireFollow = false;
  EXPECT_TRUE(follow().added.empty());
  EXPECT_EQ(follow().edges, edges);
}

TEST_F(WireFollow, ATipThatPassedTheOtherEndStepsBackSoThatTheTwoAreJoined) {
  const auto straight = [](double x) { return Vector3{x, 0, 0}; };
  addWire(straight, -60, 0);
  nodes.push_back(nodes.back());
  nodes.back().place = {6, 1, 0};  // on a mast
  edges.push_back({60, 61});
  addWire(straight, 5, 60);
  std::vector<Edge> expected = edges;
  std::erase(expected, Edge{60, 61});
  expected.push_back({60, 62});
  std::ranges::sort(expected);
  const auto joined = [&](const std::vector<Edge>& from) { return cpu::wireGapsSequential({nodes, from, kFollowR1, rules}, context); };
  EXPECT_EQ(joined(edges), expected);
  EXPECT_EQ(joined(expected), expected) << "nothing is left to do";
  rules.wireTips = 0;
  EXPECT_EQ(joined(edges), edges) << "they passed each other";
}

TEST_F(WireFollow, ACurveIsKnownTheLessTheFartherItIsFromItsPoints) {
  SagCurve curve({0, 0, 0}, {1, 0, 0}, kFollowR1, rules);
  for (int x = -50; x <= 0; ++x) curve.add(hangingAt(x));
  curve.fit();
  for (const double x : {0.0, 10.0, 20.0, 30.0}) {
    EXPECT_LT(distance(curve.at(x), hangingAt(x)), 0.02 + curve.deviationAt(x)) << x;
    EXPECT_LT(curve.deviationAt(x), curve.deviationAt(x + 5));
  }
  EXPECT_NEAR(curve.tangentAt(20).z, shared::unit({1, 0, 0.024}).z, 2e-3);
}

}  // namespace
}  // namespace arete
