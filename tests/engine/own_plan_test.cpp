// A detection by a plan that no job asks for: other stages, decimate before evolve, a radius for each point that steps change and steps depend on,
// edges in the state. Watched, revisited, thinned, cancelled: always the bits of one run.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "compute/engine/detector.h"
#include "compute/io/report.h"

namespace arete {
namespace {

constexpr double kGoal = 8;  // points move to multiples of it

/// What the test wants to know and to disturb.
struct Watch {
  std::function<void(Stage)> before = [](Stage) {};  ///< each step
  int prepared = 0;
};

/// choose: every third point. knn: a radius for each, a quarter more than the way to the nearest other one, and an edge to that. decimate: of two
/// points within the radius of the first the second goes. evolve: half the way to the next multiple of kGoal, and a tenth off the radius. Holds S as
/// an Evolver does: evolve goes on from what is held, whatever it is given.
class OwnSteps final : public Steps {
 public:
  OwnSteps(const PointCloud& cloud, Watch& watch) : cloud_(cloud), watch_(watch) {}

  bool ready(Stage stage) const override { return stage != Stage::evolve || isHeld_; }
  void prepare(Stage, const ChosenState& state, const StageContext&) override { held_ = state, isHeld_ = true, ++watch_.prepared; }
  void forget() override { isHeld_ = false; }

  void run(const PlanPlace& first, ChosenState& state, const StepRun& run, const StageContext& context) override {
    const Stage stage = first.stage;
    if (stage == Stage::evolve) return evolve(state, run, context);
    check(stage, context);
    ChosenState next = state;
    const StepDone done = stage == Stage::choose ? choose(next) : stage == Stage::knn ? measure(next) : decimate(next);
    state = held_ = std::move(next);
    run.visit(done);
  }

  Curve join(Stage, const ChosenState&, const StageContext&) const override { throw std::logic_error("nothing joins in this plan"); }
  std::vector<uint32_t> assignment(Stage, const StageContext&) override { return {}; }

  static double radius(const ChosenState& state, uint32_t i) { return std::get<std::vector<double>>(*state.column("radius")->values)[i]; }

 private:
  void check(Stage stage, const StageContext& context) const {
    watch_.before(stage);
    context.checkStop();
  }

  StepDone choose(ChosenState& state) const {
    std::vector<uint32_t> chosen;
    for (uint32_t i = 0; i < cloud_.size(); i += 3) chosen.push_back(i);
    state.origin = std::vector<uint64_t>(chosen.begin(), chosen.end());
    state.points = cloud_.points().subset(chosen);
    return {};
  }

  static double distance(const ChosenState& state, uint32_t i, uint32_t j) {
    return std::abs(state.points->coordinate(i, 0) - state.points->coordinate(j, 0));
  }

  static StepDone measure(ChosenState& state) {
    std::vector<double> radii;
    std::vector<float> counts(state.points->size(), 0.5f);
    std::vector<Edge> edges;
    for (uint32_t i = 0; i < state.points->size(); ++i) {
      uint32_t nearest = i == 0 ? 1 : 0;
      for (uint32_t j = 0; j < state.points->size(); ++j)
        if (j != i && distance(state, i, j) < distance(state, i, nearest)) nearest = j;
      radii.push_back(distance(state, i, nearest) * 1.25);
      edges.push_back({std::min(i, nearest), std::max(i, nearest)});
    }
    std::ranges::sort(edges);
    edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
    state.edges = std::move(edges);
    state.columns = {{"radius", radii}, {"count", counts}};
    return {.altered = uint32_t(radii.size())};
  }

  static StepDone decimate(ChosenState& state) {
    const uint32_t count = state.points->size();
    for (uint32_t i = 0; i < count; ++i)
      for (uint32_t j = i + 1; j < count; ++j) {
        if (distance(state, i, j) > radius(state, i)) continue;
        std::vector<uint32_t> kept;
        for (uint32_t k = 0; k < count; ++k)
          if (k != j) kept.push_back(k);
        state = state.subset(kept);
        return {.removed = 1};
      }
    return {};
  }

  static StepDone iterate(ChosenState& state) {
    StepDone done;
    for (uint32_t i = 0; i < state.points->size(); ++i) {
      const double x = state.points->coordinate(i, 0), goal = std::round(x / kGoal) * kGoal;
      if (std::abs(goal - x) < 0.1) continue;
      state.points.edit().setCoordinate(i, 0, x + (goal - x) / 2);
      std::get<std::vector<double>>(state.columns[0].values.edit())[i] *= 0.9;
      ++done.moved;
    }
    return done;
  }

  void evolve(ChosenState& state, const StepRun& run, const StageContext& context) {
    isHeld_ = false;
    for (uint32_t i = 0; i < run.limit; ++i) {
      check(Stage::evolve, context);
      const StepDone done = iterate(held_);
      if (run.wanted == EvolveVisit::chosen) state = held_;
      run.visit(done);
      if (!done.changed()) break;
    }
    state = held_;
    isHeld_ = true;
  }

  const PointCloud& cloud_;
  Watch& watch_;
  ChosenState held_;
  bool isHeld_ = false;
};

Plan ownPlan() {
  return {.parts = {{.steps = {{Stage::choose}, {Stage::knn}}},
                    {.steps = {{Stage::decimate, PlanStep::kUntilStill}, {Stage::evolve, PlanStep::kUntilStill}}, .untilStill = true},
                    {.steps = {{Stage::knn}, {Stage::evolve}}}},
          .joins = {},
          .assigns = {},
          .limit = {}};
}

struct OwnPlan : testing::Test {
  std::unique_ptr<Device> device = makeCpuDevice(1);
  Watch watch;
  PointCloud cloud;
  Job job;

  OwnPlan() {
    std::vector<float> x;
    for (uint32_t i = 0, state = 7; i < 90; ++i) x.push_back(float((state = state * 1664525u + 1013904223u) >> 8) / float(1 << 24) * 100);
    cloud = PointCloud(PointArray::fromRows(std::move(x), 1));
    job.params.set(kR1Param, 1);
  }

  Detector detector(size_t historyBytes = size_t(1) << 20, std::stop_token stop = {}, Plan plan = ownPlan()) {
    return {cloud, job, *device, stop, {historyBytes, std::move(plan), [this](const PointCloud& whole, const Job&) {
                                          return std::make_unique<OwnSteps>(whole, watch);
                                        }}};
  }

  /// All that a step is.
  struct Seen {
    PointArray chosen, previous, removed;
    std::vector<uint64_t> origin;
    std::vector<PointColumn> columns;
    std::vector<Edge> edges;
    friend bool operator==(const Seen&, const Seen&) = default;
  };
  static Seen seen(Detector& detector) {
    const auto frame = detector.frame(true, true, {});
    return {frame->chosen, frame->previous, frame->removed, frame->chosenOrigin, frame->columns, frame->curve.edges};
  }
  std::vector<Seen> everyStep() {
    Detector detector = this->detector();
    std::vector<Seen> all = {seen(detector)};
    while (!detector.finished()) {
      detector.advance(StepKind::one, {});
      all.push_back(seen(detector));
    }
    return all;
  }
};

TEST_F(OwnPlan, IsWalkedInItsOrder) {
  Detector detector = this->detector();
  detector.advance(StepKind::end, {});
  const auto frame = detector.frame(true, false, {});
  const std::vector<StepRecord>& steps = *frame->history;
  ASSERT_GT(steps.size(), 20u);
  EXPECT_EQ(steps[0].stage, Stage::choose);
  EXPECT_EQ(steps[1].stage, Stage::knn);
  EXPECT_EQ(steps[1].round, 1u);
  EXPECT_EQ(steps[2].stage, Stage::decimate) << "before evolve";
  EXPECT_EQ(steps[2].round, 2u);
  EXPECT_EQ(steps[steps.size() - 2].stage, Stage::knn) << "radii once more, also without a change before";
  EXPECT_EQ(steps.back().stage, Stage::evolve);
  EXPECT_EQ(steps.back().round, steps[steps.size() - 2].round);
  EXPECT_GT(steps[steps.size() - 3].round, 2u) << "more than one pass of decimate and evolve";
  EXPECT_TRUE(frame->converged);
  EXPECT_EQ(frame->columns.size(), 2u);
  EXPECT_GT(frame->curve.edges.size(), 1u) << "those of the state";
  for (size_t i = 1; i < steps.size(); ++i) EXPECT_TRUE(steps[i].round == steps[i - 1].round || steps[i].round == steps[i - 1].round + 1) << i;
}

TEST_F(OwnPlan, RoundsAndSweepsStopAtItsOwnBoundaries) {
  Detector detector = this->detector();
  detector.advance(StepKind::round, {});
  EXPECT_EQ(detector.present().stage, Stage::knn);
  detector.advance(StepKind::sweep, {});
  EXPECT_EQ(detector.present().stage, Stage::decimate);
  detector.advance(StepKind::round, {});
  EXPECT_EQ(detector.present().stage, Stage::evolve);
  EXPECT_EQ(detector.present().moved, 0u);
  const uint32_t end = detector.step();
  detector.advance(StepKind::end, {});
  detector.goTo(2, {});
  detector.advance(StepKind::round, {});
  EXPECT_EQ(detector.step(), end) << "the same when it is known already";
}

TEST_F(OwnPlan, GivesTheSameInOneRunWatchedOrNot) {
  const std::vector<Seen> steps = everyStep();
  for (const size_t historyBytes : {size_t(0), size_t(1) << 20}) {
    Detector unseen = detector(historyBytes), watched = detector(historyBytes);
    unseen.advance(StepKind::end, {});
    EXPECT_EQ(seen(unseen), steps.back());
    watched.advance(StepKind::end, {}, [&](Detector& at) { ASSERT_EQ(seen(at), steps[at.step()]) << at.step(); });
    EXPECT_EQ(watched.furthest() + 1, steps.size());
  }
}

TEST_F(OwnPlan, GoesBackAndForthToEveryStepAlsoWhenMostStatesWereNotKept) {
  const std::vector<Seen> steps = everyStep();
  for (const size_t historyBytes : {size_t(0), size_t(3000), size_t(1) << 20}) {
    Detector detector = this->detector(historyBytes);
    detector.advance(StepKind::end, {});
    for (uint32_t step = detector.furthest() + 1; step-- > 0;) {
      detector.goTo(step, {});
      ASSERT_EQ(seen(detector), steps[step]) << "step " << step << ", history of " << historyBytes;
      if (step % 5 != 0) continue;
      detector.goTo(std::min(step + 3, detector.furthest()), {});
      ASSERT_EQ(seen(detector), steps[std::min(step + 3, detector.furthest())]) << "forward from " << step;
    }
    detector.advance(StepKind::end, {});
    EXPECT_EQ(seen(detector), steps.back());
  }
}

TEST_F(OwnPlan, GoesOnAfterACancelAtAnyStep) {
  const std::vector<Seen> steps = everyStep();
  for (const size_t historyBytes : {size_t(0), size_t(1) << 20})
    for (uint32_t at = 1; at < steps.size(); ++at) {
      Detector detector = this->detector(historyBytes);
      std::stop_source stop;
      uint32_t count = 0;
      watch.before = [&](Stage) {
        if (++count == at) stop.request_stop();
      };
      EXPECT_THROW(detector.advance(StepKind::end, stop.get_token()), Cancelled) << at;
      watch.before = [](Stage) {};
      ASSERT_LT(detector.step(), at);
      ASSERT_EQ(seen(detector), steps[detector.step()]) << "it stands at a step, " << at;
      detector.advance(StepKind::end, {});
      ASSERT_EQ(seen(detector), steps.back()) << at;
    }
}

TEST_F(OwnPlan, ACancelOnTheWayBackLeavesItWhereItWas) {
  const std::vector<Seen> steps = everyStep();
  Detector detector = this->detector(0);
  detector.advance(StepKind::end, {});
  std::stop_source stop;
  uint32_t count = 0;
  watch.before = [&](Stage) {
    if (++count == 5) stop.request_stop();
  };
  EXPECT_THROW(detector.goTo(uint32_t(steps.size()) / 2, stop.get_token()), Cancelled);
  EXPECT_EQ(seen(detector), steps.back());
  EXPECT_TRUE(detector.finished());
}

TEST_F(OwnPlan, PreparesOnlyAfterTheStateWasReplaced) {
  Detector detector = this->detector();
  for (int i = 0; i < 3; ++i) detector.advance(StepKind::round, {});
  EXPECT_EQ(watch.prepared, 1);
  detector.goTo(detector.furthest() - 1, {});
  detector.advance(StepKind::one, {});
  EXPECT_EQ(watch.prepared, 1) << "every state was kept";
  detector.advance(StepKind::end, {});
  EXPECT_EQ(watch.prepared, 2);
}

TEST_F(OwnPlan, ALimitCountsTheStageThatItNames) {
  Plan plan = ownPlan();
  plan.limit = {Stage::decimate, 2};
  Detector detector = this->detector(0, {}, plan);
  detector.advance(StepKind::end, {});
  EXPECT_EQ(detector.present().stage, Stage::decimate);
  EXPECT_EQ(detector.furthest(), 3u);
  EXPECT_TRUE(detector.finished());
  EXPECT_FALSE(detector.frame(false, false, {})->converged);
}

TEST_F(OwnPlan, IsReportedStepByStep) {
  Detector detector = this->detector();
  detector.advance(StepKind::end, {});
  const auto report = nlohmann::json::parse(reportJson(*detector.frame(true, false, {})));
  EXPECT_EQ(report["steps"][1]["type"], "knn");
  EXPECT_EQ(report["steps"][2]["type"], "decimate");
  ASSERT_EQ(report["sweeps"].size(), report["rounds"]);
  EXPECT_EQ(report["sweeps"][0], 0);
  EXPECT_GT(report["sweeps"][1], 1);
  EXPECT_FALSE(report["times_ms"].contains("order")) << "nothing joins";
  EXPECT_TRUE(report["times_ms"].contains("evolve"));
}

}  // namespace
}  // namespace arete
