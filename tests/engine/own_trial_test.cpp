// Users' versions below the command line: how they are timed and tuned, and what a race of them costs by its model.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include "compute/check/clouds.h"
#include "compute/engine/race_cost.h"
#include "compute/files/scratch_folder.h"
#include "compute/mine/sanitize.h"
#include "compute/mine/trial.h"
#include "compute/mine/tune.h"
#include "compute/mine/user_rows.h"
#include "tests/cli/user_versions_support.h"

namespace arete::test {
namespace {

std::shared_ptr<const mine::UserVersion> versionOf(const std::string& source) {
  const ScratchFolder folder("arete-own-trial");
  const std::filesystem::path file = folder.path() / "mine.cpp";
  std::ofstream(file) << source;
  return std::make_shared<const mine::UserVersion>(file, mine::UserVersionWish{}, std::stop_token());
}

TEST(OwnTrial, YoursAndOursAreTimedInTurnsAndEveryTurnIsTold) {
  const std::unique_ptr<Device> device = makeCpuDevice(1);
  mine::TrialWish wish{.cloud = PointCloud(clouds::clusters(2000, 2, 15)), .r1 = 2, .repeat = 4};
  std::vector<size_t> timed;  // how many rows have a time, whenever something is told; 99 where the window may draw that
  wish.sofar = [&](const mine::Trial& trial) {
    const auto count = size_t(std::ranges::count_if(trial.rows, [](const mine::TrialRow& row) { return row.median > 0; }));
    if (count > 0) timed.push_back(count);
  };
  wish.settle = [&] { timed.push_back(99); };
  const mine::Trial trial = mine::tryVersion(versionOf(evolveSource()), wish, {*device, {}, {}});
  ASSERT_TRUE(trial.isSound()) << trial.failure << trial.first;
  ASSERT_EQ(trial.rows.size(), 3u);
  EXPECT_EQ(timed, (std::vector<size_t>{99, 3, 99, 3, 99, 3, 99, 3, 3}));  // the last one has the roof
}

TEST(OwnTrial, EveryPointOfTheCloudThatDiffersIsFoundAndIsThePointOfItsAnswer) {
  std::string nothing = evolveSource();
  const std::string store = "task.nearest[i] = index;";
  nothing.replace(nothing.find(store), store.size(), "task.nearest[i] = i % 2 ? index : ARETE_NONE;");
  const std::unique_ptr<Device> device = makeCpuDevice(1);
  const mine::TrialWish wish{.cloud = PointCloud(clouds::clusters(1000, 2, 15)), .r1 = 2, .repeat = 0};
  const mine::Trial trial = mine::tryVersion(versionOf(nothing), wish, {*device, {}, {}});
  ASSERT_NE(trial.onCloud, nullptr);
  ASSERT_EQ(trial.onCloud->elements.size(), 500u);  // each is within R1 of a chosen point
  for (size_t i = 0; i < 500; ++i) EXPECT_EQ(trial.onCloud->pointOf(i), 2 * i);
  EXPECT_TRUE(trial.rows.empty());
}

TEST(OwnTrial, ALadderHasPowersOfTwoWhereBothEndsAreAndTheUsualValueAlways) {
  const ParamInfo block{.id = "block", .kind = ParamKind::integer, .minimum = 32, .maximum = 256, .defaultValue = 96};
  EXPECT_EQ(mine::ladderOf(block), (std::vector<double>{32, 64, 96, 128, 256}));
  const ParamInfo share{.id = "share", .minimum = 0, .maximum = 0.7, .defaultValue = 0.25};
  const std::vector<double> ladder = mine::ladderOf(share);
  EXPECT_EQ(ladder.size(), 9u);
  EXPECT_EQ(std::ranges::count(ladder, 0.25), 1);
  EXPECT_EQ(ladder.front(), 0);
  EXPECT_EQ(ladder.back(), 0.7);
}

TEST(OwnTrial, WhereThereAreTooManyCombinationsOneParameterIsTunedAfterTheOther) {
  std::string source = evolveSource();
  const std::string block = "{\"block\", 1, 64, 8, \"Nothing depends on it.\"}";
  std::string many;
  for (const char name : {'a', 'b', 'c', 'd'}) many += (many.empty() ? "{\"" : ", {\"") + std::string(1, name) + "\", 1, 64, 8, \"Nothing.\"}";
  source.replace(source.find(block), block.size(), many);
  const auto version = versionOf(source);
  const std::unique_ptr<Device> device = makeCpuDevice(1);
  const StageContext context{*device, {}, {}};
  const mine::TrialTask task = mine::taskOf(Stage::evolve, PointCloud(clouds::clusters(300, 2, 15)), 2, 8, context);
  const mine::Tuning tuning = mine::tuneVersion(version, task, {.axes = mine::axesOf(*version), .repeat = 1}, context);
  EXPECT_FALSE(tuning.isWhole);
  EXPECT_EQ(tuning.rows.front().values, (std::vector<double>{8, 8, 8, 8}));
  EXPECT_LE(tuning.rows.size(), 1 + 4 * 7u);
  EXPECT_GE(tuning.rows.size(), 1 + 4 * 6u);
  ASSERT_NE(tuning.fastest(), nullptr);
}

TEST(OwnTrial, AValueOfAFormerRangeCountsAsTheNearestThatTheFileAllowsNow) {
  const auto before = versionOf(std::string(evolveSource()));
  ParamValues params;
  params.set(*before->parameters.front(), 64);
  std::string narrow = evolveSource();
  narrow.replace(narrow.find("1, 64, 8"), 8, "1, 16, 8");
  EXPECT_EQ(before->valuesOf(params), std::vector<double>{64});
  EXPECT_EQ(versionOf(narrow)->valuesOf(params), std::vector<double>{16});
}

TEST(OwnTrial, AProgramThatLooksAtTheProcessIsHeardToItsEnd) {
  const ScratchFolder folder("arete-sanitizer");
  const std::filesystem::path program = folder.path() / "sanitizer", file = folder.path() / "mine.cpp";
  std::ofstream(program) << "#!/bin/sh\n[ \"$1 $2\" = '--tool memcheck' ] || exit 9\nshift 2\necho '========= Invalid __global__ write'\n\"$@\"\n"
                            "sleep 0.2\necho '========= ERROR SUMMARY: 3 errors'\n";
  std::filesystem::permissions(program, std::filesystem::perms::owner_all);
  std::ofstream(file) << evolveSource();
  const std::unique_ptr<Device> device = makeCpuDevice(1);
  const mine::Sanitized found = mine::sanitizeVersion(file, program, {*device, {}, {}});
  EXPECT_TRUE(found.trial.isSound()) << found.trial.failure;
  EXPECT_GT(found.trial.asked, 35u);
  EXPECT_NE(found.text.find("Invalid __global__ write"), std::string::npos) << found.text;
  EXPECT_EQ(found.errors(), 3u);
  EXPECT_THROW(mine::checkSanitizer(*versionOf(evolveSource())), Error);
}

TEST(OwnTrial, AParameterOfAVersionThatNoStageUsesDoesNotStartADetectionAgain) {
  const auto version = versionOf(evolveSource());
  mine::addUserVersion(version);
  Job job, other;
  other.params.set(*version->parameters.front(), 32);
  EXPECT_TRUE(job.detectsLike(other));
  job.versionIds[size_t(Stage::evolve)] = other.versionIds[size_t(Stage::evolve)] = version->id;
  EXPECT_FALSE(job.detectsLike(other));
}

TEST(OwnTrial, TheModelOfARaceCountsThePairsThatEachStageCompares) {
  const PointCloud cloud(clouds::uniformBox(10, 2, 3, 8).withScalar(Scalar::float32));
  EXPECT_EQ(pairsOfChoose(10, {0, 4, 9}), 9 + 5 + 0);
  std::vector<RaceStep> steps(4);
  const std::pair<Stage, uint32_t> done[] = {{Stage::choose, 3}, {Stage::evolve, 3}, {Stage::decimate, 2}, {Stage::evolve, 2}};
  for (size_t i = 0; i < 4; ++i) steps[i].record.stage = done[i].first, steps[i].record.chosen = done[i].second;
  EXPECT_EQ(costOfSteps(Stage::choose, cloud, steps, 14).operations, 3 * 2 * 14);
  EXPECT_EQ(costOfSteps(Stage::evolve, cloud, steps, 14).operations, 3 * 2 * (10 * 3 + 10 * 2));
  EXPECT_EQ(costOfSteps(Stage::decimate, cloud, steps, 14).operations, 3 * 2 * (3 * 3));
  EXPECT_EQ(costOfSteps(Stage::choose, cloud, steps, 14).bytes, 10 * (8 + 1));
  EXPECT_EQ(costOfSteps(Stage::decimate, cloud, steps, 14).bytes, 3 * (8 + 1));
  EXPECT_FALSE(costOfSteps(Stage::order, cloud, steps, 14).isKnown());
}

}  // namespace
}  // namespace arete::test
