// The table of stages is complete: whoever adds a row is told here what belongs to it.
#include "compute/catalog/stage_table.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <type_traits>

#include "compute/engine/job.h"
#include "compute/engine/stage_times.h"
#include "tests/support/stage_folder.h"

namespace arete {
namespace {

namespace fs = std::filesystem;
const fs::path kRoot = ARETE_SOURCE_DIR;

static_assert(std::is_same_v<StageFunction<Stage::order>, OrderFunction>);
static_assert(std::is_same_v<decltype(Job{}.function<Stage::evolve>()), EvolveFunction>);
static_assert(kStages.size() == kChainStages.size() + kNetworkStages.size() + kTileStages.size() + kNeighbourStages.size());

TEST(StageTable, EveryRowHasAnIdOfItsOwnATitleAndASentenceOfHelp) {
  std::set<std::string_view> ids, titles;
  for (const Stage stage : kStages) {
    const StageInfo& info = stageInfo(stage);
    EXPECT_TRUE(!info.id.empty() && ids.insert(info.id).second) << info.id;
    EXPECT_TRUE(!info.title.empty() && titles.insert(info.title).second) << info.id;
    EXPECT_TRUE(info.help.ends_with('.')) << info.id;
  }
}

TEST(StageTable, EveryStageHasAContractAndVersionsThatAreCalledByIt) {
  size_t count = 0;
  for (const Stage stage : kStages) {
    EXPECT_TRUE(fs::exists(house::folderOf(stage) / "contract.h")) << name(stage);
    ASSERT_FALSE(versions(stage).empty()) << name(stage);
    for (const Version& version : versions(stage))
      EXPECT_TRUE(version.id.starts_with(std::string(name(stage)) + "." + std::string(name(version.backend)) + ".")) << version.id;
    count += versions(stage).size();
  }
  EXPECT_EQ(count, catalog().size()) << "the rows of a stage stand together";
}

TEST(StageTable, AVersionIsNotCalledAsOneOfAnotherStage) {
  const Version& choose = versions(Stage::choose).front();
  EXPECT_NE(choose.as<Stage::choose>(), nullptr);
  EXPECT_THROW(choose.as<Stage::decimate>(), std::bad_cast);
  EXPECT_EQ(Job{}.function<Stage::tile>(), defaultVersion(Stage::tile, Backend::cpu).as<Stage::tile>());
}

TEST(StageTable, WhatHasStepsSaysHowTheyAreCalledAndCounted) {
  for (const Stage stage : kStages) {
    const StageInfo& info = stageInfo(stage);
    EXPECT_EQ(info.step.empty(), info.countKey.empty()) << info.id;
    EXPECT_TRUE(info.effect == StepEffect::none || isOfDetection(stage)) << info.id;
  }
}

TEST(FormerNames, OfStagesAreNotThoseOfOthersAndTheirVersionsAreFound) {
  for (const FormerStage& former : kFormerStages) {
    EXPECT_EQ(stageNamed(former.name), former.now) << former.name;
    EXPECT_EQ(std::ranges::count(kStages, former.name, [](Stage each) { return name(each); }), 0) << former.name;
    EXPECT_EQ(former.version.empty(), former.versionNow.empty()) << former.name;
  }
  const std::pair<std::string_view, std::string_view> ids[] = {{"wire_shift.cpu.sequential", "ridge_shift.cpu.sequential"},
                                                               {"wire_shift.cpu.rows", "ridge_shift.cpu.rows"},
                                                               {"wire_shift.cuda.warps", "ridge_shift.cuda.blocks"},
                                                               {"wire_thin.cpu.sequential", "thin.cpu.sequential"},
                                                               {"wire_thin.cpu.prefixes", "thin.cpu.prefixes"},
                                                               {"wire_thin.cuda.tickets", "thin.cuda.tickets"},
                                                               {"wire_polish.cpu.sequential", "polish.cpu.sequential"},
                                                               {"wire_polish.cpu.rows", "polish.cpu.rows"},
                                                               {"wire_polish.cuda.warps", "polish.cuda.warps"}};
  for (const auto& [before, now] : ids) EXPECT_EQ(findVersion(before).id, now) << before;
  EXPECT_EQ(presentId("evolve.cpu.parts"), "evolve.cpu.parts");
  for (const char* wrong : {"wire_shift", "wire_shift.cpu.prefixes", "wire_turn.cpu.rows"}) EXPECT_THROW(findVersion(wrong), Error) << wrong;
  EXPECT_EQ(stageNamed("wire_turn"), std::nullopt);
}

TEST(StageTimes, EveryStageOfADetectionAndEveryExtraHasOneRow) {
  std::set<std::string_view> ids;
  std::set<size_t> places;
  for (const TimeRow& row : kTimeRows) {
    EXPECT_TRUE(!row.id.empty() && ids.insert(row.id).second) << row.id;
    EXPECT_TRUE(places.insert(row.what.place()).second) << row.id;
    EXPECT_TRUE(row.help.ends_with('.')) << row.id;
    EXPECT_NE(row.use, StageUse::neighbours) << row.id;
  }
  for (const Stage stage : kStages) EXPECT_EQ(places.contains(TimeOf(stage).place()), stageInfo(stage).use != StageUse::neighbours) << name(stage);
  for (size_t extra = 0; extra < kExtraTimes.size(); ++extra) EXPECT_TRUE(places.contains(TimeOf(ExtraTime(extra)).place())) << kExtraTimes[extra].id;
}

TEST(StageTimes, AddUpAndKeepEachStageApart) {
  StageTimes times;
  double sum = 0, next = 1;
  for (const TimeRow& row : kTimeRows) sum += times[row.what] = next, next *= 2;
  EXPECT_EQ(times.total(), sum);
  double expected = 1;
  for (const TimeRow& row : kTimeRows) {
    EXPECT_EQ(std::as_const(times)[row.what], expected) << row.id;
    expected *= 2;
  }
}

TEST(StageTable, EveryStageIsInTheDocsWithItsHelp) {
  std::ostringstream page;
  page << std::ifstream(kRoot / "docs/versions.md").rdbuf();
  for (const Stage stage : kStages)
    EXPECT_NE(page.str().find("\n## " + std::string(name(stage)) + "\n\n" + std::string(stageInfo(stage).help) + "\n"), std::string::npos)
        << name(stage);
}

}  // namespace
}  // namespace arete
