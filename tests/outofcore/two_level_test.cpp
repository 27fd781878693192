// Neighbours from the disk with leaves of few points: many leaves, many rounds, the bits of row 0.
#include <chrono>
#include <ctime>
#include <numeric>
#include <thread>

#include "tests/outofcore/two_level_support.h"

namespace arete {
namespace {

constexpr uint32_t kTinyLeaf = 64;  // the least that the parameter allows

KnnFunction twoLevel() { return std::get<KnnFunction>(findVersion("knn.cpu.two_level").function); }

void check(const PointArray& points, const PointArray& queries, const ParamValues& params, std::initializer_list<uint32_t> neighbours) {
  for (const int threads : {1, 3}) {
    const auto device = makeCpuDevice(threads);
    const StageContext context{*device, {}, {}};
    const auto searcher = makeSearcher(twoLevel(), {points, params}, context);
    for (const uint32_t k : neighbours)
      for (const bool self : {false, true}) {
        if (k + self > points.size()) continue;
        SCOPED_TRACE("k " + std::to_string(k) + (self ? ", itself" : ""));
        const KnnQuery query{self ? points : queries, k, self};
        const Neighbours found = searcher->query(query, context), expected = test::referenceAnswer(points, query);
        ASSERT_EQ(found.indices, expected.indices);
        ASSERT_TRUE(found.squaredDistances == expected.squaredDistances);
      }
  }
}

TEST(TwoLevel, TinyLeavesGiveTheBitsOfTheReferenceOverTheZoo) {
  ParamValues params;
  params.set(kLeafCapacityParam, kTinyLeaf);
  for (const test::ZooCloud& cloud : test::zoo())
    for (const Scalar scalar : {Scalar::float32, Scalar::float64})
      for (const Layout layout : {Layout::row, Layout::column}) {
        if (cloud.points.empty() || (layout == Layout::column && scalar == Scalar::float32)) continue;
        SCOPED_TRACE(cloud.name + (scalar == Scalar::float32 ? ", float" : ", double") + (layout == Layout::row ? ", row" : ", column"));
        const PointArray points = cloud.points.withScalar(scalar).withLayout(layout);
        PointArray queries = test::uniformBox(40, points.dimension(), 30, points.size()).withScalar(scalar);
        queries.setCoordinate(11, 0, 1e30);
        check(points, queries, params, {1, 8, std::min(points.size(), 100U)});
        if (HasFatalFailure()) return;
      }
}

TEST(TwoLevel, EqualPointsBeyondALeafAreFoundByIndex) {
  ParamValues params;
  params.set(kLeafCapacityParam, kTinyLeaf);
  check(test::allEqual(1000, 3, 1.25), test::allEqual(3, 3, 1.25), params, {1, 70});
}

TEST(TwoLevel, PointsOnAllScalesArePartedInSeveralPasses) {
  PointArray points(Scalar::float64, 2, 3000);
  test::Random random(5);
  for (uint32_t i = 0; i < points.size(); ++i) {
    const double scale = std::pow(10, -150 + 300.0 * random.uniform());
    for (int k = 0; k < 2; ++k) points.setCoordinate(i, k, scale * random.uniform(-1, 1));
  }
  ParamValues params;
  params.set(kLeafCapacityParam, kTinyLeaf);
  check(points, points.subset(std::vector<uint32_t>{3, 5, 900}), params, {1, 5});
}

TEST(TwoLevel, NeighboursUpToTheLargestKComeFromManyLeaves) {
  ParamValues params;
  params.set(kLeafCapacityParam, kTinyLeaf);
  for (const int d : {3, 9}) {
    const PointArray points = test::clusters(1200, d, 31).withScalar(Scalar::float32);
    check(points, test::clusters(50, d, 32).withScalar(Scalar::float32), params, {33, kMostNeighbours});
  }
}

/// More queries than a batch holds: they are sorted in a file of their own.
TEST(TwoLevel, ManyQueriesInLittleMemoryAreSortedOnTheDisk) {
  const uint32_t count = test::kSanitized ? 20'000 : 100'000;
  ParamValues params;
  params.set(kLeafCapacityParam, 1000);
  params.set(kMaxMemoryParam, 32);
  const PointArray points = test::clusters(count, 3, 41).withScalar(Scalar::float32);
  const PointArray queries = test::clusters(count, 3, 42).withScalar(Scalar::float32);
  const auto device = makeCpuDevice(2);
  const StageContext context{*device, {}, {}};
  const KnnQuery query{queries, 60};
  const auto best = std::get<KnnFunction>(findVersion("knn.cpu.best").function);
  const Neighbours found = nearestNeighbours(twoLevel(), {points, params}, query, context);
  const Neighbours expected = nearestNeighbours(best, {points, params}, query, context);
  EXPECT_EQ(found.indices, expected.indices);
  EXPECT_TRUE(found.squaredDistances == expected.squaredDistances);
}

TEST(TwoLevel, LeavesTooLargeForTheMemoryAreRefusedWithAHint) {
  ParamValues params;
  params.set(kLeafCapacityParam, 1 << 20);
  params.set(kMaxMemoryParam, 32);
  const PointArray points = test::uniformBox(1'000'000, 3, 1, 1);
  const auto device = makeCpuDevice(1);
  const Error error = test::errorOf([&] { makeSearcher(twoLevel(), {points, params}, {*device, {}, {}}); });
  EXPECT_EQ(error.kind(), ErrorKind::wrongUse);
  EXPECT_FALSE(error.hint().empty());
}

TEST(TwoLevel, StopsWithinATenthOfASecondWhileBuildingAndWhileSearching) {
  const PointArray points = test::uniformBox(test::kSanitized ? 200'000 : 1'000'000, 3, 1, 3).withScalar(Scalar::float32);
  ParamValues params;
  const auto device = makeCpuDevice(2);
  for (const int after_ms : {5, 20, 60, 200, 500}) {
    std::stop_source source;
    std::clock_t asked = 0;
    std::jthread stopper([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(after_ms));
      asked = std::clock();
      source.request_stop();
    });
    EXPECT_THROW(nearestNeighbours(twoLevel(), {points, params}, {points, 5}, {*device, source.get_token(), {}}), Cancelled);
    const std::clock_t stopped = std::clock();
    stopper.join();
    // What both threads still computed: on a machine with nothing else to do half of it is the time that passed.
    const double computed_ms = 1000.0 * double(stopped - asked) / CLOCKS_PER_SEC;
    EXPECT_LT(computed_ms, test::kSanitized ? 1000 : 100) << after_ms;
  }
}

}  // namespace
}  // namespace arete
