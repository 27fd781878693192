// The curve of a wire: against hyperbolic cosines, dense samples and what physics says.
#include "compute/wires/catenary.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <vector>

#include "compute/core/philox.h"

namespace arete {
namespace {

using shared::Vector3;

Catenary hung(double length, double rise, double a) {
  return hangingBetween({1, 2, 3}, {1 + length, 2, 3 + rise}, {1, 0, 0}, {0, 0, 1}, a == 0 ? 0 : 1 / a);
}

TEST(Catenary, IsTheHyperbolicCosineOfItsFormula) {
  for (const double a : {40., 300., 2000., 1e5}) {
    const Catenary curve = hung(200, 20, a);
    const double lowest = -std::asinh(curve.slope) * a;
    for (double s = curve.from; s <= curve.to; s += 5)
      EXPECT_NEAR(curve.height(s), a * (std::cosh((s - lowest) / a) - std::cosh(lowest / a)), 1e-9 * std::max(1.0, a)) << a << " " << s;
  }
}

TEST(Catenary, HangsBetweenItsEndsAlsoWhereItIsStraightOrHangsUpwards) {
  for (const double a : {0., 1e12, 1e6, 500., 60., -500.}) {
    const Catenary curve = hung(100, 7, a);
    EXPECT_LT(distance(curve.start(), {1, 2, 3}), 1e-9) << a;
    EXPECT_LT(distance(curve.end(), {101, 2, 10}), 1e-9) << a;
    EXPECT_EQ(a < 0, curve.sag() < -1e-6) << a;
  }
  EXPECT_NEAR(hung(300, 0, 1000).sag(), 1000 * (std::cosh(0.15) - 1), 1e-9);
  EXPECT_NEAR(hung(300, 0, 1000).length(), 2000 * std::sinh(0.15), 1e-9);
}

TEST(Catenary, KnowsItsLowestAndItsDeepestPlace) {
  const Catenary curve = hung(200, 15, 700);
  double lowest = INFINITY, deepest = -INFINITY;
  for (int i = 0; i <= 200'000; ++i) {
    const double s = curve.from + (curve.to - curve.from) * i / 200'000;
    lowest = std::min(lowest, curve.at(s).z);
    deepest = std::max(deepest, 3 + 15 * (s - curve.from) / 200 - curve.at(s).z);
  }
  EXPECT_NEAR(curve.at(curve.lowestAlong()).z, lowest, 1e-8);
  EXPECT_NEAR(curve.sag(), deepest, 1e-8);
  const Catenary steep = hung(50, 40, 700);  // the lowest place is its lower end
  EXPECT_EQ(steep.lowestAlong(), steep.from);
}

TEST(Catenary, TakesMoreSagBetweenTheSameEnds) {
  for (const double a : {200., 1000., 1e7}) {
    const Catenary curve = hung(250, -12, a), more = curve.withExtraSag(1.5);
    EXPECT_NEAR(more.sag(), curve.sag() + 1.5, 1e-9);
    EXPECT_LT(distance(more.start(), curve.start()), 1e-9);
    EXPECT_LT(distance(more.end(), curve.end()), 1e-9);
  }
  EXPECT_NEAR(hung(100, 0, 1000).withExtraSag(-50).sag(), 0, 1e-9);
}

TEST(Catenary, SwingsToTheLeftAboutItsChord) {
  const Catenary curve = hung(200, 10, 600), left = curve.swung(0.4);
  EXPECT_NEAR(curve.blowOut(), 0, 1e-12);
  EXPECT_NEAR(hung(200, 0, 600).swung(0.4).blowOut(), 0.4, 1e-12);
  EXPECT_LT(distance(left.start(), curve.start()), 1e-9);
  EXPECT_LT(distance(left.end(), curve.end()), 1e-9);
  const double s = (left.from + left.to) / 2;
  EXPECT_GT(left.at(s).y, 2 + 0.3 * curve.sag());  // along x, left is y
  EXPECT_GT(left.at(s).z, curve.at(s).z);
  const Catenary back = left.reversed();
  EXPECT_LT(distance(back.start(), left.end()), 1e-9);
  EXPECT_NEAR(back.sag(), left.sag(), 1e-9);
}

TEST(Catenary, KnowsWhatCanBeNoWire) {
  const Catenary sound = hung(100, 5, 500).swung(0.3);
  EXPECT_TRUE(sound.isSound());
  std::vector<Catenary> wrong(6, sound);
  wrong[0].from = wrong[0].to, wrong[1].along = {2, 0, 0}, wrong[2].up = wrong[2].along, wrong[3].curvature = 1, wrong[4].slope = NAN,
  wrong[5].to = NAN;
  for (const Catenary& each : wrong) EXPECT_FALSE(each.isSound());
}

TEST(Catenary, IsAsFarFromAPointAsTheNearestOfManySamples) {
  for (uint32_t i = 0; i < 60; ++i) {
    shared::IndexedRandom random(4, i);
    const Catenary curve =
        hung(20 + 300 * random.uniform(), 40 * random.uniform() - 20, 30 + 1500 * random.uniform() * random.uniform()).swung(random.uniform() - 0.5);
    const Vector3 point{400 * random.uniform() - 50, 60 * random.uniform() - 30, 200 * random.uniform() - 60};
    double least = INFINITY;
    for (int k = 0; k <= 100'000; ++k) least = std::min(least, distance(point, curve.at(curve.from + (curve.to - curve.from) * k / 100'000)));
    EXPECT_LE(distanceTo(curve, point), least + 1e-9) << i;
    EXPECT_GE(distanceTo(curve, point), least - 1e-4) << i;  // between two samples
  }
}

}  // namespace
}  // namespace arete
