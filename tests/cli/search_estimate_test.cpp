// A benchmark's estimate of how long a search takes.
#include "app/cli/search_estimate.h"

#include <gtest/gtest.h>

#include <vector>

namespace arete::cli {
namespace {

constexpr uint32_t kAll = 10'000'000, kFirst = 133;

TEST(SearchEstimate, OfAGpuIsWhatAllQueriesTakeAndNotTheLaunchOfAFewTimesTheirNumber) {
  const auto gpu = [](uint32_t count) { return 0.0008 + count * 4e-10; };
  EXPECT_DOUBLE_EQ(secondsOfAll(kAll, kFirst, gpu), gpu(kAll));
}

TEST(SearchEstimate, OfASlowSearchComesFromAFewQueries) {
  std::vector<uint32_t> asked;
  const auto bruteForce = [&](uint32_t count) {
    asked.push_back(count);
    return count * 3e-3;
  };
  EXPECT_DOUBLE_EQ(secondsOfAll(kAll, kFirst, bruteForce), kAll * 3e-3);
  EXPECT_EQ(asked, std::vector<uint32_t>{kFirst});
}

TEST(SearchEstimate, AsksForMoreUntilTheTimeOfStartingIsAHundredthOfIt) {
  uint64_t most = 0;
  const auto search = [&](uint32_t count) {
    most = count;
    return 0.001 + count * 1e-6;
  };
  EXPECT_NEAR(secondsOfAll(kAll, kFirst, search), 10, 0.15);
  EXPECT_LT(most, kAll / 10);
}

TEST(SearchEstimate, AsksForAllOfFewQueriesOnce) {
  int calls = 0;
  EXPECT_DOUBLE_EQ(secondsOfAll(3, 3, [&](uint32_t) { return ++calls, 0.5; }), 0.5);
  EXPECT_EQ(calls, 1);
}

}  // namespace
}  // namespace arete::cli
