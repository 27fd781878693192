// Plans as values: the way through them, and detections by plans that no job asks for.
#include "compute/engine/plan.h"

#include <gtest/gtest.h>

#include <cmath>

#include "compute/core/error.h"
#include "compute/engine/detector.h"

namespace arete {
namespace {

constexpr PlanStep kEvolve{Stage::evolve, PlanStep::kUntilStill};

Job plannedJob(double r1, Smoothing smoothing = Smoothing::off, int maxIterations = 0) {
  Job job;
  job.params.set(kR1Param, r1);
  job.params.set(kMaxIterationsParam, maxIterations);
  job.params.set(kTileDetectionParam, double(smoothing == Smoothing::off ? TileDetection::whole : TileDetection::hybrid));
  job.params.set(kSmoothingParam, double(smoothing));
  return job;
}

/// Takes steps that change something or do not, as said, and tells where they were.
std::vector<PlanPlace> places(PlanWalk& walk, std::initializer_list<bool> changes) {
  std::vector<PlanPlace> places;
  for (const bool changed : changes) {
    places.push_back(walk.next());
    walk.took(changed);
  }
  return places;
}

TEST(PlanOfAJob, EndsWhenARoundOfEvolveAndDecimateChangedNothing) {
  PlanWalk walk(plannedJob(1).plan());
  EXPECT_EQ(places(walk, {false, true, true, false, true, false, false, true, false}), (std::vector<PlanPlace>{{Stage::choose, 0, 0, false},
                                                                                                               {Stage::evolve, 1, 1, false},
                                                                                                               {Stage::evolve, 1, 2, false},
                                                                                                               {Stage::evolve, 1, 3, false},
                                                                                                               {Stage::decimate, 1, 1, false},
                                                                                                               {Stage::decimate, 1, 2, false},
                                                                                                               {Stage::evolve, 2, 1, false},
                                                                                                               {Stage::decimate, 2, 1, false},
                                                                                                               {Stage::decimate, 2, 2, false}}));
  EXPECT_FALSE(walk.ended()) << "a sweep removed something";
  places(walk, {false, false});
  EXPECT_TRUE(walk.ended());
  EXPECT_TRUE(walk.converged());
}

TEST(PlanOfAJob, SmoothsOncePerStageInTheOrderThatIsAskedFor) {
  for (const auto& [smoothing, first, second] : {std::tuple(Smoothing::decimateThenEvolve, Stage::decimate, Stage::evolve),
                                                 std::tuple(Smoothing::evolveThenDecimate, Stage::evolve, Stage::decimate)}) {
    PlanWalk walk(plannedJob(1, smoothing).plan());
    places(walk, {false, false, false});
    EXPECT_FALSE(walk.ended());
    EXPECT_EQ(places(walk, {true, false, true, false}),
              (std::vector<PlanPlace>{{first, 2, 1, true}, {first, 2, 2, true}, {second, 2, 1, true}, {second, 2, 2, true}}));
    EXPECT_TRUE(walk.converged()) << "no third pass, though this one changed something";
  }
}

TEST(PlanOfAJob, IsStoppedByTheLimitOfIterationsWithoutBeingDone) {
  PlanWalk walk(plannedJob(1, Smoothing::off, 3).plan());
  places(walk, {false});
  EXPECT_EQ(walk.inARow(), 3u);
  places(walk, {true, false});
  EXPECT_EQ(walk.inARow(), UINT64_MAX) << "of decimate";
  places(walk, {true, false});
  EXPECT_EQ(walk.inARow(), 1u);
  places(walk, {true});
  EXPECT_TRUE(walk.ended());
  EXPECT_FALSE(walk.converged());
}

TEST(PlanOfAJob, NamesEveryStageThatRuns) {
  EXPECT_EQ(plannedJob(1).stages(), (std::vector{Stage::choose, Stage::evolve, Stage::decimate, Stage::order}));
  EXPECT_EQ(plannedJob(1, Smoothing::evolveThenDecimate).stages(),
            (std::vector{Stage::choose, Stage::evolve, Stage::decimate, Stage::order, Stage::tile}));
  for (const Stage stage : plannedJob(1).plan().stages()) EXPECT_EQ(stageInfo(stage).use, StageUse::chains) << name(stage);
}

TEST(PlanWalk, RefusesAPartWithoutSteps) {
  EXPECT_THROW(PlanWalk(Plan{}), Error);
  EXPECT_THROW(PlanWalk(Plan{.parts = {{.steps = {kEvolve}}, {}}}), Error);
}

TEST(PlanWalk, ACopyGoesOnByItself) {
  PlanWalk walk(plannedJob(1).plan());
  places(walk, {false, true});
  PlanWalk copy = walk;
  places(walk, {false, false});
  EXPECT_EQ(copy.next(), (PlanPlace{Stage::evolve, 1, 2, false}));
}

TEST(ChosenState, ASubsetTakesColumnsAndTheEdgesBetweenItsPoints) {
  const ChosenState state{PointArray::fromRows(std::vector<float>{0, 1, 2, 3}, 1),
                          std::vector<uint64_t>{10, 11, 12, 13},
                          {{"radius", std::vector<double>{1, 2, 3, 4}}, {"weight", std::vector<float>{5, 6, 7, 8}}},
                          std::vector<Edge>{{0, 1}, {0, 2}, {2, 3}}};
  const ChosenState part = state.subset(std::vector<uint32_t>{0, 2, 3});
  EXPECT_EQ(part, (ChosenState{PointArray::fromRows(std::vector<float>{0, 2, 3}, 1),
                               std::vector<uint64_t>{10, 12, 13},
                               {{"radius", std::vector<double>{1, 3, 4}}, {"weight", std::vector<float>{5, 7, 8}}},
                               std::vector<Edge>{{0, 1}, {1, 2}}}));
  ASSERT_NE(part.column("weight"), nullptr);
  EXPECT_EQ(part.column("mass"), nullptr);
  EXPECT_EQ(state.bytes(), 4 * (sizeof(float) + sizeof(uint64_t) + sizeof(double) + sizeof(float)) + 3 * sizeof(Edge));
  EXPECT_EQ(state.subset({}).bytes(), 0u);
}

TEST(ChosenState, KnowsWhereItsPointsWereAndWhichOnesWent) {
  const auto line = [](std::vector<float> x) { return PointArray::fromRows(std::move(x), 1); };
  const ChosenState before{line({0, 1, 2, 3}), std::vector<uint64_t>{4, 5, 6, 7}}, after{line({1.5, 3.5, 9}), std::vector<uint64_t>{5, 7, 100}};
  EXPECT_EQ(previousPoints(before, after), line({1, 3, 9})) << "a new point was nowhere else";
  EXPECT_EQ(removedPoints(before, after), line({0, 2}));
  EXPECT_EQ(previousPoints(before, before.subset(std::vector<uint32_t>{3})), line({3}));
}

}  // namespace
}  // namespace arete
