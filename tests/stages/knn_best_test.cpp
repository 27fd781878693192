// What the shipped neighbour search must not trip over: equal points, ties and scales, in sizes where all pairs would take minutes; and
// nanoflann as a second opinion on distances.
#include <gtest/gtest.h>

#include <numeric>

#include "compute/catalog/version.h"
#include "tests/support/sanitizers.h"
#include "tests/support/zoo.h"

#if __has_include(<nanoflann.hpp>)
#include <nanoflann.hpp>
#define ARETE_HAVE_NANOFLANN
#endif

namespace arete {
namespace {

constexpr uint32_t kMany = test::kSanitized ? 20'000 : 300'000;

Neighbours ofItself(const char* id, const PointArray& points, uint32_t k, bool excludeSelf = false) {
  const auto device = makeCpuDevice(2);
  const ParamValues params;
  return nearestNeighbours(findVersion(id).as<Stage::knn>(), {points, params}, {points, k, excludeSelf}, {*device, {}, {}});
}

TEST(KnnBest, EqualPointsAreNotAllLookedAt) {
  for (const char* id : {"knn.cpu.best", "knn.cpu.v9"}) {
    const Neighbours found = ofItself(id, test::allEqual(kMany, 3, 1.25), 5, true);
    for (uint32_t i = 0; i < kMany; i += 997) {
      std::vector<uint32_t> expected;
      for (uint32_t j = 0; expected.size() < 5; ++j)
        if (j != i) expected.push_back(j);
      ASSERT_EQ(std::vector<uint32_t>(found.indices.begin() + i * 5, found.indices.begin() + i * 5 + 5), expected) << id << ", point " << i;
    }
  }
}

/// Every second point in one of two places, asked for from everywhere: all that is equally far must not be looked at.
TEST(KnnBest, EqualPointsAmongOthersAreNotAllLookedAt) {
  PointArray points = test::uniformBox(kMany, 3, 1, 8).withScalar(Scalar::float32);
  for (uint32_t i = 0; i < kMany; i += 2)
    for (int k = 0; k < 3; ++k) points.setCoordinate(i, k, i % 4 == 0 ? 0.5 : 0.25);
  for (const uint32_t k : {1U, 40U}) {
    const Neighbours best = ofItself("knn.cpu.best", points, k), v9 = ofItself("knn.cpu.v9", points, k);
    EXPECT_EQ(best.indices, v9.indices) << k;
    EXPECT_EQ(best.squaredDistances, v9.squaredDistances) << k;
  }
}

TEST(KnnBest, PointsOnAllScalesAreStillSorted) {
  PointArray points(Scalar::float32, 2, kMany);
  test::Random random(5);
  for (uint32_t i = 0; i < kMany; ++i) {
    const double scale = std::pow(10, -15 + 30.0 * random.uniform());  // as many points near 10⁻¹⁵ as near 10¹⁵
    for (int k = 0; k < 2; ++k) points.setCoordinate(i, k, scale * random.uniform(-1, 1));
  }
  const Neighbours found = ofItself("knn.cpu.best", points, 2, true), expected = ofItself("knn.cpu.v9", points, 2, true);
  EXPECT_EQ(found.indices, expected.indices);
  EXPECT_EQ(found.squaredDistances, expected.squaredDistances);
}

TEST(KnnBest, SmallAndLargeAnswersOfOneSearcherAgree) {
  const auto device = makeCpuDevice(3);
  const StageContext context{*device, {}, {}};
  const ParamValues params;
  const PointArray points = test::clusters(20'000, 3, 9).withScalar(Scalar::float32);
  const auto searcher = makeSearcher(findVersion("knn.cpu.best").as<Stage::knn>(), {points, params}, context);
  std::vector<uint32_t> few(7);
  std::iota(few.begin(), few.end(), 100);
  const Neighbours before = searcher->query({points.subset(few), 40}, context);  // before there is a tree
  const Neighbours all = searcher->query({points, 40}, context);
  const Neighbours after = searcher->query({points.subset(few), 40}, context);
  EXPECT_GT(all.times.build, 0);
  EXPECT_EQ(after.times.build, 0);
  EXPECT_EQ(before.indices, after.indices);
  EXPECT_TRUE(std::equal(before.indices.begin(), before.indices.end(), all.indices.begin() + 100 * 40));
}

#if defined(ARETE_HAVE_NANOFLANN)
/// A cloud as nanoflann wants it.
struct Cloud {
  const PointsView<float> points;
  size_t kdtree_get_point_count() const { return points.count; }
  float kdtree_get_pt(size_t i, size_t k) const { return points.at(i, int(k)); }
  template <class Box>
  bool kdtree_get_bbox(Box&) const {
    return false;
  }
};
#endif

TEST(KnnBest, NanoflannFindsTheSameDistances) {
#if defined(ARETE_HAVE_NANOFLANN)
  constexpr size_t kNeighbours = 10;
  const uint32_t count = test::kSanitized ? 3000 : 50'000;
  for (const int d : {2, 3, 6}) {
    const PointArray points = test::clusters(count, d, uint64_t(d)).withScalar(Scalar::float32);
    const Cloud cloud{points.view<float>()};
    const nanoflann::KDTreeSingleIndexAdaptor<nanoflann::L2_Simple_Adaptor<float, Cloud>, Cloud> tree(d, cloud);
    for (const char* id : {"knn.cpu.best", "knn.cpu.v9"}) {
      const Neighbours found = ofItself(id, points, kNeighbours);
      const auto& distances = found.squared<float>();
      for (uint32_t i = 0; i < count; ++i) {
        uint32_t indices[kNeighbours];
        float expected[kNeighbours];
        ASSERT_EQ(tree.knnSearch(cloud.points.point(i), kNeighbours, indices, expected), kNeighbours);
        for (size_t j = 0; j < kNeighbours; ++j) ASSERT_FLOAT_EQ(distances[i * kNeighbours + j], expected[j]) << id << " point " << i;
      }
    }
  }
#else
  GTEST_SKIP() << "nanoflann.hpp is not here (Debian: libnanoflann-dev)";
#endif
}

}  // namespace
}  // namespace arete
