// What only the GPU's evolve versions have: launch shapes, loops on the device that are shown step by step or not at all, long runs that stop.
#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "compute/catalog/version.h"
#include "compute/core/cuda_support.h"
#include "compute/core/error.h"
#include "compute/core/gpu_params.h"
#include "compute/generate/generate.h"
#include "tests/support/zoo.h"

namespace arete {
namespace {

/// The versions whose loop runs on the device.
std::vector<std::string_view> loops() {
  std::vector<std::string_view> ids;
  for (const Version& version : versions(Stage::evolve))
    if (version.loopOnDevice) ids.push_back(version.id);
  return ids;
}

class CudaEvolve : public testing::Test {
 protected:
  void SetUp() override {
    if (!cudaUnavailableReason().empty()) GTEST_SKIP() << cudaUnavailableReason();
    device_ = makeCudaDevice();
  }
  StageContext context(std::stop_token stop = {}) { return {*device_, std::move(stop), {}}; }

  std::unique_ptr<Evolver> evolver(std::string_view id, const PointCloud& cloud, double r1, const ParamValues& params) {
    return findVersion(id).as<Stage::evolve>()({cloud, r1, params}, context());
  }
  PointArray chosen(const PointCloud& cloud, double r1) {
    return cloud.points().subset(findVersion("choose.cpu.rounds").as<Stage::choose>()({cloud, r1, {}}, context()));
  }
  std::unique_ptr<Device> device_;
};

TEST_F(CudaEvolve, EveryLaunchShapeHasTheBitsOfTheReference) {
  for (const int d : {1, 2, 3, 4, 5, 6, 7, 8, 11, 16})
    for (const Scalar scalar : {Scalar::float32, Scalar::float64}) {
      const PointCloud rows(test::spiral(2500, d, 1, 70 + uint64_t(d)).withScalar(scalar));
      const double r1 = d < 4 ? 2 : 5;
      const PointArray start = chosen(rows, r1);
      const auto reference = evolver("evolve.cpu.sequential", rows, r1, {});
      reference->reset(start, context());
      for (int i = 0; i < 3; ++i) reference->step(context());
      for (const Layout layout : {Layout::row, Layout::column}) {
        const PointCloud cloud = rows.withLayout(layout);
        for (const std::string_view block : kBlockSizeParam.choices)
          for (const std::string_view points : kPointsPerThreadParam.choices) {
            ParamValues params;
            params.setText(kBlockSizeParam, block);
            params.setText(kPointsPerThreadParam, points);
            const auto tested = evolver("evolve.cuda.brute_force", cloud, r1, params);
            tested->reset(start, context());
            for (int i = 0; i < 3; ++i) tested->step(context());
            ASSERT_TRUE(tested->chosen() == reference->chosen()) << d << "D, block " << block << ", points " << points;
            ASSERT_EQ(tested->assignment(context()), reference->assignment(context())) << d << "D, block " << block << ", points " << points;
          }
      }
    }
}

/// Brute force leaves all but one group of S out by bounds. These have points with several nearest in different groups, S of one group or part of
/// one, more of S than a chunk holds, and coordinates that bounds say nothing about.
TEST_F(CudaEvolve, BruteForceHasTheBitsOfTheReferenceWhereBoundsDoNotDecide) {
  struct Case {
    std::string name;
    PointArray points;
    double r1;
    uint32_t chosen, apart;  // S: so many of the first points, then the same again so often
  };
  const auto spiral = [](int d) { return test::spiral(5000, d, 1, 17); };
  ParamValues params;
  params.set(kToleranceParam, 0);
  for (const int d : {1, 2, 3, 4, 7, 16}) {
    std::vector<Case> cases = {{"equal chosen points", spiral(d), 3, 200, 2},
                               {"lattice",
                                test::lattice(d == 1   ? 3000
                                              : d == 2 ? 60
                                              : d == 3 ? 16
                                              : d == 4 ? 7
                                                       : 2,
                                              d),
                                2, 100, 1},
                               {"far away", test::moved(spiral(d), 1e6), 2, 200, 1},
                               {"stray", test::withStray(spiral(d), 5, 1e30), 2, 200, 1},
                               {"near stray", test::withStray(spiral(d), 0, -1e5), 2, 200, 1},
                               {"tiny R1", spiral(d), 1e-3, 300, 1},
                               {"endless R1", spiral(d), 1e25, 100, 1},
                               {"several chunks", test::uniformBox(12000, d, 10, 3), d < 4 ? 0.5 : 3, 10000, 1}};
    for (const uint32_t m : {1u, 2u, 15u, 16u, 17u, 33u}) cases.push_back({"few chosen", spiral(d), 3, m, 1});
    for (const Case& each : cases)
      for (const Scalar scalar : {Scalar::float32, Scalar::float64}) {
        SCOPED_TRACE(testing::Message() << each.name << ", " << each.chosen << " chosen, " << d << "D "
                                        << (scalar == Scalar::float32 ? "float" : "double"));
        const PointCloud cloud(each.points.withScalar(scalar));
        std::vector<uint32_t> first;
        for (uint32_t i = 0; i < each.chosen * each.apart; ++i) first.push_back(i % each.chosen % cloud.size());
        const PointArray start = cloud.points().subset(first);
        const auto reference = evolver("evolve.cpu.accelerated", cloud, each.r1, params);
        const auto steps = evolver("evolve.cuda.brute_force", cloud, each.r1, params),
                   loop = evolver("evolve.cuda.brute_force_graph", cloud, each.r1, params);
        for (Evolver* one : {reference.get(), steps.get(), loop.get()}) one->reset(start, context());
        loop->run(
            3, [](const EvolveStep&) {}, EvolveVisit::counters, context());
        for (int i = 0; i < 3; ++i) {
          const uint32_t moved = reference->step(context()).moved;
          ASSERT_EQ(steps->step(context()).moved, moved) << "step " << i;
          if (moved == 0) break;
        }
        EXPECT_TRUE(steps->chosen() == reference->chosen());
        EXPECT_TRUE(loop->chosen() == reference->chosen());
        EXPECT_EQ(steps->assignment(context()), reference->assignment(context()));
      }
  }
}

TEST_F(CudaEvolve, ALoopOnTheDeviceGivesTheSameStepsHoweverItIsShown) {
  ASSERT_FALSE(loops().empty());
  for (const int d : {2, 3, 4}) {
    const PointCloud cloud(test::spiral(20000, d, 1, 90 + uint64_t(d)).withScalar(Scalar::float32));
    const double r1 = d < 4 ? 2 : 4;
    const PointArray start = chosen(cloud, r1);
    ParamValues params;
    params.set(kToleranceParam, 0.0005);
    for (const std::string_view id : loops()) {
      const auto one = evolver(id, cloud, r1, params), all = evolver(id, cloud, r1, params), end = evolver(id, cloud, r1, params);
      for (int twice = 0; twice < 2; ++twice) {
        for (Evolver* each : {one.get(), all.get(), end.get()}) each->reset(start, context());
        std::vector<uint32_t> moved;
        std::vector<uint64_t> lookedAt;
        std::vector<PointArray> steps;
        do {
          const EvolveStep step = one->step(context());
          moved.push_back(step.moved), lookedAt.push_back(step.pointsLookedAt);
          steps.push_back(one->chosen());
        } while (moved.back() > 0);
        ASSERT_GT(moved.size(), 20u);
        size_t at = 0;
        all->run(
            UINT32_MAX,
            [&](const EvolveStep& step) {
              ASSERT_LT(at, moved.size());
              EXPECT_EQ(step.moved, moved[at]) << id << " step " << at;
              EXPECT_EQ(step.pointsLookedAt, lookedAt[at]) << id << " step " << at;
              EXPECT_TRUE(all->chosen() == steps[at]) << id << " step " << at;
              ++at;
            },
            EvolveVisit::chosen, context());
        EXPECT_EQ(at, moved.size());
        at = 0;
        end->run(
            UINT32_MAX, [&](const EvolveStep& step) { EXPECT_EQ(step.moved, moved[at++]) << id; }, EvolveVisit::counters, context());
        EXPECT_EQ(at, moved.size());
        EXPECT_TRUE(end->chosen() == steps.back()) << id;
      }
    }
  }
}

/// Runs both, keeps every third chosen point on the way, and compares S and the assignments.
void expectSameRuns(Evolver& tested, Evolver& reference, const PointArray& start, uint32_t iterations, const StageContext& context) {
  for (Evolver* each : {&tested, &reference}) each->reset(start, context);
  for (int round = 0; round < 3; ++round) {
    std::vector<uint32_t> moved;
    reference.run(
        iterations, [&](const EvolveStep& step) { moved.push_back(step.moved); }, EvolveVisit::counters, context);
    size_t at = 0;
    tested.run(
        iterations,
        [&](const EvolveStep& step) {
          ASSERT_LT(at, moved.size());
          ASSERT_EQ(step.moved, moved[at]) << "round " << round << " step " << at;
          ++at;
        },
        EvolveVisit::counters, context);
    ASSERT_EQ(at, moved.size());
    ASSERT_TRUE(tested.chosen() == reference.chosen()) << "round " << round;
    if (round != 1) {
      ASSERT_EQ(tested.assignment(context), reference.assignment(context)) << "round " << round;
    }
    std::vector<uint32_t> kept;
    const uint32_t size = reference.chosen().size();
    for (uint32_t i = 0; i < size; ++i)
      if (i % 3 != 2) kept.push_back(i);
    for (Evolver* each : {&tested, &reference}) each->keep(kept, context);
  }
}

TEST_F(CudaEvolve, OfACloudWhoseStripsMoveWholeHasTheBitsOfTheCpu) {
  for (const int d : {2, 3}) {
    GenerateOptions options;
    options.points = (1u << 22) + 12345, options.dimension = d;
    const PointCloud spiral = generate(findShape("spiral"), options, device_->threads());
    for (const Scalar scalar : {Scalar::float32, Scalar::float64}) {
      SCOPED_TRACE(testing::Message() << d << "D " << (scalar == Scalar::float32 ? "float" : "double"));
      const PointCloud cloud(spiral.points().withScalar(scalar));
      const auto tested = evolver("evolve.cuda.accelerated", cloud, 8.34, {}), reference = evolver("evolve.cpu.accelerated", cloud, 8.34, {});
      expectSameRuns(*tested, *reference, chosen(cloud, 8.34), 40, context());
    }
  }
}

/// A few chosen points have nearly all of the cloud around them, hundreds have a point each.
TEST_F(CudaEvolve, OfACrowdAndManyStraysHasTheBitsOfTheCpu) {
  for (const int d : {2, 3}) {
    constexpr uint32_t kCrowd = 400'000, kStrays = 400;
    test::Random random(31);
    PointArray points(Scalar::float64, d, kCrowd + kStrays);
    for (uint32_t i = 0; i < kCrowd; ++i)
      for (int k = 0; k < d; ++k) points.setCoordinate(i, k, random.normal() * (k == 0 ? 3 : 1));
    for (uint32_t i = 0; i < kStrays; ++i)
      for (int k = 0; k < d; ++k) points.setCoordinate(kCrowd + i, k, 50 + (k == 0 ? 5.0 * i : random.uniform()));
    ParamValues params;
    params.set(kToleranceParam, 0);
    for (const Scalar scalar : {Scalar::float32, Scalar::float64}) {
      SCOPED_TRACE(testing::Message() << d << "D " << (scalar == Scalar::float32 ? "float" : "double"));
      const PointCloud cloud(points.withScalar(scalar));
      const auto tested = evolver("evolve.cuda.accelerated", cloud, 2, params), reference = evolver("evolve.cpu.accelerated", cloud, 2, params);
      expectSameRuns(*tested, *reference, chosen(cloud, 2), 300, context());
    }
  }
}

/// So many candidates around every cell that a look at all points takes longer than a launch may.
TEST_F(CudaEvolve, AnIterationThatTakesLongIsStoppedAmidItAndHasTheBitsOfBruteForce) {
  using namespace std::chrono_literals;
  constexpr uint32_t kPoints = 300'000, kChosen = 40'000;
  constexpr double kR1 = 6;
  const PointCloud cloud(test::uniformBox(kPoints, 16, 10, 5).withScalar(Scalar::float32));
  std::vector<uint32_t> first(kChosen);
  for (uint32_t i = 0; i < kChosen; ++i) first[i] = i;
  const PointArray start = cloud.points().subset(first);
  const auto tested = evolver("evolve.cuda.accelerated", cloud, kR1, {}), reference = evolver("evolve.cuda.brute_force", cloud, kR1, {});

  tested->reset(start, context());
  std::stop_source source;
  std::chrono::steady_clock::time_point stopped;
  {
    const std::jthread stopper([&] {
      std::this_thread::sleep_for(5ms);
      stopped = std::chrono::steady_clock::now();
      source.request_stop();
    });
    EXPECT_THROW(tested->step(context(source.get_token())), Cancelled);
  }
  EXPECT_LT(std::chrono::steady_clock::now() - stopped, 200ms);

  for (Evolver* each : {tested.get(), reference.get()}) each->reset(start, context());
  for (int i = 0; i < 2; ++i) {
    const EvolveStep step = tested->step(context());
    EXPECT_EQ(step.moved, reference->step(context()).moved);
    if (i == 0) {
      EXPECT_EQ(step.pointsLookedAt, kPoints);
    }
  }
  EXPECT_TRUE(tested->chosen() == reference->chosen());
  EXPECT_EQ(tested->assignment(context()), reference->assignment(context()));
}

/// More candidates around a cell than a launch has time for, most of them far away along an axis that the grid does not have. Brute force, which
/// looks at all points in every iteration, then goes on.
TEST_F(CudaEvolve, WhereACellHasTooManyCandidatesHasTheBitsOfBruteForce) {
  constexpr uint32_t kPoints = 2000, kNear = 200, kMany = 150'000, kFew = 4, kIterations = 20;
  constexpr int kDimension = 5, kFlat = 3;  // coordinates from kFlat on
  constexpr double kR1 = 6;
  PointArray points = test::uniformBox(kPoints, kDimension, 10, 7), all = test::uniformBox(kMany, kDimension, 10, 8);
  for (PointArray* each : {&points, &all})
    for (uint32_t i = 0; i < each->size(); ++i)
      for (int k = kFlat; k < kDimension; ++k) each->setCoordinate(i, k, each->coordinate(i, k) / 10 + (each == &all && i >= kNear ? 100 : 0));
  std::vector<uint32_t> first(kFew);
  for (uint32_t i = 0; i < kFew; ++i) first[i] = i;
  ParamValues params;
  params.set(kToleranceParam, 0);
  for (const Scalar scalar : {Scalar::float32, Scalar::float64}) {
    SCOPED_TRACE(scalar == Scalar::float32 ? "float" : "double");
    const PointCloud cloud(points.withScalar(scalar));
    const PointArray many = all.withScalar(scalar), few = many.subset(first);
    const auto tested = evolver("evolve.cuda.accelerated", cloud, kR1, params), reference = evolver("evolve.cuda.brute_force", cloud, kR1, params);
    for (const PointArray* start : {&many, &few, &many}) expectSameRuns(*tested, *reference, *start, kIterations, context());

    for (Evolver* each : {tested.get(), reference.get()}) each->reset(many, context());
    EXPECT_EQ(tested->assignment(context()), reference->assignment(context()));
    EXPECT_TRUE(tested->chosen() == many);
    const auto looksPerPoint = [&](const PointArray& start) {
      uint64_t looks = 0, iterations = 0;
      tested->reset(start, context());
      tested->run(
          kIterations, [&](const EvolveStep& step) { ++iterations, looks += step.pointsLookedAt; }, EvolveVisit::chosen, context());
      return double(looks) / double(iterations * kPoints);
    };
    EXPECT_EQ(looksPerPoint(many), 1);
    EXPECT_LT(looksPerPoint(few), 1);
  }
}

/// Most of these iterations have few packets due: blocks then wait for each other once in each.
TEST_F(CudaEvolve, OnTheWayToTheTrueFixedPointHasTheBitsOfTheCpu) {
  for (const int d : {2, 3}) {
    SCOPED_TRACE(testing::Message() << d << "D");
    GenerateOptions options;
    options.points = 100'000, options.dimension = d;
    const PointCloud cloud(generate(findShape("spiral"), options, device_->threads()).points().withScalar(Scalar::float32));
    ParamValues params;
    params.set(kToleranceParam, 0);
    const auto tested = evolver("evolve.cuda.accelerated", cloud, 8.34, params), reference = evolver("evolve.cpu.accelerated", cloud, 8.34, params);
    expectSameRuns(*tested, *reference, chosen(cloud, 8.34), 2000, context());
  }
}

TEST_F(CudaEvolve, ALongLoopEndsSoonAfterItIsStopped) {
  using namespace std::chrono_literals;
  ASSERT_FALSE(loops().empty());
  const PointCloud cloud(test::spiral(200'000, 2, 1, 5).withScalar(Scalar::float32));
  const PointArray start = chosen(cloud, 0.5);
  ParamValues params;
  params.set(kToleranceParam, 0);
  for (const std::string_view id : loops()) {
    const auto tested = evolver(id, cloud, 0.5, params);
    tested->reset(start, context());
    std::stop_source source;
    std::chrono::steady_clock::time_point stopped;
    std::jthread stopper([&] {
      std::this_thread::sleep_for(15ms);
      stopped = std::chrono::steady_clock::now();
      source.request_stop();
    });
    try {
      for (;;) {  // a run that comes to its end starts anew
        tested->run(
            UINT32_MAX, [](const EvolveStep&) {}, EvolveVisit::counters, context(source.get_token()));
        tested->reset(start, context(source.get_token()));
      }
    } catch (const Cancelled&) {
    }
    EXPECT_LT(std::chrono::steady_clock::now() - stopped, 200ms) << id;
  }
}

}  // namespace
}  // namespace arete
