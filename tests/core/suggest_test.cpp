#include "compute/text/suggest.h"

#include <gtest/gtest.h>

namespace arete {
namespace {

constexpr std::string_view kFlags[] = {"--r1", "--r2", "--threads", "--tolerance", "--quality-tolerance", "--report", "--dim"};

TEST(NearestOf, RanksByEditsAndOffersNothingThatIsFar) {
  EXPECT_EQ(nearestOf("--frob", kFlags), "");
  EXPECT_EQ(nearestOf("--treads", kFlags), "--threads");
  EXPECT_EQ(nearestOf("--r3", kFlags), "--r1, --r2");
  EXPECT_EQ(nearestOf("--tolerence", kFlags), "--tolerance");
  EXPECT_EQ(nearestOf("-dim", kFlags), "--dim");
  EXPECT_EQ(nearestOf("--x", kFlags), "");  // every letter would be another
  EXPECT_EQ(nearestOf("", kFlags), "");
}

TEST(NearestOf, TakesTheBeginningOfAName) {
  EXPECT_EQ(nearestOf("--quality", kFlags), "--quality-tolerance");
  EXPECT_EQ(nearestOf("--thr", kFlags), "--threads");
}

}  // namespace
}  // namespace arete
