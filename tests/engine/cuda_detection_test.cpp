// Whole detections on the GPU end with the hash of the CPU's, version by version.
#include <gtest/gtest.h>

#include <chrono>
#include <cstdio>
#include <map>
#include <set>

#include "compute/core/cuda_support.h"
#include "compute/core/error.h"
#include "compute/engine/detector.h"
#include "compute/engine/version_race.h"
#include "tests/support/spiral.h"

namespace arete {
namespace {

class CudaDetection : public testing::Test {
 protected:
  void SetUp() override {
    if (!cudaUnavailableReason().empty()) GTEST_SKIP() << cudaUnavailableReason();
  }

  static PointCloud spiral(uint32_t points, int dimension) { return test::spiralCloud({.points = points, .dimension = dimension}); }

  static Job job(Backend backend) {
    Job job;
    job.params.set(kR1Param, test::kSpiralR1);
    job.backend = backend;
    return job;
  }

  /// `historyBytes` 0: loops on the device are not shown step by step.
  static std::string hash(const PointCloud& cloud, const Job& job, size_t historyBytes = 0) {
    const auto device = makeDevice(job);
    Detector detector(cloud, job, *device, {}, {.historyBytes = historyBytes});
    detector.advance(StepKind::end, {});
    return detector.frame(true, false, {})->hash;
  }

  /// The default versions of the GPU, and each of its exact versions in the place of the default.
  static void check(uint32_t points, int dimension) {
    const PointCloud cloud = spiral(points, dimension);
    const std::string expected = hash(cloud, job(Backend::cpu));
    for (int twice = 0; twice < 2; ++twice) EXPECT_EQ(hash(cloud, job(Backend::cuda)), expected) << "defaults";
    for (const Version& version : catalog()) {
      if (stageInfo(version.stage).use != StageUse::chains || version.backend != Backend::cuda || !version.exact || !version.available()) continue;
      Job one = job(Backend::cuda);
      one.versionIds[size_t(version.stage)] = version.id;
      EXPECT_EQ(hash(cloud, one), expected) << version.id;
    }
  }
};

TEST_F(CudaDetection, OfASmallSpiralHasTheBitsOfTheCpu) { check(4000, 3); }
TEST_F(CudaDetection, OfASmallSpiralByTheDefaultsHasTheBitsOfTheCpu) {
  const PointCloud cloud = spiral(4000, 3);
  EXPECT_EQ(hash(cloud, job(Backend::cuda)), hash(cloud, job(Backend::cpu)));
}
TEST_F(CudaDetection, ThatKeepsEveryStepHasTheBitsOfTheCpu) {
  const PointCloud cloud = spiral(50'000, 2);
  EXPECT_EQ(hash(cloud, job(Backend::cuda), DetectorOptions{}.historyBytes), hash(cloud, job(Backend::cpu)));
}
TEST_F(CudaDetection, OfAHundredThousandPointsHasTheBitsOfTheCpu) {
  check(100'000, 2);
  check(100'000, 3);
}
TEST_F(CudaDetection, OfAMillionPointsHasTheBitsOfTheCpu) {
  check(1'000'000, 2);
  check(1'000'000, 3);
}

TEST_F(CudaDetection, OfTenMillionPointsHasTheBitsOfTheCpu) {
  for (const int d : {2, 3}) {
    const PointCloud cloud = spiral(10'000'000, d);
    const std::string expected = hash(cloud, job(Backend::cpu));
    for (int twice = 0; twice < 2; ++twice) EXPECT_EQ(hash(cloud, job(Backend::cuda)), expected);
  }
}
TEST_F(CudaDetection, ToTheTrueFixedPointHasTheBitsOfTheCpu) {
  const PointCloud cloud = spiral(200'000, 2);
  Job cpu = job(Backend::cpu), cuda = job(Backend::cuda);
  for (Job* each : {&cpu, &cuda}) each->params.set(kToleranceParam, 0);
  EXPECT_EQ(hash(cloud, cuda), hash(cloud, cpu));
}

TEST_F(CudaDetection, KnowsWhatItsStagesTookOnTheGpu) {
  for (const bool everyStep : {false, true}) {
    const auto device = makeDevice(job(Backend::cuda));
    Detector detector(spiral(100'000, 2), job(Backend::cuda), *device, {}, {.historyBytes = everyStep ? DetectorOptions{}.historyBytes : 0});
    const auto start = std::chrono::steady_clock::now();
    detector.advance(StepKind::end, {});
    const double whole = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
    const auto frame = detector.frame(true, false, {});
    const StageTimes &wall = frame->times, &onDevice = frame->deviceTimes;
    constexpr double kClocks = 1.05;  // two clocks that agree but for this
    double evolve = 0, decimate = 0, choose = 0;
    for (const StepRecord& step : *frame->history) {
      EXPECT_GT(step.device_ms, 0);
      (step.stage == Stage::evolve ? evolve : step.stage == Stage::decimate ? decimate : choose) += step.device_ms;
    }
    for (const TimeOf what : {TimeOf(Stage::choose), TimeOf(ExtraTime::prepare), TimeOf(Stage::evolve), TimeOf(Stage::decimate)})
      EXPECT_GT(onDevice[what], 0);
    for (const TimeOf what : {TimeOf(Stage::choose), TimeOf(ExtraTime::prepare), TimeOf(Stage::decimate)})
      EXPECT_LE(onDevice[what], wall[what] * kClocks + 0.05);
    EXPECT_LE(onDevice[Stage::evolve], whole * kClocks) << "between its launches the host keeps steps, which its wall time leaves out";
    EXPECT_NEAR(evolve, onDevice[Stage::evolve], 1e-6 * onDevice[Stage::evolve]);
    EXPECT_NEAR(decimate, onDevice[Stage::decimate], 1e-6 * onDevice[Stage::decimate]);
    EXPECT_EQ(choose, onDevice[Stage::choose]);
    EXPECT_EQ(onDevice[Stage::order], 0) << "by the CPU";
  }
}

TEST_F(CudaDetection, InTilesHasTheBitsOfTheCpuInEveryCombination) {
  const PointCloud cloud = spiral(20'000, 2);
  for (const double kind : {0, 1, 2})
    for (const TileDetection detection : {TileDetection::local, TileDetection::hybrid})
      for (const Smoothing smoothing : {Smoothing::off, Smoothing::decimateThenEvolve, Smoothing::evolveThenDecimate}) {
        Job cpu = job(Backend::cpu), cuda = job(Backend::cuda);
        for (Job* each : {&cpu, &cuda}) {
          each->params.set(kTileDetectionParam, double(detection));
          each->params.set(kTileKindParam, kind);
          each->params.set(kTileCapacityParam, 3000);
          each->params.set(kSmoothingParam, double(smoothing));
        }
        ASSERT_EQ(cuda.version(Stage::tile).backend, Backend::cuda);
        const std::string expected = hash(cloud, cpu), what = cuda.params.text(kTileKindParam) + ", " + cuda.params.text(kTileDetectionParam) + ", " +
                                                              cuda.params.text(kSmoothingParam);
        EXPECT_EQ(hash(cloud, cuda), expected) << what;
        EXPECT_EQ(hash(cloud, cuda, DetectorOptions{}.historyBytes), expected) << what << ", every step kept";
        Job mixed = cuda;  // the tree of the CPU, its tiles on the GPU
        mixed.versionIds[size_t(Stage::tile)] = "tile.cpu.parallel";
        EXPECT_EQ(hash(cloud, mixed), expected) << what << ", mixed";
        mixed = cuda;  // the tree of the GPU, its tiles on the CPU
        mixed.versionIds[size_t(Stage::choose)] = "choose.cpu.sequential";
        mixed.versionIds[size_t(Stage::evolve)] = "evolve.cpu.accelerated";
        EXPECT_EQ(hash(cloud, mixed), expected) << what << ", mixed the other way";
      }
}
TEST_F(CudaDetection, InTilesByBruteForceHasTheBitsOfTheCpu) {
  const PointCloud cloud = spiral(100'000, 2);  // tiles of very different numbers of chosen points
  for (const std::string_view id : {"evolve.cuda.brute_force", "evolve.cuda.brute_force_graph"})
    for (const TileDetection detection : {TileDetection::local, TileDetection::hybrid}) {
      Job cpu = job(Backend::cpu), cuda = job(Backend::cuda);
      for (Job* each : {&cpu, &cuda}) {
        each->params.set(kTileDetectionParam, double(detection));
        each->params.set(kTileKindParam, 2);
        each->params.set(kTileCapacityParam, 20'000);
      }
      cuda.versionIds[size_t(Stage::evolve)] = id;
      EXPECT_EQ(hash(cloud, cuda), hash(cloud, cpu)) << id;
    }
}
TEST_F(CudaDetection, InTilesOfAMillionPointsHasTheBitsOfTheCpu) {
  for (const int dimension : {2, 3}) {
    const PointCloud cloud = spiral(1'000'000, dimension);
    Job cpu = job(Backend::cpu), cuda = job(Backend::cuda);
    for (Job* each : {&cpu, &cuda}) each->params.set(kTileDetectionParam, double(TileDetection::hybrid));
    EXPECT_EQ(hash(cloud, cuda), hash(cloud, cpu));
  }
}

TEST_F(CudaDetection, InARaceIsEqualAndItsLaunchesBytesAndOccupancyAreCounted) {
  const PointCloud cloud = spiral(100'000, 2);
  const Job onGpu = job(Backend::cuda);
  const std::vector<std::string> versions{"cuda.brute_force", "cuda.brute_force_graph", "cuda.accelerated"};
  const auto entries = raceEntries(onGpu, "evolve", versions);
  const Race race = raceVersions({.cloud = cloud, .of = "evolve", .entries = entries, .repeat = 2}, {});
  std::map<std::string, double> launches;
  for (const Racer& racer : race.racers) {
    EXPECT_TRUE(racer.equal) << racer.entry.name;
    std::set<std::string> counted;
    for (const RaceCount& count : racer.counts) {
      if (count.stage != "evolve") continue;
      counted.emplace(count.counter->id);
      if (count.counter->id == "launches") launches[racer.entry.name] = count.value;
      if (count.counter->id == "occupancy") {
        EXPECT_TRUE(count.value > 0 && count.value <= 100) << racer.entry.name << ": " << count.value;
      }
      if (count.counter->id == "moved") {
        EXPECT_LT(count.value * 1e6, double(cloud.points().bytes())) << racer.entry.name << ": the cloud is there already";
      }
    }
    for (const char* id : {"launches", "moved"}) EXPECT_TRUE(counted.contains(id)) << racer.entry.name << ", " << id;
    std::printf("%s: %.0f launches\n", racer.entry.name.c_str(), launches[racer.entry.name]);
  }
  const double byTheHost = launches[race.racers[0].entry.name];
  EXPECT_GE(byTheHost, 2.0 * double(race.racers[0].steps.size() / 2)) << "two an iteration";
  for (size_t i = 1; i < 3; ++i) EXPECT_LT(launches[race.racers[i].entry.name], byTheHost / 4) << "the loop is on the device";
}

TEST_F(CudaDetection, RefusesToRunACudaVersionOnTheCpu) {
  const PointCloud cloud = spiral(100, 2);
  Job wanted = job(Backend::cuda);
  wanted.versionIds[size_t(Stage::evolve)] = "evolve.cuda.brute_force";
  EXPECT_EQ(wanted.deviceBackend(), Backend::cuda);
  const auto cpu = makeCpuDevice(1);
  const auto run = [&] { Detector(cloud, wanted, *cpu, {}).advance(StepKind::end, {}); };
  EXPECT_THROW(run(), Error);
}

}  // namespace
}  // namespace arete
