// Detections of networks: the steps of the plan give what the references give one after the other; watched, revisited, thinned, cancelled: always
// the same bits.
#include <gtest/gtest.h>

#include "compute/core/error.h"
#include "compute/core/hash.h"
#include "compute/engine/detector.h"
#include "compute/engine/network_state.h"
#include "compute/engine/run_job.h"
#include "compute/network/rules/network_params.h"
#include "tests/support/network_job.h"

namespace arete {
namespace {

constexpr double kR1 = 4;
using test::kY, test::kY3, test::networkJob;

struct NetworkDetection : testing::Test {
  std::unique_ptr<Device> device = makeCpuDevice(2);
  PointCloud cloud = test::cloudOf(test::noisySegments(kY, 2, 40, 1, 17), 2);

  Detector detector(DetectorOptions options = {}) { return {cloud, networkJob(), *device, {}, std::move(options)}; }
  /// Clouds whose plans, and the states between, differ.
  std::vector<std::pair<PointCloud, Job>> mapSpaceAndWires() const {
    const PointCloud space = test::cloudOf(test::noisySegments(kY3, 3, 40, 1, 17), 3);
    Job wires = networkJob();
    wires.params.setText(kProfileParam, "wires");
    return {{cloud, networkJob()}, {space, networkJob()}, {space, wires}};
  }
};

TEST_F(NetworkDetection, IsWhatTheReferencesGiveOneAfterTheOther) {
  for (const int dimension : {2, 3}) {
    const PointCloud cloud = test::cloudOf(test::noisySegments(dimension == 2 ? kY : kY3, dimension, 40, 1, 17), dimension);
    const auto frame = runJobOn(*device, cloud, networkJob(), {}, {});
    const Curve expected = test::networkOf(cloud, kR1, {*device, {}, {}}).curve();
    EXPECT_TRUE(frame->converged);
    EXPECT_EQ(frame->chosen, expected.nodes) << dimension;
    EXPECT_EQ(frame->curve.edges, expected.edges) << dimension;
    EXPECT_EQ(frame->hash, curveHash(expected.nodes, expected.edges));
    EXPECT_EQ(frame->curve.junctions, 1u);
    EXPECT_EQ(frame->curve.ends, 3u);
  }
}

TEST_F(NetworkDetection, FindsLinesBesideBusierOnesAsItsLastStepAndAsTheReferencesDo) {
  std::vector<shared::Vector3> points = test::noisySegments({{{0, 0}, {400, 0}}}, 2, 10, 2, 1);
  for (const shared::Vector3& point : test::noisySegments({{{100, 8}, {300, 8}}}, 2, 2, 1, 2)) points.push_back(point);
  const PointCloud cloud = test::cloudOf(points, 2);
  const auto beside = [](const Curve& curve) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < curve.nodes.size(); ++i) count += curve.nodes.coordinate(i, 1) > 6;
    return count;
  };
  NetworkRules rules = networkRules(2);
  const Curve expected = test::networkOf(cloud, kR1, rules, {*device, {}, {}}).curve();
  rules.sideLines = false;
  EXPECT_GT(beside(expected), beside(test::networkOf(cloud, kR1, rules, {*device, {}, {}}).curve()) + 15);
  EXPECT_EQ(runJobOn(*device, cloud, networkJob(), {}, {})->hash, curveHash(expected.nodes, expected.edges));
}

/// Three great circles, with some noise.
PointCloud circlesOnASphere() {
  constexpr int kPoints = 3000;
  std::vector<shared::Vector3> points;
  for (int i = 0; i < kPoints; ++i) {
    const double turn = 2 * M_PI * i / kPoints, off = 0.01 * std::sin(37.0 * i), across = std::sqrt(1 - off * off);
    const double c = std::cos(turn) * across, s = std::sin(turn) * across;
    points.insert(points.end(), {{c, s, off}, {off, c, s}, {s, off, c}});
  }
  return test::cloudOf(points, 3);
}

TEST_F(NetworkDetection, LosesTheSpursOfADenseStreetOnceGapsAreClosedAndKeepsADeadEnd) {
  constexpr double kFine = 1.4;  // of noise 1: some points of the street look like branches
  const PointCloud cloud = test::cloudOf(test::noisySegments({{{0, 0}, {300, 0}}, {{150, 0}, {150, 12}}}, 2, 8, 1, 5), 2);
  NetworkRules rules = networkRules(2);
  const Curve found = test::networkOf(cloud, kFine, rules, {*device, {}, {}}).curve();
  rules.bridgedLeaf = 0;
  const Curve hairy = test::networkOf(cloud, kFine, rules, {*device, {}, {}}).curve();
  EXPECT_GE(hairy.ends, 7u);
  EXPECT_LE(found.ends, 5u);
  EXPECT_GE(found.ends, 3u);
  EXPECT_EQ(found.components, hairy.components);
}

TEST_F(NetworkDetection, GoesByTheSphereWhereAllPointsLieOnItUnlessAnotherProfileIsAskedFor) {
  const PointCloud cloud = circlesOnASphere();
  Job job = networkJob(0.03);
  EXPECT_EQ(networkProfile(cloud, job.params), NetworkProfile::sphere);
  const auto frame = runJobOn(*device, cloud, job, {}, {});
  const Curve expected = test::networkOf(cloud, 0.03, networkRules(NetworkProfile::sphere, 3), {*device, {}, {}}).curve();
  EXPECT_EQ(frame->hash, curveHash(expected.nodes, expected.edges));
  EXPECT_EQ(frame->curve.components, 1u);
  EXPECT_GE(frame->curve.loops, 3u);
  job.params.setText(kProfileParam, "surface");
  EXPECT_NE(runJobOn(*device, cloud, job, {}, {})->hash, frame->hash);
  job.params.setText(kProfileParam, "map");
  EXPECT_THROW(runJobOn(*device, cloud, job, {}, {}), Error);
}

TEST_F(NetworkDetection, ShowsWhatEveryStageDid) {
  Detector detector = this->detector();
  std::vector<Stage> seen;
  const auto watch = [&](Detector& at) {
    if (seen.empty() || seen.back() != at.present().stage) seen.push_back(at.present().stage);
  };
  detector.advance(StepKind::end, {}, watch);
  std::vector<Stage> planned;
  for (const PlanPart& part : networkJob().plan().parts)
    for (const PlanStep& step : part.steps) planned.push_back(step.stage);
  ASSERT_EQ(planned.front(), Stage::super_points);
  planned.erase(planned.begin());
  ASSERT_GT(planned.size(), 20u);
  EXPECT_EQ(seen, planned) << "each as often as the plan has it";
  detector.goTo(0, {});
  const auto first = detector.frame(true, false, {});
  EXPECT_EQ(first->record().stage, Stage::super_points);
  EXPECT_TRUE(first->curve.edges.empty());
  EXPECT_EQ(first->columns.front().name, NodeColumn::weight);
  double points = 0;
  for (const double weight : std::get<std::vector<double>>(*first->columns.front().values)) points += weight;
  EXPECT_EQ(points, double(cloud.size())) << "super-points weigh what the cloud has of points";
}

TEST_F(NetworkDetection, GoesBackToEveryStepAlsoWhenMostStatesWereNotKept) {
  Detector full = this->detector(), thin = this->detector({.historyBytes = 400'000});
  full.advance(StepKind::end, {});
  thin.advance(StepKind::end, {});
  ASSERT_EQ(full.furthest(), thin.furthest());
  for (uint32_t step = full.furthest() + 1; step-- > 0;) {
    full.goTo(step, {});
    thin.goTo(step, {});
    const auto a = full.frame(true, false, {}), b = thin.frame(true, false, {});
    EXPECT_EQ(a->hash, b->hash) << step;
    EXPECT_EQ(a->columns, b->columns) << step;
    EXPECT_EQ(a->previous, b->previous) << step;
  }
}

TEST_F(NetworkDetection, GoesOnFromAnyStepToTheSameEnd) {
  Detector detector = this->detector();
  detector.advance(StepKind::end, {});
  const std::string hash = detector.frame(true, false, {})->hash;
  for (uint32_t step = 0; step < detector.furthest(); ++step) {
    Detector other = this->detector({.historyBytes = 0});
    other.goTo(step, {});
    other.advance(StepKind::end, {});
    EXPECT_EQ(other.frame(true, false, {})->hash, hash) << step;
  }
}

TEST_F(NetworkDetection, ThatNobodyLooksAtIsInAllThatItLeavesAsIfItHadBeenWatched) {
  for (const auto& [cloud, job] : mapSpaceAndWires()) {
    Detector watched(cloud, job, *device, {}), unseen(cloud, job, *device, {}, {.historyBytes = 0});
    watched.advance(StepKind::end, {}, [](Detector&) {});
    unseen.advance(StepKind::end, {});
    const auto expected = watched.frame(true, false, {}), found = unseen.frame(true, false, {});
    EXPECT_EQ(found->hash, expected->hash);
    EXPECT_EQ(found->chosenOrigin, expected->chosenOrigin);
    EXPECT_EQ(found->columns, expected->columns);
    EXPECT_EQ(found->previous, expected->previous);
    EXPECT_EQ(found->removed, expected->removed);
    ASSERT_EQ(found->history->size(), expected->history->size());
    uint32_t shifts = 0;
    for (size_t step = 0; step < expected->history->size(); ++step) {
      const StepRecord &one = (*found->history)[step], &other = (*expected->history)[step];
      shifts += one.stage == Stage::ridge_shift;
      EXPECT_EQ(one.stage, other.stage) << step;
      EXPECT_EQ(one.inRound, other.inRound) << step;
      EXPECT_EQ(one.chosen, other.chosen) << step;
      EXPECT_EQ(one.moved, other.moved) << step;
      EXPECT_EQ(one.removed, other.removed) << step;
      EXPECT_EQ(one.edges, other.edges) << step;
    }
    EXPECT_GT(shifts, 3u);
  }
}

TEST_F(NetworkDetection, ThatNobodyLooksAtCanBeLookedAtBeforeItHasBegunAndGoneBackTo) {
  Detector watched = this->detector(), unseen = this->detector({.historyBytes = 0});
  const auto begun = unseen.frame(true, false, {});
  EXPECT_EQ(begun->columns, watched.frame(true, false, {})->columns);
  unseen.advance(StepKind::end, {});
  unseen.goTo(0, {});
  EXPECT_EQ(unseen.frame(true, false, {})->chosen, begun->chosen);
  watched.goTo(5, {});
  unseen.goTo(5, {});
  EXPECT_EQ(unseen.frame(true, false, {})->columns, watched.frame(true, false, {})->columns);
}

TEST_F(NetworkDetection, ThatNobodyLooksAtGoesOnAfterACancelFromAStepThatItStandsAt) {
  const auto whole = runJobOn(*device, cloud, networkJob(), {}, {});
  Detector watched = this->detector();
  watched.advance(StepKind::end, {});
  for (const bool withinAStage : {false, true})
    for (int times = 2; times < 12; ++times) {
      std::stop_source stop;
      int count = 0;
      const auto cancel = [&](Stage) {
        if (++count != times) return;
        if (withinAStage) throw Cancelled{};
        stop.request_stop();
      };
      Detector detector = this->detector({.historyBytes = 0, .ranStage = cancel});
      EXPECT_THROW(detector.advance(StepKind::end, stop.get_token()), Cancelled) << times;
      EXPECT_EQ(detector.step() == 0, withinAStage) << "of what was owed only the first step is left, " << times;
      watched.goTo(detector.step(), {});
      EXPECT_EQ(detector.frame(true, false, {})->columns, watched.frame(true, false, {})->columns) << times;
      detector.advance(StepKind::end, {});
      const auto frame = detector.frame(true, false, {});
      EXPECT_EQ(frame->hash, whole->hash) << times;
      EXPECT_EQ(frame->history->size(), whole->history->size()) << times;
    }
}

/// So frames come without the states of the steps between being written, as while R1 is dragged.
TEST_F(NetworkDetection, IsLookedAtNowAndThenAndKnowsEveryStepAfterwards) {
  for (const auto& [cloud, job] : mapSpaceAndWires()) {
    Detector watched(cloud, job, *device, {}), glanced(cloud, job, *device, {});
    watched.goTo(UINT32_MAX, {}, [](Detector&) {});
    std::vector<uint32_t> looked;
    std::vector<std::shared_ptr<Frame>> frames;
    const auto look = [&](Detector& at) {
      looked.push_back(at.step());
      if (looked.size() % 3 == 0) frames.push_back(at.frame(true, false, {}));
    };
    glanced.goTo(UINT32_MAX, {}, look, Detector::Watch::nowAndThen);
    ASSERT_EQ(glanced.furthest(), watched.furthest());
    EXPECT_LT(looked.size(), watched.furthest()) << "several iterations at once";
    EXPECT_EQ(looked.back(), watched.furthest());
    ASSERT_GT(frames.size(), 3u);
    for (const auto& frame : frames) {
      watched.goTo(frame->step, {});
      EXPECT_EQ(frame->hash, watched.frame(true, false, {})->hash) << frame->step;
    }
    for (uint32_t step = watched.furthest() + 1; step-- > 0;) {
      watched.goTo(step, {});
      glanced.goTo(step, {});
      const auto a = watched.frame(true, false, {}), b = glanced.frame(true, false, {});
      EXPECT_EQ(a->hash, b->hash) << step;
      EXPECT_EQ(a->columns, b->columns) << step;
      EXPECT_EQ(a->previous, b->previous) << step;
      EXPECT_EQ(a->removed, b->removed) << step;
      EXPECT_EQ(a->record().stage, b->record().stage) << step;
      EXPECT_EQ(a->record().moved, b->record().moved) << step;
    }
  }
}

TEST_F(NetworkDetection, OfTheStepThatWasAskedForTheOneBeforeIsKnown) {
  Detector watched = this->detector();
  watched.advance(StepKind::end, {});
  for (const uint32_t step : {1u, 4u, 5u, 9u, watched.furthest() / 2, watched.furthest() - 1, watched.furthest()}) {
    Detector glanced = this->detector();
    glanced.goTo(step, {}, {}, Detector::Watch::nowAndThen);
    watched.goTo(step, {});
    EXPECT_EQ(glanced.step(), step);
    EXPECT_EQ(glanced.frame(true, false, {})->previous, watched.frame(true, false, {})->previous) << step;
    EXPECT_EQ(glanced.frame(true, false, {})->removed, watched.frame(true, false, {})->removed) << step;
  }
}

TEST_F(NetworkDetection, GoesOnAfterACancelAtAnyStep) {
  const std::string hash = runJobOn(*device, cloud, networkJob(), {}, {})->hash;
  Detector whole = this->detector();
  whole.advance(StepKind::end, {});
  for (uint32_t last = 1; last < whole.furthest(); ++last) {
    Detector detector = this->detector();
    std::stop_source stop;
    EXPECT_THROW(detector.advance(StepKind::end, stop.get_token(),
                                  [&](Detector& at) {
                                    if (at.step() == last) stop.request_stop();
                                  }),
                 Cancelled);
    EXPECT_EQ(detector.step(), last);
    detector.advance(StepKind::end, {});
    EXPECT_EQ(detector.frame(true, false, {})->hash, hash) << last;
  }
}

TEST_F(NetworkDetection, OfPointsInAnotherOrderIsTheSame) {
  std::vector<shared::Vector3> points = test::noisySegments(kY, 2, 40, 1, 17);
  std::ranges::reverse(points);
  EXPECT_EQ(runJobOn(*device, test::cloudOf(points, 2), networkJob(), {}, {})->hash, runJobOn(*device, cloud, networkJob(), {}, {})->hash);
}

TEST_F(NetworkDetection, OfEveryPointTwiceIsTheSame) {
  for (const auto& [once, job] : mapSpaceAndWires()) {
    std::vector<double> rows;
    for (const int copy : {0, 1})
      for (uint32_t i = copy; i < once.size() + copy; ++i)
        for (int k = 0; k < once.dimension(); ++k) rows.push_back(once.points().coordinate(i % once.size(), k));
    const PointCloud twice(PointArray::fromRows(rows, once.dimension()).withScalar(once.scalar()), once.origin());
    ASSERT_EQ(twice.size(), 2 * once.size());
    EXPECT_EQ(runJobOn(*device, twice, job, {}, {})->hash, runJobOn(*device, once, job, {}, {})->hash);
    Job unset = job;
    unset.params.reset(kR1Param);
    EXPECT_EQ(suggestR1(twice, unset, {*device, {}, {}}).r1, suggestR1(once, unset, {*device, {}, {}}).r1);
  }
}

TEST_F(NetworkDetection, OfTooFewPointsIsEmptyAndEnds) {
  for (const std::vector<double>& rows : {std::vector<double>{3, 4}, {0, 0, 100, 100}, {5, 5, 5, 5, 5, 5, 5, 5}}) {
    const auto frame = runJobOn(*device, PointCloud(PointArray::fromRows(rows, 2)), networkJob(), {}, {});
    EXPECT_TRUE(frame->converged);
    EXPECT_TRUE(frame->chosen.empty());
    EXPECT_TRUE(frame->curve.edges.empty());
  }
}

TEST_F(NetworkDetection, IsMadeInTheWholeCloudAlsoWhereTilesAreAskedForChains) {
  Job job = networkJob();
  job.params.set(kTileDetectionParam, double(TileDetection::hybrid));
  EXPECT_EQ(job.tileDetection(), TileDetection::whole);
  EXPECT_EQ(runJobOn(*device, cloud, job, {}, {})->tiles, nullptr);
}

TEST_F(NetworkDetection, RefusesMoreThanThreeDimensionsAndSaysWhatToDo) {
  try {
    runJobOn(*device, PointCloud(PointArray(Scalar::float32, 4, 100)), networkJob(), {}, {});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::wrongUse);
    EXPECT_NE(std::string(error.what()).find("2 or 3 dimensions"), std::string::npos) << error.what();
  }
}

TEST_F(NetworkDetection, TakesWhatIsAskedForInsteadOfTheProfilesValues) {
  Job job = networkJob();
  job.params.set(kShortestBranchParam, 100);
  EXPECT_EQ(runJobOn(*device, cloud, job, {}, {})->curve.junctions, 0u) << "an arm is shorter, and goes";
  job = networkJob();
  job.params.set(kRadiusCapParam, 1);
  const NetworkRules rules = networkRules(cloud, job.params);
  EXPECT_EQ(rules.radiusSteps, 0);
  job.params.set(kRadiusCapParam, 8);
  EXPECT_EQ(networkRules(cloud, job.params).radiusSteps, 12);
}

}  // namespace
}  // namespace arete
