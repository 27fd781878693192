// Occupied cells are counted to a few per cent.
#include "compute/core/distinct_cells.h"

#include <gtest/gtest.h>

#include <array>

namespace arete {
namespace {

TEST(DistinctCells, AreCountedToThreePerCentHoweverManyPointsEachHas) {
  for (const int cells : {1, 50, 1000, 20'000, 400'000}) {
    DistinctCells counted(0.5, 2);
    for (int times = 0; times < 3; ++times)
      for (int i = 0; i < cells; ++i) counted.add(std::array<double, 2>{0.5 * (i % 777) - 100 + 0.1 * times, 0.5 * (i / 777) - 20}.data());
    EXPECT_NEAR(counted.count(), cells, 0.03 * cells) << cells;
  }
}

TEST(DistinctCells, OnBothSidesOfZeroAndFarAwayAreNotOne) {
  DistinctCells counted(1, 3);
  for (const float x : {-0.5F, 0.5F, 1e30F, -1e30F}) counted.add(std::array<float, 3>{x, 0, 0}.data());
  EXPECT_NEAR(counted.count(), 4, 0.1);
  EXPECT_EQ(DistinctCells(1, 3).count(), 0);
}

}  // namespace
}  // namespace arete
