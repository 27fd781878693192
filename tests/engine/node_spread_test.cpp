// How thick a curve is, node by node: what the radii of SWC are.
#include "compute/engine/node_spread.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

namespace arete {
namespace {

/// Points on the wall of a tube along the x axis, whose radius grows from 1 at x = 0 to 2 at x = 10, with some points far away.
PointCloud tube() {
  std::mt19937 random(1);
  const auto share = [&] { return double(random()) / 4294967296.0; };
  std::vector<double> rows;
  for (int i = 0; i < 20'000; ++i) {
    const double x = 10 * share(), angle = 2 * std::numbers::pi * share(), radius = 1 + x / 10;
    for (const double c : {x, radius * std::cos(angle), radius * std::sin(angle)}) rows.push_back(c);
  }
  for (int i = 0; i < 100; ++i)
    for (const double c : {10 * share(), 30.0, 0.0}) rows.push_back(c);
  return PointCloud(PointArray::fromRows(std::move(rows), 3));
}

/// Nodes along its axis, one unit apart, and one without an edge amid the points.
Frame frameOf(const PointCloud& cloud, double r1) {
  Frame frame;
  frame.cloud = cloud;
  frame.job.params.set(kR1Param, r1);
  PointArray nodes(Scalar::float64, 3, 12);
  std::vector<Edge> edges;
  for (uint32_t i = 0; i < 11; ++i) nodes.setCoordinate(i, 0, i);
  nodes.setCoordinate(11, 0, 5), nodes.setCoordinate(11, 1, 1.5);
  for (uint32_t i = 1; i < 11; ++i) edges.push_back({i - 1, i});
  frame.curve = makeCurve(std::move(nodes), std::move(edges));
  frame.chosen = frame.curve.nodes;
  return frame;
}

std::vector<double> spreadOf(const Frame& frame, int threads = 2) { return nodeSpread(frame, {*makeCpuDevice(threads), {}, {}}); }

TEST(NodeSpread, OfATubeIsItsRadius) {
  const std::vector<double> spread = spreadOf(frameOf(tube(), 3));
  ASSERT_EQ(spread.size(), 12u);
  for (size_t i = 1; i < 10; ++i) EXPECT_NEAR(spread[i], 1 + double(i) / 10, 0.02) << i;
  EXPECT_EQ(spread[11], 0) << "no edge touches it, so no point belongs to it";
}

TEST(NodeSpread, LeavesOutWhatIsFartherThanR1) {
  const std::vector<double> spread = spreadOf(frameOf(tube(), 1.45));
  EXPECT_NEAR(spread[1], 1.1, 0.02);
  EXPECT_EQ(spread[9], 0);
}

TEST(NodeSpread, OfANetworkIsWithinTheRadiusOfEachNode) {
  Frame frame = frameOf(tube(), 0.1);
  frame.columns = {{"radius", std::vector<double>(12, 3)}};
  EXPECT_NEAR(spreadOf(frame)[9], 1.9, 0.02);
}

TEST(NodeSpread, IsTheSameOnAnyNumberOfThreadsAndForFloats) {
  const PointCloud cloud = tube();
  const std::vector<double> one = spreadOf(frameOf(cloud, 3), 1);
  EXPECT_EQ(spreadOf(frameOf(cloud, 3), 3), one);
  const std::vector<double> floats = spreadOf(frameOf(cloud.withScalar(Scalar::float32), 3));
  for (size_t i = 0; i < one.size(); ++i) EXPECT_NEAR(floats[i], one[i], 1e-3);
}

TEST(NodeSpread, OfNothingIsNothing) {
  EXPECT_TRUE(spreadOf(Frame{.curve = makeCurve(PointArray(Scalar::float32, 2, 0), {})}).empty());
  Frame loose = frameOf(PointCloud(PointArray(Scalar::float32, 3, 0)), 1);
  EXPECT_EQ(spreadOf(loose), std::vector<double>(12));
}

}  // namespace
}  // namespace arete
