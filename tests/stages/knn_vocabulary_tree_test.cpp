// The vocabulary tree: what it finds, how much of it, and that threads do not matter.
#include <gtest/gtest.h>

#include <algorithm>

#include "compute/catalog/version.h"
#include "compute/core/cuda_support.h"
#include "compute/core/error.h"
#include "tests/support/zoo.h"

namespace arete {
namespace {

Neighbours search(const char* id, const PointArray& points, uint32_t k, const ParamValues& params = {}, int threads = 2) {
  const auto device = makeCpuDevice(threads);
  return nearestNeighbours(findVersion(id).as<Stage::knn>(), {points, params}, {points, k, true}, {*device, {}, {}});
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

bool isWithinOne(const Bounds& inner, const std::vector<Bounds>& boxes, int dimension) {
  return std::ranges::any_of(boxes, [&](const Bounds& outer) {
    for (size_t k = 0; k < size_t(dimension); ++k)
      if (inner.minimum[k] < outer.minimum[k] || inner.maximum[k] > outer.maximum[k]) return false;
    return true;
  });
}

TEST(KnnVocabularyTree, CellsHoldAllPointsAndLieWithinThoseOfTheLevelAbove) {
  constexpr int kDimension = 3;
  const PointArray points = test::clusters(6000, kDimension, 5).withScalar(Scalar::float32);
  const auto device = makeCpuDevice(2);
  ParamValues params;
  params.set(kVocabularyChildrenParam, 5);
  params.set(kVocabularyLevelsParam, 4);
  const auto searcher = makeSearcher(findVersion("knn.cpu.vocabulary_tree").as<Stage::knn>(), {points, params}, {*device, {}, {}});
  std::vector<Bounds> above = searcher->cells(0);
  ASSERT_EQ(above.size(), 1u);
  for (uint32_t level = 1; level <= 3; ++level) {  // nodes of so many points have children down to there
    const std::vector<Bounds> cells = searcher->cells(level);
    EXPECT_GT(cells.size(), above.size());
    EXPECT_LE(cells.size(), above.size() * 5) << "K";
    for (const Bounds& cell : cells) EXPECT_TRUE(isWithinOne(cell, above, kDimension)) << "level " << level;
    for (uint32_t i = 0; i < points.size(); ++i) {
      Bounds point;
      for (int k = 0; k < kDimension; ++k) point.minimum[size_t(k)] = point.maximum[size_t(k)] = points.coordinate(i, k);
      ASSERT_TRUE(isWithinOne(point, cells, kDimension)) << "level " << level << ", point " << i;
    }
    above = cells;
  }
  EXPECT_FALSE(searcher->cells(4).empty());
  EXPECT_TRUE(searcher->cells(5).empty()) << "L";
}

/// Tree, answers and recall.
void expectEqualOnTheGpu(const PointArray& points, const PointArray& queries, const ParamValues& params, uint32_t k) {
  const auto cpu = makeCpuDevice(2), gpu = makeCudaDevice();
  const StageContext off{*cpu, {}, {}}, on{*gpu, {}, {}};
  const auto expected = makeSearcher(findVersion("knn.cpu.vocabulary_tree").as<Stage::knn>(), {points, params}, off);
  const auto searcher = makeSearcher(findVersion("knn.cuda.vocabulary_tree").as<Stage::knn>(), {points, params}, on);
  for (uint32_t level = 0; level <= 3; ++level) {
    const std::vector<Bounds> cells = searcher->cells(level), wanted = expected->cells(level);
    ASSERT_EQ(cells.size(), wanted.size()) << level;
    for (size_t i = 0; i < cells.size(); ++i)
      ASSERT_TRUE(cells[i].minimum == wanted[i].minimum && cells[i].maximum == wanted[i].maximum) << "level " << level << ", cell " << i;
  }
  for (const bool self : {false, true}) {
    if (k + self > points.size()) continue;
    const KnnQuery query{self ? points : queries, k, self};
    const Neighbours found = searcher->query(query, on), wanted = expected->query(query, off);
    ASSERT_EQ(found.indices, wanted.indices);
    ASSERT_TRUE(found.squaredDistances == wanted.squaredDistances);
    ASSERT_EQ(found.recall, wanted.recall);
  }
}

TEST(CudaVocabularyTree, IsThatOfTheCpuOverTheZoo) {
  if (!cudaUnavailableReason().empty()) GTEST_SKIP() << cudaUnavailableReason();
  for (const test::ZooCloud& cloud : test::zoo())
    for (const Scalar scalar : {Scalar::float32, Scalar::float64})
      for (const double children : {3, 64}) {
        if (cloud.points.empty()) continue;
        SCOPED_TRACE(cloud.name + (scalar == Scalar::float32 ? ", float" : ", double"));
        ParamValues params;
        params.set(kVocabularyChildrenParam, children);
        const PointArray queries = test::uniformBox(40, cloud.points.dimension(), 30, 1).withScalar(scalar);
        expectEqualOnTheGpu(cloud.points.withScalar(scalar), queries, params, std::min(cloud.points.size(), 5U));
        if (HasFatalFailure()) return;
      }
}

/// Large and normal nodes and fragments; in memory, and passing through it.
TEST(CudaVocabularyTree, IsThatOfTheCpuWhereItPassesThroughLittleMemory) {
  if (!cudaUnavailableReason().empty()) GTEST_SKIP() << cudaUnavailableReason();
  for (const Scalar scalar : {Scalar::float32, Scalar::float64})
    for (const double memory : {0, 3}) {
      SCOPED_TRACE((scalar == Scalar::float32 ? "float, " : "double, ") + std::to_string(memory) + " MB");
      ParamValues params;
      params.set(kDeviceMemoryParam, memory);
      const PointArray points = test::clusters(150'000, 3, 5).withScalar(scalar);
      expectEqualOnTheGpu(points, test::clusters(3000, 3, 6).withScalar(scalar), params, 9);
      if (HasFatalFailure()) return;
    }
}

TEST(CudaVocabularyTree, SaysWhenTheGpuHasTooLittleMemory) {
  if (!cudaUnavailableReason().empty()) GTEST_SKIP() << cudaUnavailableReason();
  ParamValues params;
  params.set(kDeviceMemoryParam, 1);
  const PointArray points = test::uniformBox(2'000'000, 2, 1, 1);
  const auto gpu = makeCudaDevice();
  const auto function = findVersion("knn.cuda.vocabulary_tree").as<Stage::knn>();
  try {
    makeSearcher(function, {points, params}, {*gpu, {}, {}});
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::outOfMemory);
    EXPECT_NE(error.hint().find("device-memory"), std::string::npos);
  }
}

}  // namespace
}  // namespace arete
