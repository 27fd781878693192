// Row 0 of stage knn against cases worked out by hand, and what every searcher refuses.
#include <gtest/gtest.h>

#include <limits>

#include "compute/catalog/version.h"
#include "compute/core/error.h"

namespace arete {
namespace {

PointArray lineOf(std::vector<float> x) { return PointArray::fromRows(std::move(x), 1); }
using NeighbourIndices = LargeVector<uint32_t>;

struct KnnReference : testing::Test {
  std::unique_ptr<Device> device = makeCpuDevice(1);
  StageContext context{*device, {}, {}};
  ParamValues params;

  Neighbours nearest(const PointArray& reference, const PointArray& queries, uint32_t k, bool excludeSelf = false) {
    return nearestNeighbours(versions(Stage::knn)[0].as<Stage::knn>(), {reference, params}, {queries, k, excludeSelf}, context);
  }
  std::string refusal(const PointArray& reference, const PointArray& queries, uint32_t k, bool excludeSelf = false) {
    try {
      nearest(reference, queries, k, excludeSelf);
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::wrongUse);
      return error.reason();
    }
    return "";
  }
};

TEST_F(KnnReference, FindsTheNearestFirstWithTheirSquaredDistances) {
  const Neighbours found = nearest(lineOf({10, 0, 3, 7, -1}), lineOf({1, 8}), 3);
  EXPECT_EQ(found.queries, 2u);
  EXPECT_EQ(found.k, 3u);
  EXPECT_EQ(found.indices, (NeighbourIndices{1, 2, 4, 3, 0, 2}));
  EXPECT_EQ(found.squared<float>(), (LargeVector<float>{1, 4, 4, 1, 4, 25}));
  EXPECT_GT(found.times.total, 0);
}

TEST_F(KnnReference, GivesTiesToTheLowerIndexEvenAtInfiniteDistance) {
  EXPECT_EQ(nearest(lineOf({2, 0, 2, 0}), lineOf({1}), 3).indices, (NeighbourIndices{0, 1, 2}));
  const Neighbours far = nearest(lineOf({1e30F, -1e30F, 5, 2e30F}), lineOf({0}), 4);
  EXPECT_EQ(far.indices, (NeighbourIndices{2, 0, 1, 3}));
  EXPECT_EQ(far.squared<float>()[3], std::numeric_limits<float>::infinity());
}

TEST_F(KnnReference, LeavesAPointOutOfItsOwnNeighbours) {
  const PointArray points = lineOf({0, 0, 5});
  EXPECT_EQ(nearest(points, points, 2, true).indices, (NeighbourIndices{1, 2, 0, 2, 0, 1}));
  EXPECT_EQ(nearest(points, points, 1, false).indices, (NeighbourIndices{0, 0, 2}));  // an equal point of lower index comes first
}

TEST_F(KnnReference, RefusesWhatIsOutOfRange) {
  const PointArray three = lineOf({0, 1, 2}), two = lineOf({0, 1});
  EXPECT_EQ(refusal(three, two, 0), "k is 0");
  EXPECT_EQ(refusal(three, two, 4), "k is 4, but there are only 3 reference points");
  EXPECT_EQ(refusal(three, three, 3, true), "k is 3, but without itself a point has only 2 others");
  EXPECT_NE(refusal(three, two, 1, true), "");
  EXPECT_NE(refusal(lineOf(std::vector<float>(2000)), two, 1025), "");
  EXPECT_NE(refusal(three, PointArray(Scalar::float32, 2, 1), 1), "");
  EXPECT_NE(refusal(three, PointArray(Scalar::float64, 1, 1), 1), "");
  EXPECT_TRUE(nearest(three, PointArray(Scalar::float32, 1, 0), 3).indices.empty());
}

}  // namespace
}  // namespace arete
