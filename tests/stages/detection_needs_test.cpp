// What a detection needs, shared among processes.
#include "compute/chains/paged/detection_needs.h"

#include <gtest/gtest.h>

namespace arete {
namespace {

DetectionSize sizeWith(uint64_t points, uint64_t chosen) {
  return {.points = points, .dimension = 3, .scalar = Scalar::float64, .cells = 2 * chosen, .chosen = chosen, .columnBytes = 32, .threads = 2};
}

TEST(DetectionNeeds, OfProcessesAreFewestWhereOneLessWouldNotDo) {
  for (const uint64_t points : {uint64_t(1'000'000), uint64_t(1) << 33, uint64_t(1) << 40}) {
    const DetectionSize all = sizeWith(points, 10'000);
    const uint64_t whole = needsOf(shareOf(all, 1)).memory_bytes;
    EXPECT_EQ(fewestProcesses(all, whole), 1u);
    for (const uint64_t each : {whole - 1, whole / 3, uint64_t(1) << 30}) {
      const uint32_t fewest = fewestProcesses(all, each);
      ASSERT_GT(fewest, 0u);
      EXPECT_LE(needsOf(shareOf(all, fewest)).memory_bytes, each);
      if (fewest > 1) {
        EXPECT_GT(needsOf(shareOf(all, fewest - 1)).memory_bytes, each);
      }
    }
  }
}

TEST(DetectionNeeds, OfProcessesIncludeAllChosenPointsInEach) {
  const DetectionSize all = sizeWith(uint64_t(1) << 40, 100'000'000);
  EXPECT_EQ(fewestProcesses(all, 100'000'000 * chosenBytes(3, Scalar::float64, 2)), 0u) << "however many there are";
  const DetectionSize share = shareOf(all, 1000);
  EXPECT_EQ(share.chosen, all.chosen);
  EXPECT_EQ(share.points, (all.points + 999) / 1000);
  EXPECT_EQ(share.columnBytes, 0u);
}

}  // namespace
}  // namespace arete
