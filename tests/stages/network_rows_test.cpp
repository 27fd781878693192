// What the kernels of networks do element by element, done here on the CPU in other orders: rows of a ball taken backwards and shuffled hold what
// comparing every place finds.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "compute/network/look/row_box.h"
#include "tests/support/network.h"
#include "tests/support/zoo.h"

namespace arete {
namespace {

using shared::Vector3;

/// Places sorted into rows, as a GPU has them.
struct SortedRows {
  SortedRows(const std::vector<Vector3>& places, int dimension, double smallest, bool knowsStarts) {
    Vector3 low = places[0], high = low;
    for (const Vector3& place : places)
      for (int k = 0; k < 3; ++k) low.set(k, std::min(low[k], place[k])), high.set(k, std::max(high[k], place[k]));
    view.layout = shared::rowLayout(low, high, dimension, smallest);
    index.resize(places.size());
    std::iota(index.begin(), index.end(), 0u);
    std::ranges::stable_sort(index, {}, [&](uint32_t i) { return view.layout.key(places[i]); });
    for (const uint32_t i : index) {
      keys.push_back(view.layout.key(places[i]));
      x.push_back(places[i].x), y.push_back(places[i].y), z.push_back(places[i].z);
    }
    view.places = {x.data(), y.data(), z.data(), nullptr};
    view.index = index.data(), view.keys = keys.data(), view.count = uint32_t(places.size());
    if (!knowsStarts) return;
    const uint64_t rows = (uint64_t(view.layout.column.last) + 1) << view.layout.row.bits;
    for (uint64_t row = 0; row <= rows; ++row) starts.push_back(view.firstKey(row << view.layout.along.bits, 0, view.count));
    view.starts = starts.data();
  }
  shared::RowsView view{};
  std::vector<uint64_t> keys;
  std::vector<uint32_t> index, starts;
  std::vector<double> x, y, z;
};

/// Places within a ball, by rows in this order.
template <int D>
std::vector<uint32_t> found(const SortedRows& rows, const Vector3& centre, double radius, test::Random& random) {
  const shared::RowsOfBall<D> ball(rows.view.layout, centre, radius);
  std::vector<uint64_t> order(ball.count());
  std::iota(order.begin(), order.end(), uint64_t(0));
  for (size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random.below(uint32_t(i))]);
  std::vector<uint32_t> result;
  for (const uint64_t row : order) {
    const shared::Run run = ball.run(rows.view, row);
    for (uint32_t at = run.end; at-- > run.begin;)
      if (squaredDistance(rows.view.place<D>(at), centre) <= radius * radius) result.push_back(rows.view.index[at]);
  }
  std::ranges::sort(result);
  return result;
}

TEST(NetworkRows, TakenInAnyOrderHoldWhatComparingEveryPlaceFinds) {
  test::Random random(11);
  for (const int dimension : {2, 3})
    for (const bool knowsStarts : {true, false}) {
      std::vector<Vector3> places = test::noisySegments({{{0, 0, 0}, {20, 5, dimension == 3 ? 9.0 : 0.0}}}, dimension, 30, 2, 8);
      places.insert(places.end(), {places[3], places[3], {40, -20, 0}});
      const SortedRows rows(places, dimension, 1, knowsStarts);
      for (const double radius : {0.3, 1.0, 2.0, 5.5, 8.0, 100.0})
        for (uint32_t i = 0; i < places.size(); i += 7) {
          const Vector3 centre = places[i] + Vector3{radius, 0.25, 0} * (i % 3);  // also outside, and with places on the border
          std::vector<uint32_t> expected;
          for (uint32_t j = 0; j < places.size(); ++j)
            if (squaredDistance(places[j], centre) <= radius * radius) expected.push_back(j);
          ASSERT_EQ(dimension == 2 ? found<2>(rows, centre, radius, random) : found<3>(rows, centre, radius, random), expected)
              << dimension << " " << radius << " " << i << " " << knowsStarts;
        }
    }
}

TEST(NetworkRows, OfOnePlaceAndOfEqualOnesAreFound) {
  test::Random random(12);
  for (const size_t count : {1, 2, 40}) {
    const SortedRows rows(std::vector<Vector3>(count, {1e6, -3, 0}), 2, 0.5, true);
    EXPECT_EQ(found<2>(rows, {1e6, -3, 0}, 0.25, random).size(), count);
    EXPECT_EQ(found<2>(rows, {1e6 + 1, -3, 0}, 0.25, random).size(), 0u);
    EXPECT_EQ(found<2>(rows, {1e6 + 1, -3, 0}, 1, random).size(), count);
  }
}

}  // namespace
}  // namespace arete
