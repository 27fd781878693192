// The vocabulary tree: what it finds, how much of it, and that threads do not matter.
#include <gtest/gtest.h>

#include <algorithm>

#include "compute/catalog/version.h"
#include "tests/support/zoo.h"

namespace arete {
namespace {

Neighbours search(const char* id, const PointArray& points, uint32_t k, const ParamValues& params = {}, int threads = 2) {
  const auto device = makeCpuDevice(threads);
  return nearestNeighbours(std::get<KnnFunction>(findVersion(id).function), {points, params}, {points, k, true}, {*device, {}, {}});
}

double shareFound(const Neighbours& found, const Neighbours& expected) {
  size_t hits = 0;
  for (size_t i = 0; i < found.indices.size(); ++i) {
    const auto row = expected.indices.begin() + ptrdiff_t(i / found.k * found.k);
    hits += std::find(row, row + found.k, found.indices[i]) != row + found.k;
  }
  return double(hits) / double(found.indices.size());
}

TEST(KnnVocabularyTree, SaysHowManyOfTheTrueNeighboursItFound) {
  for (const int d : {2, 8, 16}) {
    const PointArray points = test::clusters(6000, d, uint64_t(d)).withScalar(Scalar::float32);
    const Neighbours found = search("knn.cpu.vocabulary_tree", points, 5), expected = search("knn.cpu.best", points, 5);
    ASSERT_TRUE(found.recall);
    EXPECT_NEAR(*found.recall, shareFound(found, expected), 0.03) << d;  // it looks at a sixth of the queries
    EXPECT_GT(*found.recall, 0.3) << d;
    ParamValues more;
    more.set(kVocabularyProbesParam, 200);
    EXPECT_GT(*search("knn.cpu.vocabulary_tree", points, 5, more).recall, *found.recall) << d;
  }
}

TEST(KnnVocabularyTree, FindsAllWhenItLooksThroughAllLeaves) {
  const PointArray points = test::spiral(3000, 5, 1, 4);
  ParamValues params;
  params.set(kVocabularyProbesParam, 4096);
  const Neighbours found = search("knn.cpu.vocabulary_tree", points, 7, params), expected = search("knn.cpu.best", points, 7);
  EXPECT_EQ(found.indices, expected.indices);
  EXPECT_EQ(found.squaredDistances, expected.squaredDistances);
  EXPECT_EQ(*found.recall, 1);
}

TEST(KnnVocabularyTree, IsTheSameForEveryNumberOfThreads) {
  const PointArray points = test::clusters(140'000, 3, 3).withScalar(Scalar::float32);  // large, normal and fragments
  const Neighbours one = search("knn.cpu.vocabulary_tree", points, 4, {}, 1), three = search("knn.cpu.vocabulary_tree", points, 4, {}, 3);
  EXPECT_EQ(one.indices, three.indices);
  EXPECT_EQ(one.squaredDistances, three.squaredDistances);
}

TEST(KnnVocabularyTree, TakesEqualPointsStraysAndFewPoints) {
  EXPECT_EQ(search("knn.cpu.vocabulary_tree", test::allEqual(500, 3, 2), 3).indices[0], 1u);
  for (const test::ZooCloud& cloud : test::zoo()) {
    if (cloud.points.size() < 2) continue;
    const Neighbours found = search("knn.cpu.vocabulary_tree", cloud.points, 1);
    for (uint32_t i = 0; i < found.queries; ++i) ASSERT_LT(found.indices[i], cloud.points.size()) << cloud.name;
  }
}

}  // namespace
}  // namespace arete
