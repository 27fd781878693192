// Bodies of forks and loops: which branch leaves which, and what of it lies in the thicker one.
#include "compute/measures/bodies/branches.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

#include "compute/core/vector3.h"
#include "compute/measures/bodies/across_frame.h"

namespace arete {
namespace {

using shared::Vector3;

/// Straight tubes between places, as points on their walls and as a curve.
struct Tubes {
  std::vector<double> rows, nodes;
  std::vector<Edge> edges;
  std::mt19937 random{3};

  double share() { return double(random()) / 4294967296.0; }
  uint32_t add(const Vector3& place) {
    for (int k = 0; k < 3; ++k) nodes.push_back(place[k]);
    return uint32_t(nodes.size() / 3) - 1;
  }
  Vector3 at(uint32_t node) const { return {nodes[3 * node], nodes[3 * node + 1], nodes[3 * node + 2]}; }
  /// From a node to a place, in pieces, with 40 points per radius²; its last node.
  uint32_t tube(uint32_t from, const Vector3& to, double radius, int pieces) {
    constexpr double kDensity = 40;
    const Vector3 start = at(from), way = to - start, along = unit(way);
    const AcrossFrame frame(along);
    const int points = int(kDensity * 2 * std::numbers::pi * lengthOf(way) / radius);
    for (int i = 0; i < points; ++i) {
      const double angle = 2 * std::numbers::pi * share();
      const Vector3 place = start + way * share() + (frame.first * std::cos(angle) + frame.second * std::sin(angle)) * radius;
      for (int k = 0; k < 3; ++k) rows.push_back(place[k]);
    }
    uint32_t last = from;
    for (int i = 1; i <= pieces; ++i) {
      const uint32_t next = add(start + way * (double(i) / pieces));
      edges.push_back({std::min(last, next), std::max(last, next)}), last = next;
    }
    return last;
  }
  BranchTable table(double reach) const {
    const PointArray points = PointArray::fromRows(rows, 3);
    const CurveEdges curve = edgesOf(makeCurve(PointArray::fromRows(nodes, 3), edges));
    const auto device = makeCpuDevice(2);
    const StageContext context{*device, {}, {}};
    const std::vector<double> reaches(nodes.size() / 3, reach);
    const CurvePlaces places = project(points, curve, context);
    const CurveBodies bodies = bodiesOf(points, curve, places, {.reach = reaches, .step = 0.5}, context);
    return branchesOf(curve, bodies, bodyRoots(curve, bodies));
  }
};

TEST(Branches, OfATrunkWithATwigKnowTheirOrderTheirAngleAndWhatIsInTheTrunk) {
  Tubes tubes;
  const uint32_t bottom = tubes.add({0, 0, 0});
  const uint32_t fork = tubes.tube(bottom, {0, 0, 10}, 2, 20);
  tubes.tube(fork, {0, 0, 20}, 1.8, 20);
  tubes.tube(fork, {12, 0, 10}, 0.5, 24);
  const BranchTable table = tubes.table(4);
  ASSERT_EQ(table.branches.size(), 3u);
  const auto twig = std::ranges::min_element(table.branches, {}, &BodyBranch::radius);
  const auto trunk = std::ranges::find(table.branches, BodyBranch::kNone, &BodyBranch::parent);
  ASSERT_NE(trunk, table.branches.end());
  EXPECT_EQ(trunk->from, bottom) << "the thickest end";
  EXPECT_EQ(trunk->strahler, 2u);
  EXPECT_EQ(trunk->order, 1u);
  EXPECT_TRUE(std::isnan(trunk->angle));
  EXPECT_EQ(twig->order, 2u);
  EXPECT_EQ(twig->strahler, 1u);
  EXPECT_EQ(twig->parent, uint32_t(trunk - table.branches.begin()));
  EXPECT_NEAR(twig->angle, 90, 3);
  EXPECT_NEAR(twig->radius, 0.5, 0.03);
  EXPECT_NEAR(twig->length, 12, 1e-9);
  const double outside = std::numbers::pi * 0.25 * (12 - 1.8);
  EXPECT_NEAR(twig->volume, outside, 0.12 * outside);
  EXPECT_NEAR(trunk->volume, std::numbers::pi * 4 * 10, 0.08 * std::numbers::pi * 40);
}

TEST(Branches, OfASomaBeginAtIt) {
  Tubes tubes;
  const uint32_t left = tubes.add({0, 0, 0});
  const uint32_t soma = tubes.tube(left, {20, 0, 0}, 0.5, 40);
  tubes.tube(soma, {24, 0, 0}, 2.5, 8);
  const uint32_t behind = tubes.tube(uint32_t(tubes.nodes.size() / 3) - 1, {44, 0, 0}, 0.5, 40);
  const BranchTable table = tubes.table(4);
  ASSERT_EQ(table.branches.size(), 1u) << "no junction";
  const uint32_t root = table.components.front().root;
  EXPECT_GE(root, soma);
  EXPECT_LT(root, behind);
  EXPECT_EQ(table.branches.front().order, 1u);
}

TEST(Branches, OfALoopAreReachedByTheShortestWays) {
  Tubes tubes;
  const uint32_t end = tubes.add({-10, 0, 0});
  const uint32_t a = tubes.tube(end, {0, 0, 0}, 1, 10);
  const uint32_t b = tubes.tube(a, {10, 5, 0}, 0.8, 10);
  const uint32_t c = tubes.tube(a, {10, -12, 0}, 0.8, 14);
  tubes.tube(b, {20, 5, 0}, 0.6, 10);
  tubes.tube(c, {10, 4.5, 0}, 0.5, 15);
  tubes.edges.back() = {std::min(b, tubes.edges.back().a), std::max(b, tubes.edges.back().a)};  // it ends at b, not beside it
  std::ranges::sort(tubes.edges);
  const BranchTable table = tubes.table(2.5);
  ASSERT_EQ(table.branches.size(), 4u);
  for (const BodyBranch& branch : table.branches) {
    EXPECT_EQ(branch.parent == BodyBranch::kNone, branch.from == end || branch.to == end);
    EXPECT_LE(branch.order, 3u);
  }
  EXPECT_EQ(table.components.front().root, end);
}

TEST(Branches, OfARingHaveNoEndAndNoTaper) {
  Tubes tubes;
  constexpr int kCorners = 60;
  constexpr double kRing = 10, kRadius = 1;
  for (int i = 0; i < kCorners; ++i) {
    const double angle = 2 * std::numbers::pi * i / kCorners;
    tubes.add({kRing * std::cos(angle), kRing * std::sin(angle), 0});
    tubes.edges.push_back({uint32_t(std::min(i, (i + 1) % kCorners)), uint32_t(std::max(i, (i + 1) % kCorners))});
  }
  for (int i = 0; i < 12'000; ++i) {
    const double around = 2 * std::numbers::pi * tubes.share(), angle = 2 * std::numbers::pi * tubes.share();
    const double away = kRing + kRadius * std::cos(angle);
    for (const double c : {away * std::cos(around), away * std::sin(around), kRadius * std::sin(angle)}) tubes.rows.push_back(c);
  }
  std::ranges::sort(tubes.edges);
  const BranchTable table = tubes.table(2);
  ASSERT_EQ(table.branches.size(), 1u);
  const BodyBranch& ring = table.branches.front();
  const double volume = 2 * std::numbers::pi * kRing * std::numbers::pi * kRadius * kRadius;
  EXPECT_TRUE(ring.closed);
  EXPECT_EQ(ring.taper, 0);
  EXPECT_NEAR(ring.volume, volume, 0.02 * volume);
  EXPECT_NEAR(ring.radius, kRadius, 0.02);
}

}  // namespace
}  // namespace arete
