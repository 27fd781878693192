// How thick the curve of a frame is: what the radii of files, tubes and tables are.
#include "compute/engine/frame_bodies.h"

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
Frame frameOf(const PointCloud& cloud, double r1, double beside = 0) {
  Frame frame;
  frame.cloud = cloud;
  frame.job.params.set(kR1Param, r1);
  PointArray nodes(Scalar::float64, 3, 12);
  std::vector<Edge> edges;
  for (uint32_t i = 0; i < 11; ++i) nodes.setCoordinate(i, 0, i), nodes.setCoordinate(i, 2, beside);
  nodes.setCoordinate(11, 0, 5), nodes.setCoordinate(11, 1, 1.5);
  for (uint32_t i = 1; i < 11; ++i) edges.push_back({i - 1, i});
  frame.curve = makeCurve(std::move(nodes), std::move(edges));
  frame.chosen = frame.curve.nodes;
  return frame;
}

FrameBodies bodies(const Frame& frame, int threads = 2) { return bodiesOf(frame, {*makeCpuDevice(threads), {}, {}}); }
std::vector<NodeBody> nodes(const Frame& frame, int threads = 2) { return bodies(frame, threads).bodies.nodes; }

TEST(FrameBodies, OfATubeHaveItsRadiusAndSeeAllOfIt) {
  const std::vector<NodeBody> found = nodes(frameOf(tube(), 1.5));
  ASSERT_EQ(found.size(), 12u);
  for (size_t i = 1; i < 10; ++i) {
    EXPECT_NEAR(found[i].radius, 1 + double(i) / 10, 0.01) << i;
    EXPECT_EQ(found[i].seen, 1) << i;
    EXPECT_LT(found[i].offset, 0.02) << i;
    EXPECT_LT(found[i].error, 0.01) << i;
  }
  EXPECT_EQ(found[11].radius, 0) << "no edge touches it, so no point belongs to it";
}

TEST(FrameBodies, HaveTheRadiusOfTheWallWhereTheCurveIsBesideItsAxis) {
  const std::vector<NodeBody> found = nodes(frameOf(tube(), 1.5, 0.5));
  for (size_t i = 1; i < 10; ++i) {
    EXPECT_NEAR(found[i].radius, 1 + double(i) / 10, 0.02) << i;
    EXPECT_NEAR(found[i].offset, 0.5, 0.02) << i;
  }
}

TEST(FrameBodies, LeaveOutPointsFartherThanTwoR1) {
  const std::vector<NodeBody> found = nodes(frameOf(tube(), 0.725));  // 1.45
  EXPECT_NEAR(found[1].radius, 1.1, 0.02);
  EXPECT_LT(found[9].radius, 1.45);
}

TEST(FrameBodies, OfANetworkReachAsFarAsTheRadiusOfEachNode) {
  Frame frame = frameOf(tube(), 0.1);
  frame.columns = {{"radius", std::vector<double>(12, 3)}};
  EXPECT_NEAR(nodes(frame)[9].radius, 1.9, 0.03);
}

TEST(FrameBodies, AreTheSameOnAnyNumberOfThreadsAndForFloats) {
  const PointCloud cloud = tube();
  const FrameBodies one = bodies(frameOf(cloud, 1.5), 1);
  for (const int threads : {2, 7}) {
    const FrameBodies other = bodies(frameOf(cloud, 1.5), threads);
    EXPECT_EQ(other.bodies.nodes, one.bodies.nodes);
    EXPECT_EQ(other.bodies.ofPaths, one.bodies.ofPaths);
  }
  const std::vector<NodeBody> floats = nodes(frameOf(cloud.withScalar(Scalar::float32), 1.5));
  for (size_t i = 0; i < floats.size(); ++i) EXPECT_NEAR(floats[i].radius, one.bodies.nodes[i].radius, 1e-3);
}

TEST(FrameBodies, HaveVolumeAndSurfaceWithinTheirErrors) {
  const BranchTable table = branchesOf(bodies(frameOf(tube(), 1.5)));
  ASSERT_EQ(table.branches.size(), 1u);
  const BodyBranch& branch = table.branches.front();
  constexpr double kVolume = std::numbers::pi / 3 * 10 * (1 + 2 + 4);
  const double surface = std::numbers::pi * 3 * std::sqrt(101);
  EXPECT_NEAR(branch.volume, kVolume, 0.01 * kVolume);
  EXPECT_NEAR(branch.surface, surface, 0.01 * surface);
  EXPECT_LT(branch.volumeError, 0.01 * kVolume);
  EXPECT_GT(branch.volumeError, 0);
  EXPECT_NEAR(branch.taper, 0.1, 0.01) << "away from the root, which is the thick end";
  EXPECT_EQ(branch.from, 10u);
  EXPECT_NEAR(branch.radius, 1.5, 0.02);
  ASSERT_EQ(table.components.size(), 1u);
  EXPECT_EQ(table.components.front().volume, branch.volume);
}

TEST(FrameBodies, OfNothingAreNothing) {
  EXPECT_TRUE(nodes(Frame{.curve = makeCurve(PointArray(Scalar::float32, 2, 0), {})}).empty());
  const Frame loose = frameOf(PointCloud(PointArray(Scalar::float32, 3, 0)), 1);
  EXPECT_EQ(nodes(loose), std::vector<NodeBody>(12));
}

}  // namespace
}  // namespace arete
