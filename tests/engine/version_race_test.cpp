// A race computes what single detections compute, tells where steps differ, and counts what its rows of the catalogue say.
#include "compute/engine/version_race.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "compute/core/error.h"
#include "compute/core/hash.h"
#include "compute/engine/run_job.h"
#include "tests/support/spiral.h"

namespace arete {
namespace {

PointCloud spiralCloud(uint32_t points, int dimension = 2) { return test::spiralCloud({.points = points, .dimension = dimension}); }

Job jobWithRadius(double r1) {
  Job job;
  job.params.set(kR1Param, r1);
  job.params.set(kThreadsParam, 2);
  return job;
}

std::vector<RaceEntry> entries(const Job& job, std::string_view id, std::vector<std::string> values) { return raceEntries(job, id, values); }

Race race(const PointCloud& cloud, const Job& job, const std::string& of, std::vector<std::string> values, int repeat = 1) {
  return raceVersions({.cloud = cloud, .of = of, .entries = entries(job, of, std::move(values)), .repeat = repeat}, {});
}

const RaceCount* count(const Racer& racer, const CounterInfo& counter) {
  const auto found = std::ranges::find(racer.counts, &counter, &RaceCount::counter);
  return found == racer.counts.end() ? nullptr : &*found;
}

TEST(VersionRace, EveryVersionMakesTheStepsAndTheBitsOfItsOwnDetection) {
  const PointCloud cloud = spiralCloud(4000);
  const Job job = jobWithRadius(8.34);
  const Race all = race(cloud, job, "evolve", {"evolve.cpu.sequential", "cpu.brute_force", "cpu.accelerated"}, 2);
  ASSERT_EQ(all.racers.size(), 3u);
  EXPECT_EQ(all.turns, 2u);
  EXPECT_EQ(all.points, cloud.size());
  const auto device = makeCpuDevice(2);
  for (const Racer& racer : all.racers) {
    const auto alone = runJobOn(*device, cloud, racer.entry.job, {}, {});
    EXPECT_EQ(racer.hash, alone->hash);
    ASSERT_EQ(racer.steps.size(), alone->history->size()) << racer.entry.name;
    for (size_t i = 0; i < racer.steps.size(); ++i) {
      EXPECT_EQ(racer.steps[i].record.stage, (*alone->history)[i].stage);
      EXPECT_EQ(racer.steps[i].record.moved, (*alone->history)[i].moved);
      EXPECT_EQ(racer.steps[i].record.lookedAt, (*alone->history)[i].lookedAt);
    }
    EXPECT_TRUE(racer.exact && racer.equal && !racer.differsFrom()) << racer.entry.name;
    EXPECT_EQ(racer.runs.size(), 2u);
    EXPECT_GT(racer.milliseconds, 0);
    EXPECT_GT(racer.iteration_ms(), 0);
  }
  EXPECT_EQ(all.racers[1].entry.name, "evolve.cpu.brute_force");
}

TEST(VersionRace, TheStateOfEveryStepIsKeptAndItsHashIsThatOfItsPoints) {
  const Race all = race(spiralCloud(3000), jobWithRadius(8.34), "evolve", {"cpu.brute_force", "cpu.accelerated"});
  const Racer &first = all.racers[0], &second = all.racers[1];
  for (size_t i = 0; i < first.steps.size(); ++i) {
    ASSERT_TRUE(first.steps[i].state);
    EXPECT_EQ(first.steps[i].state->step, i);
    EXPECT_EQ(first.steps[i].hash, curveHash(first.steps[i].state->chosen, {}));
    EXPECT_EQ(second.steps[i].state, first.steps[i].state) << "equal bits are kept once";
  }
  EXPECT_TRUE(first.steps.back().state->curveKnown && first.steps.back().state->finished);
}

TEST(VersionRace, StepsEndOneAfterTheOtherAndAtATimeTheNewestOneIsKnown) {
  const Race all = race(spiralCloud(3000), jobWithRadius(8.34), "evolve", {"cpu.brute_force", "cpu.accelerated"});
  for (const Racer& racer : all.racers) {
    double before = 0;
    for (const RaceStep& step : racer.steps) {
      EXPECT_GE(step.ended_ms, before);
      before = step.ended_ms;
    }
    EXPECT_EQ(racer.stepAt(-1), 0u);
    EXPECT_EQ(racer.stepAt(before), racer.steps.size() - 1);
    EXPECT_EQ(racer.stepAt(racer.steps[5].ended_ms), 5u);
    EXPECT_GE(all.longest_ms(), before);
    double inParts = 0;
    for (const RacePart& part : racer.parts) inParts += part.milliseconds;
    EXPECT_NEAR(inParts, racer.milliseconds, 1e-9 * racer.milliseconds) << "of one run nothing is left out";
  }
}

TEST(VersionRace, LooksAreCountedAndPairsOnlyWhereNoneIsLeftOut) {
  const PointCloud cloud = spiralCloud(4000);
  const Race all = race(cloud, jobWithRadius(8.34), "evolve", {"cpu.brute_force", "cpu.accelerated"});
  const Racer &brute = all.racers[0], &accelerated = all.racers[1];
  uint64_t iterations = 0, pairs = 0;
  for (const RaceStep& step : brute.steps)
    if (step.record.stage == Stage::evolve) ++iterations, pairs += uint64_t(cloud.size()) * step.record.chosen;
  ASSERT_TRUE(count(brute, kLooksCounter) && count(brute, kDistanceCounter) && count(accelerated, kLooksCounter));
  EXPECT_EQ(count(brute, kLooksCounter)->value, double(iterations));
  EXPECT_EQ(count(brute, kShareCounter)->value, 100);
  EXPECT_EQ(count(brute, kDistanceCounter)->value, double(pairs) / 1e6);
  EXPECT_LT(count(accelerated, kLooksCounter)->value, double(iterations));
  EXPECT_EQ(count(accelerated, kDistanceCounter), nullptr);
  for (const CounterInfo* counter : gpuCounters()) EXPECT_EQ(count(accelerated, *counter), nullptr) << counter->id << " on a CPU";
  EXPECT_GT(count(brute, kFloorCounter)->value, 0);
}

TEST(VersionRace, StagesOfNetworksCountTheirNodesAndTheTimeForOne) {
  Job job = jobWithRadius(8.34);
  job.params.set(kCurveParam, double(CurveKind::network));
  const Race all = race(spiralCloud(3000), job, "ridge_shift", {"cpu.sequential", defaultVersion(Stage::ridge_shift, Backend::cpu).id.data()});
  const Racer& racer = all.racers[0];
  uint64_t nodes = 0, moved = 0, iterations = 0;
  for (size_t i = 1; i < racer.steps.size(); ++i) {
    if (racer.steps[i].record.stage != Stage::ridge_shift) continue;
    ++iterations, nodes += racer.steps[i - 1].record.chosen, moved += racer.steps[i].record.moved;
  }
  ASSERT_GT(iterations, 1u);
  const auto value = [&](std::string_view id) {
    const auto found =
        std::ranges::find_if(racer.counts, [&](const RaceCount& each) { return each.stage == "ridge_shift" && each.counter->id == id; });
    return found == racer.counts.end() ? -1 : found->value;
  };
  EXPECT_EQ(value("iterations"), double(iterations));
  EXPECT_EQ(value("nodes"), double(nodes) / double(iterations));
  EXPECT_EQ(value("nodes_moved"), 100 * double(moved) / double(nodes));
  EXPECT_GT(value("time_per_node"), 0);
  EXPECT_EQ(value("removed"), -1) << "it removes nothing";
  for (const RaceCount& each : all.racers[0].counts) EXPECT_NE(each.stage, "evolve");
}

TEST(VersionRace, DetectionsInTilesDifferAndItIsSaidFromWhichStepAndWhere) {
  const PointCloud cloud = spiralCloud(20'000);
  Job job = jobWithRadius(8.34);
  job.params.set(kTileCapacityParam, 2000);
  const Race all = race(cloud, job, "tile_detection", {"whole", "local", "hybrid"});
  EXPECT_TRUE(all.racers[0].exact && all.racers[0].equal);
  bool anyFar = false;
  for (size_t i = 1; i < 3; ++i) {
    const Racer& racer = all.racers[i];
    EXPECT_FALSE(racer.exact);
    ASSERT_FALSE(racer.equal) << racer.entry.name;
    const uint32_t from = *racer.differsFrom();
    for (uint32_t step = 0; step < racer.steps.size(); ++step) {
      EXPECT_TRUE(step != from || !racer.steps[step].equal);
      ASSERT_EQ(racer.steps[step].equal, !racer.steps[step].difference);
      if (!racer.steps[step].equal) anyFar = anyFar || racer.steps[step].difference->hausdorff > 0;
    }
    const RaceStep& last = racer.steps.back();
    ASSERT_TRUE(last.state && last.state->exact);
    EXPECT_EQ(last.state->difference.hausdorff, last.difference->hausdorff);
    EXPECT_EQ(last.state->hash, racer.hash);
    EXPECT_EQ(count(racer, kDistanceCounter), nullptr) << "in tiles not every pair is compared";
  }
  EXPECT_TRUE(anyFar);
}

TEST(VersionRace, NetworksRaceStageByStage) {
  Job job = jobWithRadius(12);
  job.params.set(kCurveParam, double(CurveKind::network));
  const Race all = race(spiralCloud(3000), job, "ridge_shift", {"cpu.sequential", "cpu.rows"});
  EXPECT_TRUE(all.racers[1].equal);
  EXPECT_EQ(all.racers[0].hash, all.racers[1].hash);
  EXPECT_TRUE(all.racers[1].steps.back().state && all.racers[1].steps.back().state->curveKnown);
  EXPECT_TRUE(std::ranges::any_of(all.racers[0].parts, [](const RacePart& part) { return part.id == "ridge_shift" && part.milliseconds > 0; }));
}

TEST(VersionRace, SearchesForNeighboursRaceToo) {
  const PointCloud cloud = spiralCloud(3000, 3);
  Job job = jobWithRadius(8);
  job.params.set(kLinkNeighboursParam, 4);
  const Race all = race(cloud, job, "knn", {"cpu.v0", "cpu.v9", "cpu.best", "cpu.vocabulary_tree"}, 2);
  EXPECT_EQ(all.neighbours, 4u);
  for (size_t i = 0; i < 3; ++i) EXPECT_TRUE(all.racers[i].equal && !all.racers[i].recall) << all.racers[i].entry.name;
  const Racer& inexact = all.racers[3];
  EXPECT_FALSE(inexact.exact);
  EXPECT_EQ(inexact.equal, !inexact.recall);
  EXPECT_TRUE(inexact.recall.value_or(0.5) > 0.3 && inexact.recall.value_or(0.5) < 1);
  EXPECT_EQ(count(all.racers[0], kDistanceCounter)->value, 9.0);
  EXPECT_EQ(count(all.racers[1], kDistanceCounter), nullptr);
}

TEST(VersionRace, ShortMemoryLeavesStatesOutAndNothingElse) {
  const PointCloud cloud = spiralCloud(3000);
  const Job job = jobWithRadius(8.34);
  RaceInput input{.cloud = cloud, .of = "evolve", .entries = entries(job, "evolve", {"cpu.brute_force", "cpu.accelerated"}), .repeat = 1};
  input.stateBytes = 20'000;
  const Race all = raceVersions(input, {});
  EXPECT_TRUE(all.racers[0].steps.front().state);
  EXPECT_FALSE(all.racers[0].steps.back().state);
  EXPECT_TRUE(all.racers[1].equal);
  EXPECT_EQ(all.racers[0].hash, all.racers[1].hash);
}

TEST(VersionRace, StopsWhenAskedAndTellsHowFarItIs) {
  const PointCloud cloud = spiralCloud(3000);
  std::stop_source stop;
  RaceNews news;
  std::vector<uint32_t> turns;
  double last = -1;
  news.progress = [&](double fraction, std::string_view) {
    EXPECT_GE(fraction, last);
    last = fraction;
  };
  news.sofar = [&](const Race& sofar) {
    turns.push_back(sofar.turns);
    if (sofar.turns == 2) stop.request_stop();
  };
  const Job job = jobWithRadius(8.34);
  const RaceInput input{.cloud = cloud, .of = "evolve", .entries = entries(job, "evolve", {"cpu.brute_force", "cpu.accelerated"}), .repeat = 5};
  EXPECT_THROW(raceVersions(input, stop.get_token(), news), Cancelled);
  EXPECT_EQ(turns, (std::vector<uint32_t>{0, 1, 2}));
  EXPECT_TRUE(last > 0 && last < 1);
}

TEST(VersionRace, NothingIsToldBetweenSettlingAndTheEndOfATimedRun) {
  const PointCloud cloud = spiralCloud(500);
  for (const auto& [of, values] : {std::pair("evolve", std::vector<std::string>{"cpu.brute_force", "cpu.accelerated"}),
                                   std::pair("knn", std::vector<std::string>{"cpu.v0", "cpu.best"})}) {
    std::string told;
    RaceNews news;
    news.progress = [&](double, std::string_view what) {
      const char now = what.starts_with("repeat") ? 't' : 'l';
      if (now == 't' || !told.ends_with('l')) told += now;  // a look tells of every step
    };
    news.sofar = [&](const Race&) { told += '.'; };
    news.settle = [&] { told += 's'; };
    const Job job = jobWithRadius(8.34);
    raceVersions({.cloud = cloud, .of = of, .entries = entries(job, of, values), .repeat = 2}, {}, news);
    EXPECT_EQ(told, "l.tsts.tsts.") << of;
  }
}

TEST(RaceEntries, EveryChoiceOfAJobCanBeRacedWithItsOwnValues) {
  Job job = jobWithRadius(8);
  job.params.setText(kTileDetectionParam, "local");
  std::set<std::string> ids;
  for (const RaceChoice& choice : raceChoices(job)) {
    EXPECT_TRUE(ids.insert(choice.id).second) << choice.id;
    EXPECT_FALSE(choice.label.empty() || choice.help.empty()) << choice.id;
    std::vector<std::string> values;
    for (const RaceOption& option : choice.options)
      if (option.unavailable.empty() && values.size() < kMostRacers) values.push_back(option.value);
    if (values.size() < kFewestRacers) continue;
    EXPECT_EQ(raceEntries(job, choice.id, values).size(), values.size()) << choice.id;
  }
  for (const char* id : {"choose", "evolve", "decimate", "order", "tile", "knn", "backend", "cloud_layout", "tile_detection", "tile_kind"})
    EXPECT_TRUE(ids.contains(id)) << id;
  EXPECT_FALSE(ids.contains("r1") || ids.contains("curve") || ids.contains("seeds"));
}

TEST(RaceEntries, TheUsualRaceIsOfTheStageThatMovesPoints) {
  Job job = jobWithRadius(8);
  EXPECT_EQ(usualRace(job).of, "evolve");
  EXPECT_EQ(raceEntries(job, "evolve", usualRace(job).values).size(), kFewestRacers);
  job.params.set(kCurveParam, double(CurveKind::network));
  EXPECT_EQ(usualRace(job).of, "ridge_shift");
  for (const RaceChoice& choice : raceChoices(job)) EXPECT_LE(usualValues(choice).size(), kFewestRacers) << choice.id;
}

TEST(RaceEntries, WordsSayWhatIsCompared) {
  EXPECT_EQ(raceWish("evolve=cpu.brute_force,cpu.accelerated").of, "evolve");
  EXPECT_EQ(raceWish("evolve=cpu.brute_force,cpu.accelerated").values, (std::vector<std::string>{"cpu.brute_force", "cpu.accelerated"}));
  EXPECT_EQ(raceWish("evolve.cpu.brute_force,evolve.cpu.accelerated").of, "evolve");
  EXPECT_EQ(raceWish("threads=1,2").values, (std::vector<std::string>{"1", "2"}));
  EXPECT_EQ(raceWish("tile-detection=whole,local").of, "tile_detection");
  for (const char* former : {"wire_shift=wire_shift.cpu.rows,cuda.warps", "wire_shift.cpu.rows,cuda.warps"}) {
    EXPECT_EQ(raceWish(former).of, "ridge_shift");
    EXPECT_EQ(raceWish(former).values, (std::vector<std::string>{"ridge_shift.cpu.rows", "ridge_shift.cuda.blocks"}));
  }
  for (const char* wrong : {"", "=", "=a,b", "cpu.brute_force,cpu.accelerated", "threads"}) EXPECT_THROW(raceWish(wrong), Error) << wrong;
}

TEST(RaceEntries, RefuseWhatIsNoRaceAndSayWhat) {
  const Job job = jobWithRadius(8);
  const auto refused = [&](std::string_view id, std::vector<std::string> values, std::string_view word) {
    try {
      raceEntries(job, id, values);
      ADD_FAILURE() << id;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::wrongUse);
      EXPECT_NE(std::string(error.what()).find(word), std::string::npos) << error.what();
    }
  };
  refused("evolve", {"cpu.accelerated"}, "two to four");
  refused("threads", {"1", "2", "3", "4", "5"}, "two to four");
  refused("evolve", {"cpu.accelerated", "evolve.cpu.accelerated"}, "twice");
  refused("evolve", {"cpu.accelerated", "cpu.accelerate"}, "evolve.cpu.accelerated");
  refused("tile", {"cpu.recursive", "cpu.parallel"}, "no such stage");
  refused("r1", {"4", "8"}, "sweep");
  refused("evovle", {"a", "b"}, "evolve");
  refused("cloud-layout", {"row", "diagonal"}, "cloud_layout");
  EXPECT_EQ(raceEntries(job, "cloud-layout", std::vector<std::string>{"row", "column"})[1].name, "cloud layout column");
  EXPECT_EQ(raceEntries(job, "cloud_layout", std::vector<std::string>{"row", "column"})[0].value, "row");
}

}  // namespace
}  // namespace arete
