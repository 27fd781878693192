// Super-points of points that are never all in memory, beside those of the stage's reference on the different points of the cloud.
#include <gtest/gtest.h>

#include <atomic>
#include <random>
#include <string>
#include <tuple>
#include <vector>

#include "compute/core/error.h"
#include "compute/network/rules/network_params.h"
#include "compute/network/streamed/cell_runs.h"
#include "compute/network/streamed/network_needs.h"
#include "compute/network/streamed/streamed_super_points.h"
#include "compute/network/super_points/distinct_points.h"
#include "compute/network/super_points/stage.h"
#include "tests/io/write_support.h"

namespace arete {
namespace {

constexpr uint64_t kAnyNumber = UINT64_MAX;

struct StreamedSuperPointsTest : test::TemporaryFolder {
  /// `places`: along an axis; few are had many times.
  static PointArray points(uint32_t count, int dimension, uint32_t places, Scalar scalar) {
    std::mt19937 random(11);
    std::vector<double> rows;
    for (size_t i = 0; i < size_t(count) * size_t(dimension); ++i) rows.push_back(double(random() % places) / double(places) * 100 - 30);
    return PointArray::fromRows(rows, dimension).withScalar(scalar);
  }
  static PointCloud withoutPoints(const PointCloud& cloud) {
    return PointCloud::inRange(PointArray(cloud.scalar(), cloud.dimension(), 0), cloud.origin(), cloud.bounds(), {});
  }
  SuperPoints streamed(const PointCloud& cloud, double r1, size_t memory_bytes, int threads, uint64_t most = kAnyNumber) const {
    const auto device = makeCpuDevice(threads);
    const StageContext context{*device, {}, {}};
    const cpu::DistinctStore::Room room{memory_bytes, folder};
    cpu::DistinctStore store(ArrayStream(cloud.points()), room, context);
    const PointCloud standIn = withoutPoints(cloud);
    return cpu::streamedSuperPoints(store, {standIn, r1, networkRules(standIn, {})}, room, most, context);
  }
  static SuperPoints byReference(const PointCloud& cloud, double r1) {
    const auto device = makeCpuDevice(1);
    const StageContext context{*device, {}, {}};
    const PointCloud distinct = distinctPoints(cloud, context);
    return cpu::superPointsSequential({distinct, r1, networkRules(cloud, {})}, context);
  }
};

TEST_F(StreamedSuperPointsTest, AreThoseOfTheReferenceForAnyMemoryThreadsAndRepeatedPoints) {
  for (const int dimension : {2, 3})
    for (const uint32_t places : {1U, 40U, 1U << 30})
      for (const Scalar scalar : {Scalar::float32, Scalar::float64}) {
        const PointCloud cloud(points(120'000, dimension, places, scalar));
        for (const double r1 : {3.0, 60.0}) {
          const SuperPoints expected = byReference(cloud, r1);
          for (const int threads : {1, 2, 7})
            for (const size_t megabytes : {3, 8, 256}) {
              const SuperPoints found = streamed(cloud, r1, megabytes << 20, threads);
              ASSERT_EQ(found.places, expected.places)
                  << dimension << "D, " << places << " places, " << megabytes << " MB, " << threads << " threads";
              ASSERT_EQ(found.weights, expected.weights);
              ASSERT_EQ(found.kernelScale, expected.kernelScale);
              ASSERT_EQ(found.dimension, dimension);
            }
        }
      }
}

TEST_F(StreamedSuperPointsTest, AStoreIsGoneThroughAgainWithoutRepeatedPointsAndGoesToTheDiskWhereMemoryIsShort) {
  const PointCloud cloud(points(300'000, 3, 30, Scalar::float64));
  const auto device = makeCpuDevice(2);
  const StageContext context{*device, {}, {}};
  cpu::DistinctStore store(ArrayStream(cloud.points()), {size_t(4) << 20, folder}, context);
  EXPECT_GT(store.writtenBytes(), uint64_t(4) << 20);
  const uint32_t distinct = distinctPoints(cloud, context).size();
  ASSERT_LT(distinct, cloud.size());
  for (int pass = 0; pass < 3; ++pass) {
    std::atomic<uint64_t> seen = 0;
    store.forEachBlock<double>(context, [&](const PointsView<double>& block, int) { seen += block.count; });
    EXPECT_EQ(seen, distinct) << pass;
    EXPECT_EQ(store.size(), distinct);
  }
  EXPECT_TRUE(std::filesystem::is_empty(folder)) << "the file has no name";
}

TEST_F(StreamedSuperPointsTest, RunsOfCellsMergeToEachCellOnce) {
  const auto device = makeCpuDevice(1);
  const StageContext context{*device, {}, {}};
  cpu::CellRuns<2> runs(folder);
  EXPECT_TRUE(runs.empty());
  for (const uint64_t first : {5, 0, 3}) {
    std::vector<cpu::CellSum<2>> run;
    for (uint64_t key = first + 2000; key-- > first;) run.push_back({key, 1, {int64_t(key), 2}});
    runs.add(std::move(run));
  }
  uint64_t next = 0;
  runs.merge(1, context, [&](const cpu::CellSum<2>& sum) {
    const int64_t times = int64_t(next < 2000) + int64_t(next >= 3 && next < 2003) + int64_t(next >= 5 && next < 2005);
    EXPECT_EQ(sum.key, next++);
    EXPECT_EQ(sum.count, times);
    EXPECT_EQ(sum.offsets[0], times * int64_t(sum.key));
    EXPECT_EQ(sum.offsets[1], 2 * times);
  });
  EXPECT_EQ(next, 2005U);
}

TEST_F(StreamedSuperPointsTest, TooLittleMemoryAndTooManyCellsAreRefusedWithWhatWouldDo) {
  const PointCloud cloud(points(100'000, 3, 1U << 30, Scalar::float32));
  for (const auto& [megabytes, most, where] :
       {std::tuple(0, kAnyNumber, "cannot be found in 0 MB"), std::tuple(64, uint64_t(1000), "more than 1000 cells have points")}) {
    try {
      streamed(cloud, 3, size_t(megabytes) << 20, 2, most);
      FAIL() << "not refused: " << where;
    } catch (const Error& error) {
      EXPECT_EQ(error.where(), "--max-memory");
      EXPECT_NE(std::string(error.what()).find(where), std::string::npos) << error.what();
    }
  }
}

TEST_F(StreamedSuperPointsTest, CellsAreCountedAboutBeforeTheyAreMade) {
  const PointCloud cloud(points(200'000, 3, 1U << 30, Scalar::float32));
  const double cells = byReference(cloud, 20).size();
  EXPECT_NEAR(double(networkCells(ArrayStream(cloud.points()), 20, networkRules(cloud, {}), {})), cells, 0.05 * cells);
  EXPECT_EQ(mostNetworkCells(networkBytes(1000)), 1000U);
  EXPECT_EQ(mostNetworkCells(0), 0U);
}

}  // namespace
}  // namespace arete
