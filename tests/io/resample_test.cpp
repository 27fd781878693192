// Curves in even steps.
#include "compute/io/write/resample.h"

#include <gtest/gtest.h>

#include <cmath>

namespace arete {
namespace {

/// A junction at (4, 0) of a line with a corner, a short spur and a ring of four corners.
Curve awkward() {
  const std::vector<double> places = {0, 0, 1, 0, 4, 0, 4, 0.3, 8, 0, 8, 4, 12, 4, 12, 0, 4, 5};
  return makeCurve(PointArray::fromRows(places, 2), {{0, 1}, {1, 2}, {2, 3}, {2, 4}, {4, 5}, {5, 6}, {6, 7}, {4, 7}});
}

TEST(Resample, KeepsEndsJunctionsAndLengthsAndHasEvenSteps) {
  const Curve curve = awkward();
  std::vector<NodeBody> bodies;
  for (uint32_t i = 0; i < curve.nodes.size(); ++i) bodies.push_back({.radius = 1 + curve.nodes.coordinate(i, 0)});
  constexpr double kStep = 0.5;
  const write::SteppedCurve made = write::withStep(curve, bodies, kStep);
  EXPECT_EQ(made.curve.junctions, curve.junctions);
  EXPECT_EQ(made.curve.ends, curve.ends);
  EXPECT_EQ(made.curve.loops, curve.loops);
  EXPECT_EQ(made.curve.components, curve.components);
  EXPECT_NEAR(made.curve.length, curve.length, 1e-12) << "its corners are at whole steps";
  ASSERT_EQ(made.bodies.size(), made.curve.nodes.size());
  for (const Edge& edge : made.curve.edges) {
    const double length = std::hypot(made.curve.nodes.coordinate(edge.a, 0) - made.curve.nodes.coordinate(edge.b, 0),
                                     made.curve.nodes.coordinate(edge.a, 1) - made.curve.nodes.coordinate(edge.b, 1));
    EXPECT_TRUE(std::abs(length - kStep) < 1e-9 || std::abs(length - 0.3) < 1e-9) << length;
  }
  for (uint32_t i = 0; i < made.bodies.size(); ++i) EXPECT_NEAR(made.bodies[i].radius, 1 + made.curve.nodes.coordinate(i, 0), 1e-9);
}

TEST(Resample, OfAStepLongerThanALineLeavesOnePieceAndOfARingThree) {
  const write::SteppedCurve made = write::withStep(awkward(), {}, 1000);
  EXPECT_EQ(made.curve.edges.size(), 3u + 3u);
  EXPECT_TRUE(made.bodies.empty());
  EXPECT_EQ(made.curve.loops, 1u);
}

}  // namespace
}  // namespace arete
