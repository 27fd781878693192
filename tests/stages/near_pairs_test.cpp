// Pairs of places that are near each other are those that comparing every two would find, wherever the cubes begin.
#include "compute/network/twigs/near_pairs.h"

#include <gtest/gtest.h>

#include <tuple>

#include "tests/support/zoo.h"

namespace arete {
namespace {

using shared::Vector3;
using Pair = std::tuple<uint32_t, uint32_t, double>;

std::vector<Pair> found(const std::vector<Vector3>& a, const std::vector<Vector3>& b, double reach) {
  std::vector<Pair> pairs;
  size_t looked = 0;
  visitNearPairs(
      a, b, reach, [&] { ++looked; }, [&](uint32_t i, uint32_t j, double squared) { pairs.emplace_back(i, j, squared); });
  EXPECT_EQ(looked, b.empty() ? 0 : a.size());
  std::ranges::sort(pairs);
  return pairs;
}

std::vector<Pair> expected(const std::vector<Vector3>& a, const std::vector<Vector3>& b, double reach) {
  std::vector<Pair> pairs;
  for (uint32_t i = 0; i < a.size(); ++i)
    for (uint32_t j = 0; j < b.size(); ++j)
      if (const double squared = squaredDistance(a[i], b[j]); squared <= reach * reach) pairs.emplace_back(i, j, squared);
  return pairs;
}

TEST(NearPairs, AreThoseOfEveryTwoPlaces) {
  test::Random random(5);
  for (const double wide : {0.1, 3.0, 40.0}) {
    std::vector<Vector3> a, b;
    for (int i = 0; i < 300; ++i) a.push_back({random.uniform(-wide, wide), random.uniform(-wide, wide), random.uniform(-1, 1)});
    for (int i = 0; i < 200; ++i) b.push_back({random.uniform(-wide, 2 * wide), random.uniform(-wide, wide), random.uniform(-2, 0)});
    EXPECT_EQ(found(a, b, 1), expected(a, b, 1)) << wide;
    EXPECT_EQ(found(a, a, 1), expected(a, a, 1)) << wide;
  }
}

TEST(NearPairs, OnALatticeOfTheReachAndFarApartAreFoundToo) {
  std::vector<Vector3> lattice;
  for (int i = 0; i < 216; ++i) lattice.push_back({0.1 * (i % 6), 0.1 * (i / 6 % 6), 0.1 * (i / 36)});
  EXPECT_EQ(found(lattice, lattice, 0.1), expected(lattice, lattice, 0.1));
  lattice.push_back({1e9, -1e9, 0}), lattice.push_back({1e9, -1e9, 0.05});
  EXPECT_EQ(found(lattice, lattice, 0.1), expected(lattice, lattice, 0.1));
  EXPECT_TRUE(found({}, lattice, 1).empty());
  EXPECT_TRUE(found(lattice, {}, 1).empty());
}

}  // namespace
}  // namespace arete
