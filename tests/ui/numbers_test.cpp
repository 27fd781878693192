#include "ui/numbers.h"

#include <gtest/gtest.h>

#include <limits>

using namespace arete;

TEST(Numbers, CountsGetThinSpacesFromFiveDigitsOn) {
  EXPECT_EQ(formatCount(0), "0");
  EXPECT_EQ(formatCount(999), "999");
  EXPECT_EQ(formatCount(1203), "1203");
  EXPECT_EQ(formatCount(12034), "12\u2009034");
  EXPECT_EQ(formatCount(1203441), "1\u2009203\u2009441");
  EXPECT_EQ(formatCount(UINT64_MAX), "18\u2009446\u2009744\u2009073\u2009709\u2009551\u2009615");
}

TEST(Numbers, NounsFollowTheirCount) {
  EXPECT_EQ(formatCount(1, "%1 point", "%1 points"), "1 point");
  EXPECT_EQ(formatCount(0, "%1 point", "%1 points"), "0 points");
  EXPECT_EQ(formatCount(12034, "%1 ball", "%1 balls"), "12\u2009034 balls");
}

TEST(Numbers, LargeCountsAreShortened) {
  EXPECT_EQ(formatShortCount(98765), "98\u2009765");
  EXPECT_EQ(formatShortCount(123456), "123 k");
  EXPECT_EQ(formatShortCount(1203441), "1.2 M");
  EXPECT_EQ(formatShortCount(999'600), "1 M");
  EXPECT_EQ(formatShortCount(5'000'000'000), "5 G");
}

TEST(Numbers, TimesTakeTheUnitThatFits) {
  EXPECT_EQ(formatMilliseconds(0), "0 ms");
  EXPECT_EQ(formatMilliseconds(0.0014), "1.4 µs");
  EXPECT_EQ(formatMilliseconds(0.123), "0.12 ms");
  EXPECT_EQ(formatMilliseconds(48.31), "48.3 ms");
  EXPECT_EQ(formatMilliseconds(1423), "1.42 s");
  EXPECT_EQ(formatMilliseconds(125'000), "2 min 05 s");
  EXPECT_EQ(formatMilliseconds(119'900), "2 min 00 s");
  EXPECT_EQ(formatMilliseconds(11'220'000), "3 h 07 min");
  EXPECT_EQ(formatMilliseconds(std::numeric_limits<double>::quiet_NaN()), "–");
}

TEST(Numbers, BytesTakePowersOfAThousand) {
  EXPECT_EQ(formatBytes(980), "980 bytes");
  EXPECT_EQ(formatBytes(12'340'000), "12.3 MB");
  EXPECT_EQ(formatBytes(999'999), "1 MB");
}

TEST(Numbers, UnitsFollowTheNumberOrAreLeftOut) {
  EXPECT_EQ(withUnit("1.5", "m"), "1.5 m");
  EXPECT_EQ(withUnit("1.5", ""), "1.5");
}
