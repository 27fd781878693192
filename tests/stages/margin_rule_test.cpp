// The formulas of compute/chains/evolve/margin_rule.h: a margin never promises more than the geometry does, and a deadline never less than a look in
// time.
#include "compute/chains/evolve/margin_rule.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include "tests/support/zoo.h"

namespace arete::shared {
namespace {

/// Distances of a point from the nearest and the second-nearest chosen point, in R1; some are equal, some at R1, some beyond the cap.
std::array<double, 2> distances(test::Random& random) {
  const double nearest = random.below(8) == 0 ? 1 : random.uniform(0, 1.5);
  return {nearest, random.below(8) == 0 ? nearest : nearest + random.uniform(0, 0.5)};
}

/// How far chosen points may move before the point changes sides.
long double trueMargin(long double nearest, long double second, long double r1) {
  const long double cap = kCap * r1;
  if (nearest > r1) return std::min(nearest, cap) - r1;
  return std::min((std::min(second, cap) - nearest) / 2, r1 - nearest);
}

template <class T>
void expectMarginsBelowTheTrueOnes() {
  test::Random random(3);
  for (const double r1 : {1e-3, 1.0, 8.34, 1e4}) {
    const MarginRule<T> rule = marginRule<T>(r1, 3);
    int large = 0;
    for (int i = 0; i < 20000; ++i) {
      const auto [nearest, second] = distances(random);
      const T a = T(nearest * r1), b = T(second * r1);
      const double margin = double(marginOf(T(a * a), T(b * b), rule)) - rule.slack;
      const long double most = trueMargin(a, b, r1);
      ASSERT_LE(margin, double(most)) << nearest << " " << second << " R1 " << r1;
      large += margin > double(most) / 3 && most > 0;
    }
    EXPECT_GT(large, 5000) << "margins so small that all points are looked at all the time";
  }
}

TEST(MarginRule, APointStaysWhereItIsWhileChosenPointsMoveLessThanItsMargin) {
  expectMarginsBelowTheTrueOnes<float>();
  expectMarginsBelowTheTrueOnes<double>();
}

TEST(MarginRule, GivesARegisterOfPointsTheBitsOfEach) {
  constexpr int kLanes = 4;
  typedef float Values __attribute__((vector_size(kLanes * sizeof(float))));
  test::Random random(4);
  const MarginRule<float> rule = marginRule<float>(2, 2);
  for (int i = 0; i < 1000; ++i) {
    Values nearest, second;
    for (int l = 0; l < kLanes; ++l) {
      const auto [a, b] = distances(random);
      nearest[l] = float(4 * a * a), second[l] = float(4 * b * b);
    }
    const Values margins = marginOf(nearest, second, rule);
    for (int l = 0; l < kLanes; ++l) {
      const float each = margins[l], alone = marginOf(float(nearest[l]), float(second[l]), rule);
      ASSERT_EQ(std::memcmp(&each, &alone, sizeof each), 0) << nearest[l] << " " << second[l];
    }
  }
}

TEST(MarginRule, WithoutAMarginAPointIsDueAtTheSmallestMovement) {
  for (const double total : {0.0, 1e-310, 1e-3, 1.0, 1e12})
    for (const double margin : {0.0, -1.0}) {
      EXPECT_GT(deadlineAfter(total, margin), total);
      EXPECT_GE(totalAfter(total, movementOf(0)), deadlineAfter(total, margin)) << total;
    }
}

TEST(MarginRule, WithAMarginAPointIsDueBeforeMovementsHaveUsedItUp) {
  test::Random random(5);
  for (int i = 0; i < 20000; ++i) {
    const double total = random.below(4) == 0 ? 0 : std::pow(10, random.uniform(-3, 6)), margin = std::pow(10, random.uniform(-12, 3));
    double now = total;
    long double moved = 0;
    while (now < deadlineAfter(total, margin) && moved <= margin) {
      const double movement = margin * random.uniform(0.05, 0.5);
      moved += movement, now = totalAfter(now, movement);
    }
    ASSERT_TRUE(now >= deadlineAfter(total, margin)) << total << " " << margin;
  }
}

TEST(MarginRule, AMovementIsNeverBelowTheDistanceThatWasMoved) {
  test::Random random(6);
  for (int i = 0; i < 20000; ++i) {
    double squared = 0;
    long double exact = 0;
    for (int k = 0; k < 16; ++k) {
      const double difference = random.uniform(-1, 1) * std::pow(10, random.uniform(-6, 3));
      squared += difference * difference, exact += (long double)(difference)*difference;
    }
    ASSERT_GE(movementOf(squared), sqrtl(exact));
  }
}

/// Chosen points around a ball, which is small against R1, and points in it.
TEST(MarginRule, OfABallHoldsForEveryPointInIt) {
  constexpr double kR1 = 2;
  constexpr uint32_t kAssigned = 1, kNone = 0;
  const MarginRule<float> rule = marginRule<float>(kR1, 2);
  test::Random random(7);
  int assigned = 0, unassigned = 0;
  for (int i = 0; i < 4000; ++i) {
    const double radius = random.uniform(0, 0.3);
    std::array<std::array<double, 2>, 3> chosen;
    std::array<double, 3> fromCentre;
    for (size_t j = 0; j < chosen.size(); ++j) {
      chosen[j] = {random.uniform(-4, 4), random.uniform(-4, 4)};
      fromCentre[j] = std::hypot(chosen[j][0], chosen[j][1]);
    }
    std::array<double, 3> sorted = fromCentre;
    std::ranges::sort(sorted);
    const BallVerdict ball =
        verdictOfBall(float(sorted[0]), float(sorted[1]), float(radius), float(kR1), float(kCap * kR1), float(rule.slack), kAssigned, kNone);
    if (ball.margin <= 0) continue;
    (ball.slot == kAssigned ? assigned : unassigned) += 1;
    const size_t nearest = size_t(std::ranges::min_element(fromCentre) - fromCentre.begin());
    for (int n = 0; n < 50; ++n) {
      const double angle = random.uniform(0, 6.283), r = n < 25 ? radius : random.uniform(0, radius), x = r * std::cos(angle),
                   y = r * std::sin(angle);
      std::array<double, 3> from;
      for (size_t j = 0; j < chosen.size(); ++j) from[j] = std::hypot(chosen[j][0] - x, chosen[j][1] - y);
      const auto own = size_t(std::ranges::min_element(from) - from.begin());
      ASSERT_EQ(from[own] <= kR1, ball.slot == kAssigned);
      if (ball.slot == kAssigned) {
        ASSERT_EQ(own, nearest);
      }
      std::ranges::sort(from);
      ASSERT_LE(double(ball.margin), double(trueMargin(from[0], from[1], kR1)) * (1 + 1e-12));
    }
  }
  EXPECT_GT(assigned, 100);
  EXPECT_GT(unassigned, 100);
}

}  // namespace
}  // namespace arete::shared
