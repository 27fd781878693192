// What --where takes, and what it says of what it does not take.
#include "compute/filter/expression.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "compute/core/error.h"
#include "compute/filter/apply.h"
#include "compute/filter/columns.h"
#include "tests/support/mask.h"

namespace arete {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

/// Six points along x, with heights and columns.
PointCloud cloud() {
  std::vector<double> rows;
  for (int i = 0; i < 6; ++i) rows.insert(rows.end(), {1e6 + i, -5, i * i * 0.5});
  return PointCloud::recentred(
      rows, 3, {}, {{"classification", {2, 14, 14, 5, 2, 7}}, {"Intensity", {10, 20, 30, 40, 50, kNaN}}, {"GPS time", {0, 1, 2, 3, 4, 5}}});
}

std::string kept(const std::string& where) {
  ThreadPool threads(2);
  Filter filter;
  filter.where = where;
  std::string text;
  for (const uint8_t each : test::maskOf(takenPoints(cloud(), filter, threads), cloud().size())) text += each ? '1' : '0';
  return text;
}

std::string refusal(const std::string& where) {
  try {
    return "kept " + kept(where);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::wrongUse);
    EXPECT_FALSE(error.failed().empty() || error.where().empty() || error.hint().empty()) << where;
    return error.reason();
  }
}

TEST(Expression, ComparesColumnsWithNumbersAndWithEachOther) {
  EXPECT_EQ(kept("class == 14"), "011000");
  EXPECT_EQ(kept("classification != 14"), "100111");
  EXPECT_EQ(kept("14 == classification"), "011000");
  EXPECT_EQ(kept("z > 2"), "000111");
  EXPECT_EQ(kept("z >= 2 && z<=4.5"), "001100");
  EXPECT_EQ(kept("x < 1000002"), "110000");
  EXPECT_EQ(kept("x == 1.000003e6"), "000100");
  EXPECT_EQ(kept("y < -4.5 && y == -5"), "111111");
  EXPECT_EQ(kept("z > 'GPS time'"), "000111");
}

TEST(Expression, BindsAndMoreTightlyThanOrAndNotMost) {
  EXPECT_EQ(kept("class == 14 || class == 2 && z > 2"), "011010");
  EXPECT_EQ(kept("(class == 14 || class == 2) && z > 2"), "000010");
  EXPECT_EQ(kept("!class == 14"), "100111");
  EXPECT_EQ(kept("!(class == 14 || class == 2)"), "000101");
  EXPECT_EQ(kept("!!(z > 2)"), "000111");
}

TEST(Expression, FindsColumnsWhateverTheirCaseAndInQuotes) {
  EXPECT_EQ(kept("intensity > 25"), "001110");
  EXPECT_EQ(kept("Z > 2"), "000111");
  EXPECT_EQ(kept("\"gps time\" < 2"), "110000");
}

TEST(Expression, KeepsNothingThatIsMissingUnlessItIsToDiffer) {
  EXPECT_EQ(kept("intensity >= 0 || intensity < 0"), "111110");
  EXPECT_EQ(kept("intensity != 10"), "011111");
}

TEST(Expression, PointsAtTheCharacterThatIsWrong) {
  EXPECT_EQ(refusal("class = 14"), "character 7 of 'class = 14': one '=' compares nothing");
  EXPECT_EQ(refusal("class == 14 & z > 2"), "character 13 of 'class == 14 & z > 2': one '&' joins nothing");
  EXPECT_EQ(refusal("z > 2 || | z < 1"), "character 10 of 'z > 2 || | z < 1': a name or a number is expected");
  EXPECT_EQ(refusal("(z > 2"), "character 7 of '(z > 2': the '(' at character 1 has no ')'");
  EXPECT_EQ(refusal("z > 2)"), "character 6 of 'z > 2)': a ')' without its '('");
  EXPECT_EQ(refusal("z >"), "character 4 of 'z >': it ends where a name or a number is expected");
  EXPECT_EQ(refusal(" "), "character 2 of ' ': it ends where a name or a number is expected");
  EXPECT_EQ(refusal("0 < z < 5"), "character 7 of '0 < z < 5': a comparison has two sides");
  EXPECT_EQ(refusal("z 2"), "character 3 of 'z 2': a comparison is expected");
  EXPECT_EQ(refusal("z > 12abc"), "character 5 of 'z > 12abc': this is no number");
  EXPECT_EQ(refusal("z > 1e999"), "character 5 of 'z > 1e999': this number is too large or too small");
  EXPECT_EQ(refusal("'gps > 2"), "character 1 of ''gps > 2': the quotes are not closed");
  EXPECT_EQ(refusal("höhe > 2"), "character 1 of 'höhe > 2': the cloud has no attribute 'höhe'");
  EXPECT_EQ(refusal("z > 2 && ü == 1"), "character 10 of 'z > 2 && ü == 1': the cloud has no attribute 'ü'");
}

TEST(Expression, IsNotReadWhereItIsNestedTooDeepOrTooLong) {
  EXPECT_EQ(kept(std::string(60, '(') + "z > 2" + std::string(60, ')')), "000111");
  EXPECT_TRUE(refusal(std::string(100'000, '(')).find("longer than 4096") != std::string::npos);
  EXPECT_TRUE(refusal(std::string(70, '(') + "z > 2").find("more than 64 deep") != std::string::npos);
  EXPECT_TRUE(refusal(std::string(70, '!') + "z > 2").find("more than 64 deep") != std::string::npos);
}

}  // namespace
}  // namespace arete
