// Neighbours on disk with leaves of few points: many leaves, many rounds, the bits of row 0.
#include <chrono>
#include <ctime>
#include <functional>
#include <numeric>
#include <optional>
#include <thread>

#include "compute/core/cuda_support.h"
#include "tests/outofcore/two_level_support.h"

namespace arete {
namespace {

constexpr uint32_t kTinyLeaf = 64;  // the least that the parameter allows

/// Runs for the versions of one backend.
class TwoLevel : public testing::TestWithParam<Backend> {
 protected:
  void SetUp() override {
    if (GetParam() == Backend::cuda && !cudaUnavailableReason().empty()) GTEST_SKIP() << cudaUnavailableReason();
  }
  static KnnFunction twoLevel() { return findVersion(GetParam() == Backend::cuda ? "knn.cuda.two_level" : "knn.cpu.two_level").as<Stage::knn>(); }
  static std::unique_ptr<Device> makeDevice(int threads) { return GetParam() == Backend::cuda ? makeCudaDevice(0, threads) : makeCpuDevice(threads); }

  static void check(const PointArray& points, const PointArray& queries, const ParamValues& params, std::initializer_list<uint32_t> neighbours) {
    for (const int threads : {1, 3}) {
      const auto device = makeDevice(threads);
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
};

TEST_P(TwoLevel, TinyLeavesGiveTheBitsOfTheReferenceOverTheZoo) {
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

TEST_P(TwoLevel, EqualPointsBeyondALeafAreFoundByIndex) {
  ParamValues params;
  params.set(kLeafCapacityParam, kTinyLeaf);
  check(test::allEqual(1000, 3, 1.25), test::allEqual(3, 3, 1.25), params, {1, 70});
}

TEST_P(TwoLevel, PointsOnAllScalesArePartedInSeveralPasses) {
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

TEST_P(TwoLevel, NeighboursUpToTheLargestKComeFromManyLeaves) {
  ParamValues params;
  params.set(kLeafCapacityParam, kTinyLeaf);
  for (const int d : {3, 9}) {
    const PointArray points = test::clusters(1200, d, 31).withScalar(Scalar::float32);
    check(points, test::clusters(50, d, 32).withScalar(Scalar::float32), params, {33, kMostNeighbours});
  }
}

/// More queries than a batch holds: they are sorted in a file of their own.
TEST_P(TwoLevel, ManyQueriesInLittleMemoryAreSortedOnTheDisk) {
  const uint32_t count = test::kSanitized ? 20'000 : 100'000;
  ParamValues params;
  params.set(kLeafCapacityParam, 1000);
  params.set(kMaxMemoryParam, 32);
  const PointArray points = test::clusters(count, 3, 41).withScalar(Scalar::float32);
  const PointArray queries = test::clusters(count, 3, 42).withScalar(Scalar::float32);
  const auto device = makeDevice(2);
  const StageContext context{*device, {}, {}};
  const KnnQuery query{queries, 60};
  const auto best = findVersion("knn.cpu.best").as<Stage::knn>();
  const Neighbours found = nearestNeighbours(twoLevel(), {points, params}, query, context);
  const Neighbours expected = nearestNeighbours(best, {points, params}, query, context);
  EXPECT_EQ(found.indices, expected.indices);
  EXPECT_TRUE(found.squaredDistances == expected.squaredDistances);
}

TEST_P(TwoLevel, LeavesTooLargeForTheMemoryAreRefusedWithAHint) {
  ParamValues params;
  params.set(kLeafCapacityParam, 1 << 20);
  params.set(kMaxMemoryParam, 32);
  const PointArray points = test::uniformBox(1'000'000, 3, 1, 1);
  const auto device = makeDevice(1);
  const Error error = test::errorOf([&] { makeSearcher(twoLevel(), {points, params}, {*device, {}, {}}); });
  EXPECT_EQ(error.kind(), ErrorKind::wrongUse);
  EXPECT_FALSE(error.hint().empty());
}

/// Asks a search to stop after a share of the time that it takes: what all threads computed afterwards, in milliseconds of processor time;
/// none when the search ended before. `whole` becomes the time of a run that was not stopped.
std::optional<double> computedAfterStop(const std::function<void(std::stop_token)>& search, double share, std::chrono::duration<double>& whole) {
  std::stop_source source;
  std::clock_t asked = 0;
  std::jthread stopper([&, after = share * whole] {
    std::this_thread::sleep_for(after);
    asked = std::clock();
    source.request_stop();
  });
  const auto start = std::chrono::steady_clock::now();
  try {
    search(source.get_token());
  } catch (const Cancelled&) {
    return 1000.0 * double(std::clock() - asked) / CLOCKS_PER_SEC;
  }
  whole = std::chrono::steady_clock::now() - start;
  return std::nullopt;
}

/// Half of the processor time of two threads is the time that passes on a machine with nothing else to do. The least of some attempts counts, as
/// other programs on the machine make an attempt longer, never shorter.
TEST_P(TwoLevel, StopsWithinATenthOfASecondWhileBuildingAndWhileSearching) {
  const PointArray points = test::uniformBox(test::kSanitized ? 200'000 : 1'000'000, 3, 1, 3).withScalar(Scalar::float32);
  const ParamValues params;
  const auto device = makeDevice(2);
  const auto search = [&](std::stop_token stop) { nearestNeighbours(twoLevel(), {points, params}, {points, 5}, {*device, std::move(stop), {}}); };
  const auto start = std::chrono::steady_clock::now();
  search({});
  std::chrono::duration<double> whole = std::chrono::steady_clock::now() - start;
  const double most_ms = test::kSanitized ? 1000 : 100;
  for (const double share : {0.01, 0.05, 0.2, 0.4, 0.6}) {
    constexpr int kAttempts = 8;
    std::optional<double> least_ms;
    for (int attempt = 0; attempt < kAttempts && !(least_ms && *least_ms < most_ms); ++attempt)
      if (const auto computed_ms = computedAfterStop(search, share, whole)) least_ms = std::min(*computed_ms, least_ms.value_or(*computed_ms));
    ASSERT_TRUE(least_ms) << "never stopped, asked after " << share << " of " << whole.count() << " s";
    EXPECT_LT(*least_ms, most_ms) << "asked after " << share << " of " << whole.count() << " s";
  }
}

TEST(CudaTwoLevel, LeavesThatTheGpuHasNoRoomForComeAgain) {
  if (!cudaUnavailableReason().empty()) GTEST_SKIP() << cudaUnavailableReason();
  const PointArray points = test::clusters(100'000, 3, 3).withScalar(Scalar::float32);
  const PointArray queries = test::clusters(50'000, 3, 4).withScalar(Scalar::float32);
  const auto device = makeCudaDevice();
  const StageContext context{*device, {}, {}};
  ParamValues params;
  params.set(kLeafCapacityParam, 5000);
  params.set(kMaxMemoryParam, 32);
  params.set(kDeviceMemoryParam, 16);
  const KnnQuery query{queries, 10};
  const Neighbours found = nearestNeighbours(findVersion("knn.cuda.two_level").as<Stage::knn>(), {points, params}, query, context);
  const Neighbours expected = nearestNeighbours(findVersion("knn.cpu.v9").as<Stage::knn>(), {points, params}, query, context);
  EXPECT_EQ(found.indices, expected.indices);
  EXPECT_TRUE(found.squaredDistances == expected.squaredDistances);
}

TEST(CudaTwoLevel, SaysWhenTheGpuHasTooLittleMemory) {
  if (!cudaUnavailableReason().empty()) GTEST_SKIP() << cudaUnavailableReason();
  ParamValues params;
  params.set(kDeviceMemoryParam, 1);
  const PointArray points = test::uniformBox(200'000, 3, 1, 1);
  const auto device = makeCudaDevice();
  const auto function = findVersion("knn.cuda.two_level").as<Stage::knn>();
  const Error error = test::errorOf([&] { nearestNeighbours(function, {points, params}, {points, 8}, {*device, {}, {}}); });
  EXPECT_EQ(error.kind(), ErrorKind::outOfMemory);
  EXPECT_NE(error.hint().find("--device-memory"), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(On, TwoLevel, testing::Values(Backend::cpu, Backend::cuda), [](const auto& info) { return std::string(name(info.param)); });

}  // namespace
}  // namespace arete
