// What one pass over rows sees: the same of floats as of doubles, and whether all are finite.
#include "compute/core/row_survey.h"

#include <gtest/gtest.h>

#include <limits>
#include <random>
#include <vector>

namespace arete {
namespace {

constexpr int kDimension = 3;
constexpr size_t kRows = 1'001;  // no whole number of blocks

std::vector<float> someFloats() {
  std::mt19937 random(5);
  std::uniform_real_distribution<float> value(-20, 30);
  std::vector<float> values(kRows * kDimension);
  for (float& each : values) each = value(random);
  values[7] = 0, values[8] = 1e-20f;
  return values;
}

TEST(RowSurvey, SeesTheSameOfFloatsAsOfDoubles) {
  const std::vector<float> floats = someFloats();
  const std::vector<double> doubles(floats.begin(), floats.end());
  RowSurvey ofFloats(kDimension), ofDoubles(kDimension);
  ofFloats.add(std::span(floats)), ofDoubles.add(std::span(doubles));
  EXPECT_EQ(ofFloats.count(), kRows);
  for (size_t k = 0; k < kDimension; ++k) {
    EXPECT_EQ(ofFloats.bounds().minimum[k], ofDoubles.bounds().minimum[k]);
    EXPECT_EQ(ofFloats.bounds().maximum[k], ofDoubles.bounds().maximum[k]);
  }
  EXPECT_EQ(ofFloats.smallest(), double(1e-20f));
  EXPECT_EQ(ofFloats.smallest(), ofDoubles.smallest());
  EXPECT_TRUE(ofFloats.isFinite());
  EXPECT_TRUE(ofDoubles.isFinite());
}

TEST(RowSurvey, FindsACoordinateThatIsNotFiniteAnywhere) {
  for (const float bad : {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity(), -std::numeric_limits<float>::infinity()})
    for (const size_t at : {size_t(0), size_t(50), kRows * kDimension - 1}) {
      std::vector<float> floats = someFloats();
      floats[at] = bad;
      const std::vector<double> doubles(floats.begin(), floats.end());
      RowSurvey ofFloats(kDimension), ofDoubles(kDimension), both(kDimension);
      ofFloats.add(std::span(floats)), ofDoubles.add(std::span(doubles));
      EXPECT_FALSE(ofFloats.isFinite()) << bad << " " << at;
      EXPECT_FALSE(ofDoubles.isFinite()) << bad << " " << at;
      both.add(ofFloats);
      EXPECT_FALSE(both.isFinite()) << "what another survey saw: " << bad << " " << at;
    }
}

TEST(RowSurvey, OfNoRowsIsFinite) { EXPECT_TRUE(RowSurvey(kDimension).isFinite()); }

}  // namespace
}  // namespace arete
