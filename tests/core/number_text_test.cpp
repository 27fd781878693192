#include "compute/core/number_text.h"

#include <gtest/gtest.h>

#include <limits>

namespace arete {

TEST(NumberText, IsTheShortestThatReadsBack) {
  EXPECT_EQ(numberText(0.1), "0.1");
  EXPECT_EQ(numberText(-3), "-3");
  EXPECT_EQ(numberText(1e300), "1e+300");
}

TEST(NumberText, HasAtMostTheDigitsAskedFor) {
  EXPECT_EQ(numberText(12.345, 3), "12.3");
  EXPECT_EQ(numberText(1234567, 3), "1.23e+06");
  EXPECT_EQ(numberText(2, 3), "2");
}

TEST(NumberText, HasRoomForTheLargestNumberInFull) {
  EXPECT_EQ(fixedText(12, 1), "12.0");
  EXPECT_EQ(fixedText(std::numeric_limits<double>::lowest(), 2).size(), 313U);
}

TEST(NumberText, FillsHexadecimalDigitsWithZeros) {
  EXPECT_EQ(hexText(0), "0000000000000000");
  EXPECT_EQ(hexText(0xBEEF), "000000000000beef");
  EXPECT_EQ(hexText(UINT64_MAX), "ffffffffffffffff");
}

}  // namespace arete
