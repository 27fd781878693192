// Every exact version of every stage gives the bits of row 0, over the zoo and over many small random clouds.
#include <gtest/gtest.h>

#include "compute/catalog/version.h"
#include "compute/core/cuda_support.h"
#include "compute/core/error.h"
#include "tests/support/sanitizers.h"
#include "tests/support/zoo.h"

namespace arete {
namespace {

using test::ZooCloud;

struct Settings {
  double tolerance = 0.01;
  bool thesis = false;
  uint32_t maxIterations = 40;  // of all rounds
  uint32_t resetEvery = 9;      // iterations after which the version under test starts anew from the S that it has
};

/// A whole detection by row 0: what every other version is held against.
struct Trace {
  struct Step {
    bool isDecimate;
    PointArray before, after;
    std::vector<uint32_t> kept;        // decimate
    uint32_t moved;                    // evolve
    std::vector<uint32_t> assignment;  // before an evolve step; empty when not asked for
  };
  std::vector<uint32_t> chosen;
  std::vector<Step> steps;
  Curve curve;
};

/// Runs for the versions of one backend.
class Exact : public testing::TestWithParam<Backend> {
 protected:
  void SetUp() override {
    if (GetParam() == Backend::cuda && !cudaUnavailableReason().empty()) GTEST_SKIP() << cudaUnavailableReason();
    ASSERT_FALSE(versionsUnderTest().empty());
  }

  static StageContext context(Device& device) { return {device, {}, {}}; }

  static ParamValues params(const Settings& settings) {
    ParamValues values;
    values.set(kToleranceParam, settings.tolerance);
    values.set(kMoveRuleParam, settings.thesis);
    return values;
  }

  static Trace runReference(const PointCloud& cloud, double r1, const Settings& settings) {
    const auto device = makeCpuDevice(1);
    const StageContext here = context(*device);
    const ParamValues values = params(settings);
    const double r2 = 2 * r1;
    Trace trace;
    trace.chosen = versions(Stage::choose)[0].as<Stage::choose>()({cloud, r1, values}, here);
    const auto evolver = versions(Stage::evolve)[0].as<Stage::evolve>()({cloud, r1, values}, here);
    const auto decimate = versions(Stage::decimate)[0].as<Stage::decimate>();
    evolver->reset(cloud.points().subset(trace.chosen), here);
    uint32_t iterations = 0;
    for (bool changed = true; changed && iterations < settings.maxIterations;) {
      changed = false;
      for (uint32_t moved = 1; moved > 0 && iterations < settings.maxIterations; ++iterations) {
        Trace::Step step{.isDecimate = false, .before = evolver->chosen()};
        if (iterations % 4 == 1) step.assignment = evolver->assignment(here);
        step.moved = moved = evolver->step(here).moved;
        step.after = evolver->chosen();
        changed = changed || moved > 0;
        trace.steps.push_back(std::move(step));
      }
      for (bool removed = true; removed;) {
        Trace::Step step{.isDecimate = true, .before = evolver->chosen()};
        step.kept = decimate({step.before, r2, values}, here);
        removed = step.kept.size() < step.before.size();
        if (removed) evolver->keep(step.kept, here);
        changed = changed || removed;
        step.after = evolver->chosen();
        trace.steps.push_back(std::move(step));
      }
    }
    trace.curve = versions(Stage::order)[0].as<Stage::order>()({evolver->chosen(), r2, values}, here);
    return trace;
  }

  static void checkEvolve(const Version& version, const PointCloud& cloud, double r1, const Trace& trace, const Settings& settings, Device& device) {
    const StageContext here = context(device);
    const ParamValues values = params(settings);
    const auto evolver = version.as<Stage::evolve>()({cloud, r1, values}, here);
    evolver->reset(cloud.points().subset(trace.chosen), here);
    uint32_t iteration = 0;
    for (const Trace::Step& step : trace.steps) {
      if (step.isDecimate) {
        if (step.kept.size() < step.before.size()) evolver->keep(step.kept, here);
      } else {
        if (++iteration % settings.resetEvery == 0) evolver->reset(evolver->chosen(), here);
        if (!step.assignment.empty()) {
          ASSERT_EQ(evolver->assignment(here), step.assignment) << "iteration " << iteration;
        }
        ASSERT_EQ(evolver->step(here).moved, step.moved) << "iteration " << iteration;
      }
      ASSERT_TRUE(evolver->chosen() == step.after) << (step.isDecimate ? "after decimate, iteration " : "iteration ") << iteration;
    }
  }

  static void checkCurve(const Curve& curve, const Curve& expected) {
    EXPECT_EQ(curve.edges, expected.edges);
    EXPECT_EQ(curve.polylines, expected.polylines);
    EXPECT_EQ(curve.length, expected.length);
  }

  static void checkVersion(const Version& version, const PointCloud& cloud, double r1, const Trace& trace, const Settings& settings, Device& device) {
    SCOPED_TRACE(std::string(version.id) + ", " + std::to_string(device.threads().size()) + " threads");
    const StageContext here = context(device);
    const ParamValues values = params(settings);
    if (version.stage == Stage::choose) {
      EXPECT_EQ(version.as<Stage::choose>()({cloud, r1, values}, here), trace.chosen);
    } else if (version.stage == Stage::decimate) {
      for (const Trace::Step& step : trace.steps)
        if (step.isDecimate) {
          EXPECT_EQ(version.as<Stage::decimate>()({step.before, 2 * r1, values}, here), step.kept);
        }
    } else if (version.stage == Stage::order) {
      if (!trace.steps.empty()) checkCurve(version.as<Stage::order>()({trace.steps.back().after, 2 * r1, values}, here), trace.curve);
    } else {
      checkEvolve(version, cloud, r1, trace, settings, device);
    }
  }

  /// Every exact version of ridge detection on the backend that can run here, but row 0.
  std::vector<const Version*> versionsUnderTest() {
    std::vector<const Version*> result;
    for (const Version& version : catalog())
      if (stageInfo(version.stage).use == StageUse::chains && version.backend == GetParam() && version.exact && version.available() &&
          version.id != versions(version.stage)[0].id)
        result.push_back(&version);
    return result;
  }

  void check(const PointArray& points, double r1, const Settings& settings, std::span<const std::unique_ptr<Device>> devices) {
    const PointCloud cloud(points);
    const Trace trace = runReference(cloud, r1, settings);
    for (const Version* version : versionsUnderTest())
      for (const auto& device : devices) checkVersion(*version, cloud, r1, trace, settings, *device);
  }

  /// Devices of the backend: on the CPU one for each number of threads.
  static std::vector<std::unique_ptr<Device>> devices(std::initializer_list<int> threads) {
    std::vector<std::unique_ptr<Device>> result;
    if (GetParam() == Backend::cuda) result.push_back(makeCudaDevice());
    else
      for (int each : threads) result.push_back(makeCpuDevice(each));
    return result;
  }
};

TEST_P(Exact, VersionsEqualTheReferenceOverTheZoo) {
  const auto many = devices({1, 2, 7});
  for (const ZooCloud& cloud : test::zoo())
    for (const Scalar scalar : {Scalar::float32, Scalar::float64})
      for (const Layout layout : {Layout::row, Layout::column}) {
        SCOPED_TRACE(cloud.name + (scalar == Scalar::float32 ? ", float" : ", double") + (layout == Layout::row ? ", row" : ", column"));
        check(cloud.points.withScalar(scalar).withLayout(layout), cloud.r1, {}, many);
        if (HasFatalFailure()) return;
      }
}

TEST_P(Exact, VersionsEqualTheReferenceUnderEveryMoveRule) {
  const auto two = devices({2});
  for (const Settings& settings : {Settings{.tolerance = 0, .maxIterations = 150, .resetEvery = 1000},
                                   Settings{.thesis = true, .maxIterations = 150, .resetEvery = 1000}, Settings{.tolerance = 0.2}})
    for (const Scalar scalar : {Scalar::float32, Scalar::float64})
      for (const int d : {1, 2, 3, 5}) {
        SCOPED_TRACE("tolerance " + std::to_string(settings.tolerance) + (settings.thesis ? ", thesis rule, " : ", ") + std::to_string(d) + "D");
        check(test::spiral(1200, d, 1, 100 + uint64_t(d)).withScalar(scalar), 3, settings, two);
        check(test::lattice(d == 1 ? 40 : d == 2 ? 15 : d == 3 ? 6 : 3, d).withScalar(scalar), 1.5, settings, two);
      }
}

TEST_P(Exact, VersionsEqualTheReferenceOnManySmallRandomClouds) {
  constexpr int kClouds = 1500;
  const auto two = devices({1, 2});
  test::Random random(2026);
  for (int i = 0; i < kClouds && !HasFailure(); ++i) {
    const uint32_t n = 1 + random.below(random.below(4) == 0 ? 300 : 60);
    const int d = 1 + int(random.below(random.below(5) == 0 ? 6 : 3));
    const double r1 = random.uniform(0.3, 4);
    const Settings settings{
        .tolerance = random.below(3) == 0 ? 0.0 : 0.01, .thesis = random.below(5) == 0, .maxIterations = 60, .resetEvery = 2 + random.below(40)};
    PointArray points = random.below(2) == 0 ? test::uniformBox(n, d, random.uniform(1, 20), random.bits()) : test::clusters(n, d, random.bits());
    if (random.below(3) == 0)  // whole coordinates: ties and equal points
      for (uint32_t p = 0; p < n; ++p)
        for (int k = 0; k < d; ++k) points.setCoordinate(p, k, std::floor(points.coordinate(p, k)));
    SCOPED_TRACE("cloud " + std::to_string(i));
    check(points.withScalar(random.below(2) == 0 ? Scalar::float32 : Scalar::float64), random.below(3) == 0 ? std::ceil(r1) : r1, settings, two);
  }
}

TEST_P(Exact, EvolveTakesChosenPointsFromAnywhere) {
  const auto many = devices({1, 7});
  const PointCloud cloud(test::spiral(700, 3, 1, 5));
  test::Random random(6);
  PointArray anywhere = test::uniformBox(120, 3, 60, 8);  // crowded, doubled, far from every cloud point
  for (uint32_t i = 0; i < 40; ++i)
    for (int k = 0; k < 3; ++k) anywhere.setCoordinate(i, k, anywhere.coordinate(i / 2, k) - 30);
  for (int k = 0; k < 3; ++k) anywhere.setCoordinate(50, k, 1e200);
  const Settings settings{.tolerance = 0};
  const ParamValues values = params(settings);
  for (const auto& device : many)
    for (const Version& version : versions(Stage::evolve)) {
      if (version.backend != GetParam() || !version.exact || !version.available()) continue;
      const StageContext here = context(*device);
      const auto reference = versions(Stage::evolve)[0].as<Stage::evolve>()({cloud, 4, values}, here);
      const auto evolver = version.as<Stage::evolve>()({cloud, 4, values}, here);
      for (const Layout layout : {Layout::row, Layout::column}) {
        reference->reset(anywhere.withLayout(layout), here);
        evolver->reset(anywhere.withLayout(layout), here);
        for (int i = 0; i < 20; ++i) {
          ASSERT_EQ(evolver->step(here).moved, reference->step(here).moved) << version.id;
          ASSERT_TRUE(evolver->chosen() == reference->chosen()) << version.id;
          if (i % 5 == 4) {
            std::vector<uint32_t> kept;
            for (uint32_t j = 0; j < reference->chosen().size(); ++j)
              if (random.below(4) > 0) kept.push_back(j);
            reference->keep(kept, here), evolver->keep(kept, here);
            ASSERT_EQ(evolver->assignment(here), reference->assignment(here)) << version.id;
          }
        }
      }
    }
}

TEST_P(Exact, DecimateAndOrderEqualTheReferenceOnThousandsOfChosenPoints) {
  const auto many = devices({1, 2, 7});
  const ParamValues values;
  for (const int d : {1, 2, 3, 4})
    for (const Layout layout : {Layout::row, Layout::column}) {
      const PointArray points = test::spiral(4200, d, 1.5, 40 + uint64_t(d)).withLayout(layout).withScalar(Scalar::float32);
      for (const double r2 : {0.05, 0.3, 2.0})
        for (const Stage stage : {Stage::decimate, Stage::order})
          for (const Version& version : versions(stage).subspan(1)) {
            if (version.backend != GetParam() || !version.exact || !version.available()) continue;
            const auto run = [&](const Version& each, Device& device) {
              if (stage == Stage::order) return each.as<Stage::order>()({points, r2, values}, context(device)).edges;
              std::vector<Edge> kept;
              for (const uint32_t i : each.as<Stage::decimate>()({points, r2, values}, context(device))) kept.push_back({i, i});
              return kept;
            };
            const auto expected = run(versions(stage)[0], *many[0]);
            for (const auto& device : many) EXPECT_EQ(run(version, *device), expected) << version.id << " R2 " << r2 << " d " << d;
          }
    }
}

// Sweep after sweep with what a version remembers, also when some points move between them, as in the next round.
TEST_P(Exact, DecimateRemembersNothingWrong) {
  const auto device = std::move(devices({3})[0]);
  const StageContext here = context(*device);
  const ParamValues values;
  const auto reference = versions(Stage::decimate)[0].as<Stage::decimate>();
  for (const double r2 : {0.12, 0.4})
    for (const Version& version : versions(Stage::decimate).subspan(1)) {
      if (version.backend != GetParam() || !version.exact || !version.available()) continue;
      PointArray points = test::spiral(6000, 2, 1.5, 77).withScalar(Scalar::float32);
      std::unique_ptr<DecimateMemory> memory;
      test::Random random(5);
      for (int sweep = 0; sweep < 24; ++sweep) {
        const auto expected = reference({points, r2, values}, here);
        ASSERT_EQ(version.as<Stage::decimate>()({points, r2, values, &memory}, here), expected) << version.id << ", sweep " << sweep;
        const bool still = expected.size() == points.size();
        points = points.subset(expected);
        // Few, then many, then few points move; a removed point's place is taken again.
        const uint32_t oneIn = sweep % 8 == 7 ? 2 : 50;
        for (uint32_t i = 0; still && i < points.size(); ++i)
          if (random.below(oneIn) == 0) points.at<float>(i, int(random.below(2))) += float(random.below(100)) * 0.02f - 1;
      }
      EXPECT_GT(points.size(), 100u);
    }
}

TEST_P(Exact, ChooseEqualsTheReferenceWhenNearlyEveryPointIsChosen) {
  const auto many = devices({1, 3});
  const ParamValues values;
  const PointCloud cloud(test::uniformBox(68'000, 2, 100, 9).withScalar(Scalar::float32));
  for (const double r1 : {0.2, 1e-7}) {
    if (test::kSanitized && r1 < 0.1) break;  // row 0 would take minutes
    // about two points within R1; a grid of more cells than its axes may have
    const auto expected = versions(Stage::choose)[0].as<Stage::choose>()({cloud, r1, values}, context(*many[0]));
    EXPECT_GT(expected.size(), cloud.size() / 4);
    for (const Version& version : versions(Stage::choose).subspan(1)) {
      if (version.backend != GetParam() || !version.exact || !version.available()) continue;
      for (const auto& device : many)
        EXPECT_EQ(version.as<Stage::choose>()({cloud, r1, values}, context(*device)), expected) << version.id << " R1 " << r1;
    }
  }
}

TEST_P(Exact, VersionsStopWhenAsked) {
  const auto device = std::move(devices({2})[0]);
  std::stop_source source;
  source.request_stop();
  const StageContext stopped{*device, source.get_token(), {}};
  const ParamValues values;
  const PointCloud cloud(test::spiral(3000, 2, 1, 3));
  for (const Version* version : versionsUnderTest()) {
    if (version->stage == Stage::choose) {
      EXPECT_THROW(version->as<Stage::choose>()({cloud, 3, values}, stopped), Cancelled) << version->id;
    }
    if (version->stage == Stage::decimate) {
      EXPECT_THROW(version->as<Stage::decimate>()({cloud.points(), 3, values}, stopped), Cancelled) << version->id;
    }
    if (version->stage == Stage::order) {
      EXPECT_THROW(version->as<Stage::order>()({cloud.points(), 3, values}, stopped), Cancelled) << version->id;
    }
    if (version->stage == Stage::evolve) {
      const auto evolver = version->as<Stage::evolve>()({cloud, 3, values}, context(*device));
      evolver->reset(cloud.points().subset(std::vector<uint32_t>{1, 500, 900}), context(*device));
      EXPECT_THROW(evolver->step(stopped), Cancelled) << version->id;
      evolver->reset(cloud.points().subset(std::vector<uint32_t>{1, 500, 900}), context(*device));
      EXPECT_GT(evolver->step(context(*device)).moved, 0u) << version->id;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(On, Exact, testing::Values(Backend::cpu, Backend::cuda), [](const auto& info) { return std::string(name(info.param)); });

}  // namespace
}  // namespace arete
