// Trees of segments: the same from any number of threads, and what is near is what a look at every segment finds.
#include "compute/core/segment_tree.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/zoo.h"

namespace arete {
namespace {

/// Ends of short segments in a box; whole numbers: many are as far from a point as others.
std::vector<double> segmentsIn(double box, bool whole, size_t count, int dimension, uint64_t seed) {
  test::Random random(seed);
  std::vector<double> ends;
  const auto number = [&](double from, double to) {
    const double x = random.uniform(from, to);
    return whole ? std::floor(x) : x;
  };
  for (size_t i = 0; i < count; ++i) {
    for (int k = 0; k < dimension; ++k) ends.push_back(number(0, box));
    for (int k = 0; k < dimension; ++k) ends.push_back(ends[ends.size() - size_t(dimension)] + number(-3, 4));
  }
  return ends;
}

TEST(SegmentTree, IsTheSameFromAnyNumberOfThreads) {
  for (const size_t count : {1u, 6u, 7u, 8u, 257u, 600u, 5000u})
    for (const int dimension : {2, 3, 5}) {
      const std::vector<double> ends = segmentsIn(100, count == 600, count, dimension, count);
      const SegmentTree alone(ends, dimension);
      for (const int size : {1, 2, 7}) {
        SCOPED_TRACE(std::to_string(count) + " segments, " + std::to_string(size) + " threads");
        ThreadPool threads(size);
        const SegmentTree tree(ends, dimension, threads);
        EXPECT_TRUE(std::ranges::equal(tree.ends(), alone.ends()));
        EXPECT_TRUE(std::ranges::equal(tree.boxes(), alone.boxes()));
        EXPECT_TRUE(std::ranges::equal(tree.numbers(), alone.numbers()));
        EXPECT_TRUE(std::ranges::equal(tree.nodes(), alone.nodes(), [](const shared::SegmentNode& a, const shared::SegmentNode& b) {
          return a.first == b.first && a.count == b.count && a.right == b.right;
        }));
      }
    }
}

TEST(SegmentTree, VisitsAllThatAreAsNearAsAskedFor) {
  const std::vector<double> ends = segmentsIn(40, true, 300, 2, 7);
  const SegmentTree tree(ends, 2);
  test::Random random(8);
  for (int turn = 0; turn < 1000; ++turn) {
    const double point[] = {random.uniform(-5, 45), random.uniform(-5, 45)}, more = random.uniform(0, 4);
    double least = HUGE_VAL;  // all that are not farther than the nearest one and so much
    std::vector<std::pair<double, uint32_t>> seen, expected;
    tree.view().visitWithin<2>(HUGE_VAL, point, [&](uint32_t segment, double squared) {
      seen.push_back({squared, tree.number(segment)});
      least = std::min(least, std::sqrt(squared));
      return (least + more) * (least + more);
    });
    std::erase_if(seen, [&](const auto& each) { return each.first > (least + more) * (least + more); });
    for (uint32_t i = 0; i < 300; ++i)
      if (const double squared = shared::squaredDistanceToSegment(point, &ends[4 * i], &ends[4 * i + 2], 2);
          squared <= (least + more) * (least + more))
        expected.push_back({squared, i});
    std::ranges::sort(seen), std::ranges::sort(expected);
    ASSERT_EQ(seen, expected) << turn;
  }
}

}  // namespace
}  // namespace arete
