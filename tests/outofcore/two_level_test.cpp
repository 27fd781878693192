// Neighbours on disk with leaves of few points: many leaves, many rounds, the bits of row 0.
#include <chrono>
#include <ctime>
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

TEST_P(TwoLevel, StopsWithinATenthOfASecondWhileBuildingAndWhileSearching) {
  const PointArray points = test::uniformBox(test::kSanitized ? 200'000 : 1'000'000, 3, 1, 3).withScalar(Scalar::float32);
  ParamValues params;
  const auto device = makeDevice(2);
  const auto search = [&](std::stop_token stop) { nearestNeighbours(twoLevel(), {points, params}, {points, 5}, {*device, std::move(stop), {}}); };
  using Milliseconds = std::chrono::duration<double, std::milli>;
  const auto run = [&](std::stop_token stop) -> std::optional<Milliseconds> {  // how long it took; none when it was stopped
    const auto start = std::chrono::steady_clock::now();
    try {
      search(std::move(stop));
    } catch (const Cancelled&) {
      return std::nullopt;
    }
    return std::chrono::steady_clock::now() - start;
  };
  Milliseconds whole = *run({});
  for (const double share : {0.01, 0.05, 0.2, 0.4, 0.6}) {
    constexpr int kAttempts = 5;
    bool isStopped = false;
    for (int attempt = 0; attempt < kAttempts && !isStopped; ++attempt) {
      const Milliseconds after = share * whole;
      std::stop_source source;
      std::clock_t asked = 0;
      std::jthread stopper([&] {
        std::this_thread::sleep_for(after);
        asked = std::clock();
        source.request_stop();
      });
      const std::optional<Milliseconds> ended = run(source.get_token());
      const std::clock_t stopped = std::clock();
      stopper.join();
      isStopped = !ended;
      if (ended) {  // before it was asked, as the machine is faster now
        whole = *ended;
        continue;
      }
      // What both threads still computed: on a machine with nothing else to do half of it is the time that passed.
      const double computed_ms = 1000.0 * double(stopped - asked) / CLOCKS_PER_SEC;
      EXPECT_LT(computed_ms, test::kSanitized ? 1000 : 100) << after.count();
    }
    EXPECT_TRUE(isStopped) << "asked after " << share << " of " << whole.count() << " ms";
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
