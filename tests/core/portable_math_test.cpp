// Sine, cosine, logarithm, exponential and random numbers built from + − × ÷ √, against libm and published test vectors.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>

#include "compute/core/philox.h"

namespace arete {
namespace {

constexpr int kSamples = 1'000'000;

TEST(PortableMath, SineAndCosineAgreeWithLibm) {
  shared::IndexedRandom random(1, 0);
  double worst = 0, worstRelative = 0;
  for (int i = 0; i < kSamples; ++i) {
    const double x = (random.uniform() - 0.5) * (i % 2 == 0 ? 50 : 2e5);
    const shared::SinCos own = shared::sinCos(x);
    worst = std::max({worst, std::abs(own.sin - std::sin(x)), std::abs(own.cos - std::cos(x))});
    worstRelative = std::max({worstRelative, std::abs(own.sin / std::sin(x) - 1), std::abs(own.cos / std::cos(x) - 1)});
  }
  RecordProperty("worst_absolute", std::to_string(worst * 1e16) + "e-16");
  EXPECT_LT(worst, 3e-16);
  EXPECT_LT(worstRelative, 1e-14);
}

TEST(PortableMath, TurnsMeetTheAxesExactly) {
  for (int quarter = -8; quarter <= 8; ++quarter) {
    const shared::SinCos at = shared::sinCosTurns(quarter * 0.25);
    const double expectedSine[] = {0, 1, 0, -1}, expectedCosine[] = {1, 0, -1, 0};
    EXPECT_EQ(at.sin, expectedSine[quarter & 3]);
    EXPECT_EQ(at.cos, expectedCosine[quarter & 3]);
  }
  shared::IndexedRandom random(2, 0);
  double worst = 0;
  for (int i = 0; i < kSamples; ++i) {
    const double turns = random.uniform();
    worst = std::max(worst, double(std::abs(shared::sinCosTurns(turns).sin - std::sin(2 * 3.14159265358979323846264L * turns))));
  }
  EXPECT_LT(worst, 3e-16);
}

TEST(PortableMath, LogarithmAgreesWithLibm) {
  shared::IndexedRandom random(3, 0);
  double worst = 0;
  for (int i = 0; i < kSamples; ++i) {
    const double x = i % 2 == 0 ? random.uniform() : std::exp((random.uniform() - 0.5) * 1400);
    worst = std::max(worst, std::abs(shared::naturalLog(x) / std::log(x) - 1));
  }
  EXPECT_LT(worst, 1e-15);
  EXPECT_EQ(shared::naturalLog(1), 0);
}

/// Units in the last place between two positive normal numbers.
int64_t unitsBetween(double a, double b) { return std::abs(std::bit_cast<int64_t>(a) - std::bit_cast<int64_t>(b)); }

TEST(PortableMath, TheExponentialAgreesWithLibmWithinTwoUnitsInTheLastPlace) {
  shared::IndexedRandom random(4, 0);
  int64_t worst = 0;
  for (int i = 0; i < kSamples; ++i) {
    const double x = i % 2 == 0 ? random.uniform() * 1417 - 708 : random.uniform() * 4 - 3;
    worst = std::max(worst, unitsBetween(shared::exponential(x), std::exp(x)));
  }
  RecordProperty("worst_units", std::to_string(worst));
  EXPECT_LE(worst, 2);
  EXPECT_EQ(shared::exponential(0), 1);
}

TEST(PortableMath, TheExponentialIsZeroWhereItWouldBeSubnormalAndGoesUpToTheLargestNumbers) {
  EXPECT_EQ(shared::exponential(-708.0000001), 0);
  EXPECT_EQ(shared::exponential(-HUGE_VAL), 0);
  EXPECT_GT(shared::exponential(-708), 0);
  EXPECT_LE(unitsBetween(shared::exponential(709), std::exp(709)), 2);
}

TEST(PortableMath, TheLogarithmUndoesTheExponential) {
  shared::IndexedRandom random(5, 0);
  for (int i = 0; i < kSamples / 10; ++i) {
    const double x = random.uniform() * 1400 - 700;
    ASSERT_NEAR(shared::naturalLog(shared::exponential(x)), x, 1e-15 + 4e-16 * std::abs(x)) << x;
  }
}

// Known answers of Random123, the authors' own library (tests/kat_vectors, philox4x32 10).
TEST(Philox, GivesThePublishedWords) {
  const auto equal = [](shared::PhiloxBlock block, std::array<uint32_t, 4> expected) {
    for (int i = 0; i < 4; ++i) EXPECT_EQ(block.word[i], expected[size_t(i)]);
  };
  const uint32_t ones = 0xffffffff;
  equal(shared::philox({{0, 0, 0, 0}}, 0, 0), {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8});
  equal(shared::philox({{ones, ones, ones, ones}}, ones, ones), {0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd});
  equal(shared::philox({{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}}, 0xa4093822, 0x299f31d0), {0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1});
}

TEST(Philox, NormalsHaveTheMomentsOfTheNormalDistribution) {
  double sum = 0, squares = 0, fourth = 0;
  int beyondTwo = 0;
  for (int i = 0; i < kSamples; ++i) {
    const double x = shared::IndexedRandom(9, uint32_t(i)).normal();
    sum += x, squares += x * x, fourth += x * x * x * x;
    beyondTwo += std::abs(x) > 2;
  }
  EXPECT_NEAR(sum / kSamples, 0, 0.004);  // 4 standard errors
  EXPECT_NEAR(squares / kSamples, 1, 0.006);
  EXPECT_NEAR(fourth / kSamples, 3, 0.04);
  EXPECT_NEAR(double(beyondTwo) / kSamples, 0.0455003, 0.0009);
}

}  // namespace
}  // namespace arete
