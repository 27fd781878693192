// Cross-sections: circles and how well they are known, and where nodes of tubes go.
#include <gtest/gtest.h>

#include <numbers>
#include <random>

#include "compute/measures/bodies/circle_fit.h"
#include "tests/support/network.h"

namespace arete {
namespace {

using shared::Vector3;

/// Places on an arc, each off the circle by noise of this deviation.
std::vector<PlanePlace> arc(const FittedCircle& circle, double degrees, size_t count, double noise, std::mt19937& random) {
  std::uniform_real_distribution<double> angle(0, degrees * std::numbers::pi / 180);
  std::normal_distribution<double> off(0, noise > 0 ? noise : 1);
  std::vector<PlanePlace> places(count);
  for (PlanePlace& place : places) {
    const double at = angle(random), away = circle.radius + (noise > 0 ? off(random) : 0);
    place = {circle.centre.x + away * std::cos(at), circle.centre.y + away * std::sin(at)};
  }
  return places;
}

double between(const PlanePlace& a, const PlanePlace& b) { return std::hypot(a.x - b.x, a.y - b.y); }

TEST(CircleFit, FindsTheCircleThatPlacesLieOnWhateverPartOfItIsSeen) {
  std::mt19937 random(1);
  const FittedCircle circle{{1e3, -40}, 7};
  for (const double degrees : {30.0, 120.0, 360.0}) {
    const auto found = fittedCircle(arc(circle, degrees, 50, 0, random));
    ASSERT_TRUE(found) << degrees;
    EXPECT_LT(between(found->centre, circle.centre), 1e-6) << degrees;
    EXPECT_NEAR(found->radius, circle.radius, 1e-6) << degrees;
    EXPECT_LT(found->error, 1e-6) << degrees;
  }
}

TEST(CircleFit, TellsHowFarItsCentreIsOff) {
  std::mt19937 random(2);
  const FittedCircle circle{{3, 4}, 10};
  for (const double degrees : {90.0, 180.0, 360.0}) {
    constexpr int kTries = 400;
    double squares = 0, told = 0;
    for (int i = 0; i < kTries; ++i) {
      const auto found = fittedCircle(arc(circle, degrees, 60, 0.1, random));
      ASSERT_TRUE(found);
      squares += std::pow(between(found->centre, circle.centre), 2), told += found->error * found->error;
    }
    EXPECT_NEAR(std::sqrt(told / squares), 1, 0.1) << degrees;
  }
}

TEST(CircleFit, KnowsNoCircleThroughFewPlacesOnePlaceOrALine) {
  std::vector<PlanePlace> line;
  for (int i = 0; i < 20; ++i) line.push_back({0.5 * i, 1.0 * i});
  const auto found = fittedCircle(line);
  EXPECT_TRUE(!found || found->radius > 1e6 || found->error > found->radius);
  EXPECT_FALSE(fittedCircle(std::vector<PlanePlace>(20, {2, 2})));
  std::mt19937 random(3);
  EXPECT_FALSE(fittedCircle(arc({{0, 0}, 1}, 360, kFewestOnCircle - 1, 0, random)));
}

TEST(TubeFit, LeavesPlacesOutThatAreFarOffAndFindsTheMiddleOfATubeThatLeans) {
  std::mt19937 random(4);
  std::uniform_real_distribution<double> along(-1, 3), anywhere(-30, 30);
  constexpr double kLean = 0.3;
  for (const double degrees : {150.0, 360.0}) {
    std::vector<PlanePlace> places = arc({{3, 4}, 10}, degrees, 200, 0.1, random);
    for (PlanePlace& place : places) place.along = along(random), place.x += kLean * place.along;
    for (int i = 0; i < 30; ++i) places.push_back({.x = 3 + anywhere(random), .y = 4 + anywhere(random), .along = along(random)});
    const auto found = robustTube(places);
    ASSERT_TRUE(found) << degrees;
    EXPECT_LT(between(found->centre, {3, 4}), 0.15) << degrees << ": in the plane, though most places are behind it";
    EXPECT_NEAR(found->radius, 10, 0.1) << degrees;
    EXPECT_NEAR(found->deviation, 0.1, 0.05) << degrees;
    EXPECT_LT(found->radiusError, 0.1) << degrees;
  }
}

TEST(TubeFit, ThatKeepsTooFewPlacesIsNone) {
  std::mt19937 random(5);
  std::vector<PlanePlace> places = arc({{0, 0}, 1}, 360, 20, 0.001, random);
  std::uniform_real_distribution<double> far(3, 40);
  for (int i = 0; i < 16; ++i) places.push_back({far(random), far(random)});
  const auto found = robustTube(places);
  EXPECT_TRUE(!found || found->radius > 3 || found->deviation > 0.25 * found->radius);
}

TEST(ShareOfAngle, IsThatOfTheDirectionsInWhichPlacesLie) {
  std::mt19937 random(6);
  for (const double degrees : {90.0, 120.0, 240.0, 360.0})
    EXPECT_NEAR(shareOfAngle(arc({{5, 5}, 2}, degrees, 400, 0, random), {5, 5}), degrees / 360, 0.01) << degrees;
  EXPECT_EQ(shareOfAngle({}, {}), 0);
}

/// A body along x, and a network along a line beside its axis.
struct CrossSections : testing::Test {
  static constexpr double kLength = 60, kR1 = 4, kStep = 2;
  std::unique_ptr<Device> device = makeCpuDevice(2);
  StageContext context{*device, {}, {}};
  NetworkRules rules = networkRules(NetworkProfile::surface, 3);
  SuperPoints points{3, {}, {}, 0x1p40};
  std::vector<double> radii;
  std::vector<RidgeNode> nodes;
  std::vector<Edge> edges;
  std::mt19937 random{5};

  /// A wall of this radius, seen over an angle around the direction -z.
  void addWall(double radius, double degrees) {
    const double half = degrees / 2 * std::numbers::pi / 180;
    std::uniform_real_distribution<double> along(0, kLength), angle(-std::numbers::pi / 2 - half, -std::numbers::pi / 2 + half);
    for (int i = 0; i < 3000; ++i) {
      const double at = angle(random);
      add({along(random), radius * std::cos(at), radius * std::sin(at)});
    }
  }
  void add(const Vector3& place) { points.places.push_back(place), points.weights.push_back(1); }
  void addLine(double y, double z) {
    for (double x = 0; x <= kLength; x += kStep) {
      if (x > 0) edges.push_back({uint32_t(nodes.size() - 1), uint32_t(nodes.size())});
      nodes.push_back(test::nodeAt({x, y, z}));
    }
  }
  uint32_t move() {
    radii.resize(points.size(), kR1);
    return cpu::crossSectionsSequential({points, radii, edges, kR1, rules}, nodes, context);
  }
};

TEST_F(CrossSections, ANodeOnAWallSeenFromOneSideGoesToTheAxis) {
  constexpr double kRadius = 3;
  addWall(kRadius, 140);
  addLine(0, -0.85 * kRadius);
  EXPECT_EQ(move(), nodes.size());
  for (const RidgeNode& node : nodes) {
    EXPECT_LT(std::hypot(node.place.y, node.place.z), 0.1 * kRadius) << node.place.x;
    EXPECT_NEAR(node.place.x, std::round(node.place.x / kStep) * kStep, 1e-9) << "it moved along";
  }
}

TEST_F(CrossSections, WhatFillsTheBodyAndWhatIsHardlyBentMovesNothing) {
  std::normal_distribution<double> spread(0, 1);
  std::uniform_real_distribution<double> along(0, kLength);
  for (int i = 0; i < 3000; ++i) add({along(random), spread(random), spread(random)});
  addLine(0.5, 0);
  const std::vector<RidgeNode> before = nodes;
  EXPECT_EQ(move(), 0u);
  EXPECT_EQ(nodes, before);
  points.places.clear(), points.weights.clear();
  addWall(40, 8);  // 5.6 wide
  for (Vector3& place : points.places) place.z += 40 + 0.3 * spread(random);
  nodes.clear(), edges.clear(), addLine(0, 0);
  EXPECT_EQ(move(), 0u);
}

TEST_F(CrossSections, StraysAreNoWall) {
  addWall(3, 140), addLine(0, -3);
  radii.assign(points.size(), 0);
  EXPECT_EQ(move(), 0u);
}

TEST_F(CrossSections, MapsHaveNoInside) {
  rules = networkRules(NetworkProfile::map, 2);
  addWall(3, 140), addLine(0, -3);
  EXPECT_EQ(move(), 0u);
}

}  // namespace
}  // namespace arete
