// The check of a machine: every version gets tasks, a wrong bit is seen, and what throws or never ends keeps nobody.
#include "compute/check/check_versions.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <map>
#include <new>
#include <set>
#include <thread>

#include "compute/chains/choose/stage.h"
#include "compute/chains/decimate/stage.h"
#include "compute/chains/evolve/stage.h"
#include "compute/chains/order/stage.h"
#include "compute/check/cases.h"
#include "compute/check/clouds.h"
#include "compute/check/limited_run.h"
#include "compute/check/report.h"
#include "compute/core/error.h"
#include "compute/neighbours/knn/stage.h"
#include "compute/network/background/stage.h"
#include "compute/network/bridges/stage.h"
#include "compute/network/crest/stage.h"
#include "compute/network/ends/stage.h"
#include "compute/network/fog/stage.h"
#include "compute/network/junctions/stage.h"
#include "compute/network/local_radius/stage.h"
#include "compute/network/polish/stage.h"
#include "compute/network/prune/stage.h"
#include "compute/network/radius/stage.h"
#include "compute/network/refit/stage.h"
#include "compute/network/ridge_shift/stage.h"
#include "compute/network/seeds/stage.h"
#include "compute/network/side_lines/stage.h"
#include "compute/network/spanner/stage.h"
#include "compute/network/super_points/stage.h"
#include "compute/network/thin/stage.h"
#include "compute/network/tree/stage.h"
#include "compute/network/twigs/stage.h"
#include "compute/network/wire_claims/stage.h"
#include "compute/network/wire_ends/stage.h"
#include "compute/network/wire_gaps/stage.h"
#include "compute/network/wire_lines/stage.h"
#include "compute/network/wire_strands/stage.h"
#include "compute/network/witnesses/stage.h"
#include "compute/tiles/stage.h"

namespace arete {
namespace {

/// A row of the catalogue that computes something else.
template <Stage stage>
Version changed(StageFunction<stage> function) {
  Version version = versions(stage).front();
  version.id = "changed";
  version.function = function;
  return version;
}

const CheckedVersion& onlyRow(const CheckResult& result) {
  EXPECT_EQ(result.rows.size(), 1u);
  return result.rows.front();
}

/// Tasks of chains and of networks in space that take no time.
std::vector<StageCase> fewCases(const StageContext& context) {
  std::vector<StageCase> cases;
  addChainCases({"lattice", PointCloud(clouds::lattice(9, 2)), 2}, context, cases);
  const PointCloud star = clouds::cloudOf(clouds::noisySegments(clouds::star({{0, 30, 10}, {26, -15, 10}}), 3, 8, 1, 17), 3);
  addNetworkCases({"star", star, 4}, networkRules(3), context, cases);
  return cases;
}

CheckResult check(const Version& version) { return checkVersions({.versions = {&version, 1}, .cases = fewCases}, {}); }

TEST(CheckVersions, EveryStageHasTasksWithDifferentAnswersThatNoNumberOfThreadsChanges) {
  const auto one = makeCpuDevice(1), three = makeCpuDevice(3);
  const std::vector<StageCase> cases = casesOfAllStages({*one, {}, {}}), same = casesOfAllStages({*three, {}, {}});
  ASSERT_EQ(cases.size(), same.size());
  std::map<Stage, std::set<Bits>> answers;
  for (size_t i = 0; i < cases.size(); ++i) {
    EXPECT_TRUE(cases[i].expected == same[i].expected) << name(cases[i].stage) << ", " << cases[i].cloud;
    answers[cases[i].stage].insert(cases[i].expected);
  }
  for (const Stage stage : kStages) EXPECT_GT(answers[stage].size(), 1u) << name(stage);
}

TEST(CheckVersions, EveryVersionHasARowAndThoseThatCanRunHereGiveTheBitsOfTheReferences) {
  std::vector<std::string> facts, told;
  double fraction = 0;
  CheckNews news;
  news.fact = [&](const MachineFact& fact) {
    EXPECT_TRUE(told.empty()) << "the machine comes first";
    EXPECT_FALSE(fact.value.empty()) << fact.name;
    facts.push_back(fact.name);
  };
  news.progress = [&](double now, std::string_view) { EXPECT_GE(now, std::exchange(fraction, now)); };
  news.row = [&](const CheckedVersion& row) { told.push_back(row.id); };
  const CheckResult result = checkVersions({}, {}, news);
  EXPECT_EQ(facts.front(), "Arete");
  EXPECT_NE(std::ranges::find(facts, "GPU"), facts.end());
  ASSERT_EQ(result.rows.size(), catalog().size());
  for (size_t i = 0; i < catalog().size(); ++i) {
    const Version& version = catalog()[i];
    const CheckedVersion& row = result.rows[i];
    EXPECT_EQ(row.id, version.id);
    EXPECT_EQ(told[i], version.id);
    const CheckEnd expected = !version.available() ? CheckEnd::notRun : version.exact ? CheckEnd::same : CheckEnd::inexact;
    EXPECT_EQ(row.end, expected) << lineOf(row);
    EXPECT_EQ(row.why, version.unavailable()) << row.id;
  }
  EXPECT_TRUE(result.isSound());
  EXPECT_NE(result.references, 0u);
  EXPECT_NE(verdictOf(result).find(std::to_string(result.count(CheckEnd::same)) + " versions give the bits"), std::string::npos);
}

TEST(CheckVersions, OneWrongBitIsSeenWhateverTheStage) {
  const std::vector<Version> wrong = {changed<Stage::choose>([](const ChooseInput& in, const StageContext& context) {
                                        std::vector<uint32_t> chosen = cpu::chooseSequential(in, context);
                                        if (chosen.size() > 40) chosen[40] ^= 1;
                                        return chosen;
                                      }),
                                      changed<Stage::tile>([](const TileInput& in, const StageContext& context) {
                                        TileTree tree = cpu::tileRecursive(in, context);
                                        if (tree.bounds.size() > 9)
                                          tree.bounds[9] = std::bit_cast<double>(std::bit_cast<uint64_t>(tree.bounds[9]) ^ 1);
                                        return tree;
                                      }),
                                      changed<Stage::local_radius>([](const LocalRadiusInput& in, const StageContext& context) {
                                        std::vector<double> radii = cpu::localRadiusSequential(in, context);
                                        if (radii.size() > 200) radii[200] = std::bit_cast<double>(std::bit_cast<uint64_t>(radii[200]) ^ 1);
                                        return radii;
                                      }),
                                      changed<Stage::ridge_shift>([](const RidgeShiftInput& in, MovedNodes nodes, const StageContext& context) {
                                        const uint32_t went = cpu::ridgeShiftSequential(in, nodes, context);
                                        if (!nodes.empty()) nodes.back().still = !nodes.back().still;
                                        return went;
                                      }),
                                      changed<Stage::spanner>([](const SpannerInput& in, const StageContext& context) {
                                        std::vector<Edge> edges = cpu::spannerSequential(in, context);
                                        if (!edges.empty()) edges.pop_back();
                                        return edges;
                                      }),
                                      changed<Stage::wire_strands>([](const WireStrandsInput& in, const StageContext& context) {
                                        std::vector<Edge> edges = cpu::wireStrandsSequential(in, context);
                                        if (!edges.empty()) edges.back().b ^= 1;
                                        return edges;
                                      })};
  const CheckResult result = checkVersions({.versions = wrong}, {});
  ASSERT_EQ(result.rows.size(), wrong.size());
  for (size_t i = 0; i < wrong.size(); ++i) {
    EXPECT_EQ(result.rows[i].end, CheckEnd::different) << name(wrong[i].stage);
    EXPECT_GT(result.rows[i].differ, 0u);
    EXPECT_TRUE(bitsWords(result.rows[i]).starts_with("DIFFERENT: ")) << bitsWords(result.rows[i]);
    EXPECT_FALSE(result.rows[i].first.empty());
  }
  EXPECT_FALSE(result.isSound());
  EXPECT_TRUE(verdictOf(result).starts_with("This machine or this build is not right: 6 versions differ")) << verdictOf(result);
}

TEST(CheckVersions, AnInexactVersionIsToldByHowManyAnswersDiffer) {
  Version version = changed<Stage::fog>([](const FogInput&, const StageContext&) { return Fog{.intensity = 1, .share = 2}; });
  version.exact = false;
  const CheckResult result = check(version);
  EXPECT_EQ(onlyRow(result).end, CheckEnd::inexact);
  EXPECT_GT(onlyRow(result).differ, 0u);
  EXPECT_TRUE(bitsWords(onlyRow(result)).starts_with("inexact by design: ")) << bitsWords(onlyRow(result));
  EXPECT_TRUE(result.isSound());
}

TEST(CheckVersions, WhatIsThrownIsToldAndARefusalThatTheRowAnnouncesIsNoFault) {
  Version refuses =
      changed<Stage::fog>([](const FogInput&, const StageContext&) -> Fog { throw Error(ErrorKind::wrongUse, "cannot", "", "it is foggy"); });
  EXPECT_EQ(bitsWords(onlyRow(check(refuses))), "error: it is foggy");
  EXPECT_FALSE(check(refuses).isSound());
  refuses.limit = "no fog";
  EXPECT_EQ(bitsWords(onlyRow(check(refuses))), "not run: no fog");
  EXPECT_TRUE(check(refuses).isSound());
  const Version hungry = changed<Stage::fog>([](const FogInput&, const StageContext&) -> Fog { throw std::bad_alloc(); });
  EXPECT_EQ(onlyRow(check(hungry)).end, CheckEnd::error);
}

TEST(CheckVersions, AVersionThatDoesNotEndInTimeIsStoppedAndTheNextOneIsChecked) {
  const std::vector<Version> slow = {changed<Stage::fog>([](const FogInput&, const StageContext& context) -> Fog {
                                       for (;;) context.checkStop(), std::this_thread::yield();
                                     }),
                                     versions(Stage::order).front()};
  const CheckResult result = checkVersions({.versions = slow, .limit = std::chrono::milliseconds(1500), .cases = fewCases}, {});
  ASSERT_EQ(result.rows.size(), 2u);
  EXPECT_EQ(bitsWords(result.rows[0]), "error: did not end in 1.5 s");
  EXPECT_EQ(result.rows[1].end, CheckEnd::same) << lineOf(result.rows[1]);
  EXPECT_EQ(threadsLeftBehind(), 0);
}

std::atomic<bool> mayEnd = false;

TEST(CheckVersions, AVersionThatNeverEndsIsLeftBehindAndTheNextOneIsChecked) {
  mayEnd = false;
  const std::vector<Version> endless = {changed<Stage::fog>([](const FogInput&, const StageContext&) -> Fog {
                                          while (!mayEnd) std::this_thread::yield();
                                          return {};
                                        }),
                                        versions(Stage::order).front(), versions(Stage::fog).front()};
  const CheckResult result = checkVersions({.versions = endless, .limit = std::chrono::milliseconds(1500), .cases = fewCases}, {});
  ASSERT_EQ(result.rows.size(), 3u);
  EXPECT_EQ(bitsWords(result.rows[0]), "error: did not end in 1.5 s");
  for (const size_t other : {1, 2}) EXPECT_EQ(result.rows[other].end, CheckEnd::same) << lineOf(result.rows[other]);
  EXPECT_EQ(threadsLeftBehind(), 1);
  mayEnd = true;
  while (threadsLeftBehind() > 0) std::this_thread::yield();
}

TEST(CheckVersions, StopsWhenAsked) {
  std::stop_source source;
  CheckNews news;
  size_t rows = 0;
  news.row = [&](const CheckedVersion&) {
    if (++rows == 3) source.request_stop();
  };
  EXPECT_THROW(checkVersions({.cases = fewCases}, source.get_token(), news), Cancelled);
  EXPECT_EQ(rows, 3u);
  EXPECT_THROW(checkVersions({.cases = fewCases}, source.get_token()), Cancelled);
}

}  // namespace
}  // namespace arete
