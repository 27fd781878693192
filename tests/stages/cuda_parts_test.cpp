// Choose and evolve on several GPUs give the bits of row 0, however many parts there are. With one GPU all parts are on it, each with a stream of its
// own.
#include <gtest/gtest.h>

#include "compute/catalog/version.h"
#include "compute/core/cuda_support.h"
#include "compute/core/error.h"
#include "compute/core/gpu_params.h"
#include "tests/support/chain_reference.h"

namespace arete {
namespace {

using test::ChainReference;

constexpr uint32_t kGpuParts[] = {1, 2, 3, 7};

class CudaParts : public testing::Test {
 protected:
  void SetUp() override {
    if (!cudaUnavailableReason().empty()) GTEST_SKIP() << cudaUnavailableReason();
    device_ = makeCudaDevice();
  }
  StageContext context(std::stop_token stop = {}) { return {*device_, std::move(stop), {}}; }

  static ParamValues inParts(ParamValues params, uint32_t parts, GpuExchange exchange = GpuExchange::automatic) {
    params.set(kGpusParam, 0);
    params.set(kGpuPartsParam, parts);
    params.set(kGpuExchangeParam, double(exchange));
    return params;
  }
  std::unique_ptr<Evolver> evolver(std::string_view id, const PointCloud& cloud, double r1, const ParamValues& params) {
    return findVersion(id).as<Stage::evolve>()({cloud, r1, params}, context());
  }
  std::vector<uint32_t> chosen(std::string_view id, const PointCloud& cloud, double r1, const ParamValues& params = {}) {
    return findVersion(id).as<Stage::choose>()({cloud, r1, params}, context());
  }
  std::unique_ptr<Device> device_;
};

TEST_F(CudaParts, ChooseLikeTheReferenceOverTheZoo) {
  for (const test::ZooCloud& each : test::zoo())
    for (const Scalar scalar : {Scalar::float32, Scalar::float64})
      for (const Layout layout : {Layout::row, Layout::column}) {
        const PointCloud cloud = PointCloud(each.points.withScalar(scalar)).withLayout(layout);
        const std::vector<uint32_t> expected = chosen("choose.cpu.sequential", cloud, each.r1);
        for (const uint32_t parts : kGpuParts)
          ASSERT_EQ(chosen("choose.cuda.parts", cloud, each.r1, inParts({}, parts)), expected) << each.name << ", " << parts << " parts";
      }
}

TEST_F(CudaParts, ChooseAlongACurveAndAcrossIt) {
  for (const bool sorted : {true, false}) {
    const PointCloud cloud(test::spiral(300000, 3, 1, 3, sorted).withScalar(Scalar::float32));
    const std::vector<uint32_t> expected = chosen("choose.cpu.rounds", cloud, 2);
    for (const uint32_t parts : kGpuParts) EXPECT_EQ(chosen("choose.cuda.parts", cloud, 2, inParts({}, parts)), expected) << parts << " parts";
  }
}

TEST_F(CudaParts, EvolveLikeTheReferenceOverTheZoo) {
  uint32_t turn = 0;
  for (const test::ZooCloud& each : test::zoo())
    for (const Scalar scalar : {Scalar::float32, Scalar::float64}) {
      if (!test::suits(scalar, each.r1)) continue;
      SCOPED_TRACE(each.name + (scalar == Scalar::float32 ? ", float" : ", double"));
      const PointCloud cloud(each.points.withScalar(scalar));
      const ChainReference reference = test::referenceOf(cloud, each.r1, {}, 40);
      for (const uint32_t parts : kGpuParts) {
        const GpuExchange exchange = ++turn % 3 == 0 ? GpuExchange::copies : GpuExchange::automatic;
        SCOPED_TRACE(std::to_string(parts) + " parts, " + std::string(kGpuExchangeParam.choices[size_t(exchange)]));
        const auto tested = evolver("evolve.cuda.parts", cloud, each.r1, inParts({}, parts, exchange));
        if (turn % 2 == 0) test::checkSteps(*tested, reference, context());
        else test::checkRuns(*tested, reference, context());
        if (HasFatalFailure()) return;
      }
    }
}

// Slots that lose all points, are removed, and points that change sides in every part.
TEST_F(CudaParts, EvolveToTheFixedPointWithEveryStepShown) {
  ParamValues params;
  params.set(kToleranceParam, 0);
  for (const int d : {2, 3, 5})
    for (const Scalar scalar : {Scalar::float32, Scalar::float64}) {
      const PointCloud cloud(test::spiral(30000, d, 1, 8).withScalar(scalar));
      const double r1 = d == 5 ? 5 : 2;
      const PointArray start = cloud.points().subset(chosen("choose.cpu.rounds", cloud, r1));
      const auto reference = evolver("evolve.cpu.accelerated", cloud, r1, params);
      reference->reset(start, context());
      std::vector<PointArray> steps;
      std::vector<uint32_t> moved;
      reference->run(
          300,
          [&](const EvolveStep& step) {
            moved.push_back(step.moved);
            steps.push_back(reference->chosen());
          },
          EvolveVisit::chosen, context());
      for (const uint32_t parts : kGpuParts)
        for (const GpuExchange exchange : {GpuExchange::direct, GpuExchange::copies}) {
          SCOPED_TRACE(testing::Message() << d << "D, " << parts << " parts, " << kGpuExchangeParam.choices[size_t(exchange)]);
          const auto tested = evolver("evolve.cuda.parts", cloud, r1, inParts(params, parts, exchange));
          for (const EvolveVisit visit : {EvolveVisit::chosen, EvolveVisit::counters}) {
            tested->reset(start, context());
            size_t at = 0;
            tested->run(
                300,
                [&](const EvolveStep& step) {
                  ASSERT_LT(at, moved.size());
                  ASSERT_EQ(step.moved, moved[at]) << at;
                  if (visit == EvolveVisit::chosen) {
                    ASSERT_TRUE(tested->chosen() == steps[at]) << at;
                  }
                  ++at;
                },
                visit, context());
            ASSERT_EQ(at, moved.size());
            ASSERT_TRUE(tested->chosen() == steps.back());
          }
          EXPECT_EQ(tested->assignment(context()), reference->assignment(context()));
        }
    }
}

TEST_F(CudaParts, AskingForTheAssignmentOnTheWayChangesNothing) {
  const PointCloud cloud(test::clusters(20000, 2, 4).withScalar(Scalar::float32));
  const PointArray start = cloud.points().subset(chosen("choose.cpu.rounds", cloud, 2));
  const auto tested = evolver("evolve.cuda.parts", cloud, 2, inParts({}, 3)), reference = evolver("evolve.cpu.accelerated", cloud, 2, {});
  tested->reset(start, context());
  reference->reset(start, context());
  for (uint32_t i = 0, moved = 1; moved > 0; ++i) {
    moved = reference->step(context()).moved;
    ASSERT_EQ(tested->step(context()).moved, moved) << i;
    ASSERT_EQ(tested->assignment(context()), reference->assignment(context())) << i;
    ASSERT_TRUE(tested->chosen() == reference->chosen()) << i;
  }
}

// Parts of more than 2^22 points look at strips in another way (compute/chains/evolve/loop_large.cuh).
TEST_F(CudaParts, LargePartsHaveTheStepsOfOneGpu) {
  for (const int d : {2, 3}) {
    const PointCloud cloud(test::spiral(9'000'000, d, 1, 12).withScalar(Scalar::float32));
    const PointArray start = cloud.points().subset(chosen("choose.cuda.rounds", cloud, 2));
    ASSERT_EQ(chosen("choose.cuda.parts", cloud, 2, inParts({}, 2)), chosen("choose.cuda.rounds", cloud, 2));
    const auto one = evolver("evolve.cuda.accelerated", cloud, 2, {}), two = evolver("evolve.cuda.parts", cloud, 2, inParts({}, 2));
    std::vector<uint32_t> moved[2];
    for (Evolver* each : {one.get(), two.get()}) {
      each->reset(start, context());
      each->run(
          UINT32_MAX, [&](const EvolveStep& step) { moved[each == two.get()].push_back(step.moved); }, EvolveVisit::counters, context());
    }
    EXPECT_EQ(moved[1], moved[0]);
    EXPECT_TRUE(two->chosen() == one->chosen());
    EXPECT_EQ(two->assignment(context()), one->assignment(context()));
  }
}

TEST_F(CudaParts, SmallCloudsStayOnOneGpu) {
  const PointCloud cloud(test::spiral(5000, 2, 1, 2).withScalar(Scalar::float32));
  const PointArray start = cloud.points().subset(chosen("choose.cpu.rounds", cloud, 2));
  const auto tested = evolver("evolve.cuda.parts", cloud, 2, inParts({}, 0)), alone = evolver("evolve.cuda.accelerated", cloud, 2, {});
  for (Evolver* each : {tested.get(), alone.get()}) {
    each->reset(start, context());
    each->run(
        UINT32_MAX, [](const EvolveStep&) {}, EvolveVisit::counters, context());
  }
  EXPECT_TRUE(tested->chosen() == alone->chosen());
}

// Many queries are shared by the GPUs; where there are few, the points are.
TEST_F(CudaParts, NeighboursFoundInPartsAreThoseOfOneGpu) {
  const PointArray points = test::spiral(3'300'000, 3, 1, 5).withScalar(Scalar::float32),
                   many = test::spiral(850'000, 3, 1, 6).withScalar(Scalar::float32), few = test::lattice(12, 3).withScalar(Scalar::float32);
  const auto function = findVersion("knn.cuda.best").as<Stage::knn>();
  const ParamValues alone, parts = inParts({}, 3);
  for (const uint32_t k : {1u, 8u, 40u})
    for (const PointArray* queries : {&many, &few}) {
      const Neighbours one = nearestNeighbours(function, {points, alone}, {*queries, k}, context());
      const Neighbours several = nearestNeighbours(function, {points, parts}, {*queries, k}, context());
      EXPECT_EQ(several.note, "");
      EXPECT_TRUE(several.indices == one.indices) << k << ", " << queries->size();
      EXPECT_TRUE(several.squaredDistances == one.squaredDistances) << k << ", " << queries->size();
    }
  const auto searcher = makeSearcher(function, {points, parts}, context());  // one after the other, and itself
  for (const PointArray* queries : {&few, &many, &points, &few}) {
    const bool self = queries == &points;
    const Neighbours one = nearestNeighbours(function, {points, alone}, {*queries, 4, self}, context()),
                     several = searcher->query({*queries, 4, self}, context());
    EXPECT_TRUE(several.indices == one.indices) << queries->size();
    EXPECT_TRUE(several.squaredDistances == one.squaredDistances) << queries->size();
  }
}

// GPUs share the queries by cells of space: all in one cell, so that some get none; crowded points, whose queries are shared by number; either
// layout.
TEST_F(CudaParts, NeighboursOfQueriesInOneCellAndOfCrowdedPointsAreThoseOfOneGpu) {
  constexpr uint32_t kQueries = 800'000;
  const auto function = findVersion("knn.cuda.best").as<Stage::knn>();
  const ParamValues alone, parts = inParts({}, 3);
  const PointArray even = test::uniformBox(1'000'000, 3, 1, 7), crowded = test::clusters(1'000'000, 3, 8);
  const PointArray together = test::allEqual(kQueries, 3, 0.3), apart = test::uniformBox(kQueries, 3, 1, 9);
  for (const Scalar scalar : {Scalar::float32, Scalar::float64})
    for (const Layout layout : {Layout::row, Layout::column})
      for (const PointArray* points : {&even, &crowded})
        for (const PointArray* queries : {&together, &apart}) {
          const PointArray reference = points->withScalar(scalar).withLayout(layout), asked = queries->withScalar(scalar).withLayout(layout);
          const Neighbours one = nearestNeighbours(function, {reference, alone}, {asked, 3}, context());
          const Neighbours several = nearestNeighbours(function, {reference, parts}, {asked, 3}, context());
          EXPECT_TRUE(several.indices == one.indices) << (points == &even) << (queries == &together) << int(layout);
          EXPECT_TRUE(several.squaredDistances == one.squaredDistances) << (points == &even) << (queries == &together) << int(layout);
        }
}

// One GPU has all points from the few queries that it answered alone, the others have none.
TEST_F(CudaParts, NeighboursOfManyQueriesAfterAFewAreThoseOfOneGpu) {
  const auto function = findVersion("knn.cuda.best").as<Stage::knn>();
  const ParamValues alone, parts = inParts({}, 3);
  const PointArray points = test::uniformBox(1'000'000, 3, 1, 7).withScalar(Scalar::float32);
  const PointArray few = test::uniformBox(1000, 3, 1, 8).withScalar(Scalar::float32),
                   many = test::uniformBox(800'000, 3, 1, 9).withScalar(Scalar::float32);
  const auto searcher = makeSearcher(function, {points, parts}, context());
  for (const PointArray* queries : {&few, &many, &few, &many}) {
    const Neighbours one = nearestNeighbours(function, {points, alone}, {*queries, 5}, context()),
                     several = searcher->query({*queries, 5}, context());
    EXPECT_TRUE(several.indices == one.indices) << queries->size();
    EXPECT_TRUE(several.squaredDistances == one.squaredDistances) << queries->size();
  }
}

}  // namespace
}  // namespace arete
