// A whole network by its references: what it must find, and what it must not depend on.
#include <gtest/gtest.h>

#include "tests/support/network.h"

namespace arete {
namespace {

using shared::Vector3;
using test::Network;
using test::Segment;

struct NetworkOf : testing::Test {
  std::unique_ptr<Device> device = makeCpuDevice(1);
  StageContext context{*device, {}, {}};
  static constexpr double kR1 = 4, kNoise = 1, kPerUnit = 40;

  Network of(const std::vector<Vector3>& points, int dimension, double scale = 1) {
    return test::networkOf(test::cloudOf(points, dimension, scale), kR1 * scale, context);
  }
  static std::vector<Vector3> noisy(const std::vector<Segment>& segments, int dimension) {
    return test::noisySegments(segments, dimension, kPerUnit, kNoise, 17);
  }
};

const std::vector<Segment> kLine = {{{0, 0}, {100, 40}}};
const std::vector<Segment> kY = test::star({{0, 90}, {78, -45}, {-78, -45}});
const std::vector<Segment> kY3 = test::star({{0, 90, 30}, {78, -45, 30}, {-78, -45, 30}});

TEST_F(NetworkOf, ALineIsOneCurveWithTwoEndsAndItsNodesLieOnIt) {
  const Network net = of(noisy(kLine, 2), 2);
  const Curve curve = net.curve();
  EXPECT_EQ(curve.components, 1u);
  EXPECT_EQ(curve.ends, 2u);
  EXPECT_EQ(curve.junctions, 0u);
  EXPECT_NEAR(curve.length, distance(kLine[0].from, kLine[0].to), 2 * kNoise);
  for (const RidgeNode& node : test::joined(net.nodes, net.edges)) EXPECT_LT(test::distanceTo(kLine, node.place), kNoise);
}

TEST_F(NetworkOf, AYHasOneJunctionAndThreeEndsInThePlaneAndInSpace) {
  for (const int dimension : {2, 3}) {
    const std::vector<Segment>& arms = dimension == 2 ? kY : kY3;
    const Network net = of(noisy(arms, dimension), dimension);
    const Curve curve = net.curve();
    EXPECT_EQ(curve.components, 1u) << dimension;
    EXPECT_EQ(curve.junctions, 1u) << dimension;
    EXPECT_EQ(curve.ends, 3u) << dimension;
    EXPECT_EQ(curve.loops, 0u) << dimension;
    for (const RidgeNode& node : net.nodes)
      EXPECT_LT(test::distanceTo(arms, node.place), 3 * kNoise) << dimension << ": between its arms a junction is drawn inwards";
  }
}

TEST_F(NetworkOf, ASquareIsOneLoop) {
  const std::vector<Segment> square = {{{0, 0}, {60, 0}}, {{60, 0}, {60, 60}}, {{60, 60}, {0, 60}}, {{0, 60}, {0, 0}}};
  const Curve curve = of(noisy(square, 2), 2).curve();
  EXPECT_EQ(curve.components, 1u);
  EXPECT_EQ(curve.loops, 1u);
  EXPECT_EQ(curve.ends, 0u);
}

TEST_F(NetworkOf, TheAnswerDoesNotDependOnTheOrderOfThePoints) {
  for (const int dimension : {2, 3}) {
    std::vector<Vector3> points = noisy(dimension == 2 ? kY : kY3, dimension);
    const Network one = of(points, dimension);
    for (size_t i = 0; i < points.size(); ++i) std::swap(points[i], points[i * 7919 % points.size()]);
    const Network other = of(points, dimension);
    EXPECT_EQ(one.nodes, other.nodes) << dimension;
    EXPECT_EQ(one.edges, other.edges) << dimension;
  }
}

TEST_F(NetworkOf, APowerOfTwoScalesTheAnswerToTheBit) {
  for (const int dimension : {2, 3}) {
    const std::vector<Vector3> points = noisy(dimension == 2 ? kY : kY3, dimension);
    const Network one = of(points, dimension);
    for (const double scale : {0x1p-20, 0x1p9}) {
      const Network other = of(points, dimension, scale);
      EXPECT_EQ(one.edges, other.edges) << scale;
      ASSERT_EQ(one.nodes.size(), other.nodes.size()) << scale;
      for (size_t i = 0; i < one.nodes.size(); ++i) ASSERT_EQ(one.nodes[i].place * scale, other.nodes[i].place) << scale;
    }
  }
}

TEST_F(NetworkOf, StraysChangeNothingButThemselves) {
  std::vector<Vector3> points = noisy(kY, 2);
  const Network without = of(points, 2);
  points.push_back({120, 120});  // the bounds' minimum stays, and with it the cells
  points.push_back({150, 80});
  const Network with = of(points, 2);
  EXPECT_EQ(without.edges.size(), with.edges.size());
  for (const RidgeNode& node : with.nodes) EXPECT_LT(test::distanceTo(kY, node.place), 1.5 * kNoise);
}

TEST_F(NetworkOf, NoPointOneTwoAndManyEqualOnesGiveNoEdge) {
  const std::vector<std::vector<Vector3>> clouds = {{}, {{3, 4}}, {{3, 4}, {5, 4}}, std::vector<Vector3>(1000, Vector3{3, 4})};
  for (const auto& points : clouds) {
    const Network net = of(points, 2);
    EXPECT_TRUE(net.edges.empty()) << points.size();
    EXPECT_LE(net.nodes.size(), 1u) << points.size();
  }
}

}  // namespace
}  // namespace arete
