#include "tests/ui/panels_fixture.h"

#include "ui/panel_parts.h"

using namespace arete;

TEST_F(Panels, ButtonsOfTheSteppingBarGiveTheirActions) {
  const std::pair<const char*, Action> buttons[] = {
      {"##toStart", Action::toStart},  {"##back", Action::stepBack}, {"##play", Action::playPause}, {"##forward", Action::stepForward},
      {"Thinning", Action::stepSweep}, {"Round", Action::stepRound}, {"##toEnd", Action::toEnd},    {"##restart", Action::restart}};
  for (const auto& [id, action] : buttons) {
    ASSERT_TRUE(pointAt("stepping", id)) << id;
    const PanelOutput output = click();
    ASSERT_EQ(output.actions.size(), 1u) << id;
    EXPECT_EQ(output.actions.front(), action) << id;
  }
}

TEST_F(Panels, ThereIsNoWayOnFromTheEndAndNoneBackFromTheStart) {
  input_.frame = frames().end;
  ASSERT_TRUE(pointAt("stepping", "##play"));
  ImGui::GetIO().MousePos.x += 50;
  EXPECT_TRUE(click().actions.empty());
  input_.frame = frames().start;
  ASSERT_TRUE(pointAt("stepping", "##play"));
  ImGui::GetIO().MousePos.x -= 40;
  EXPECT_TRUE(click().actions.empty());
}

TEST_F(Panels, AfterACancelBeforeTheFirstStepEveryButtonWorksWhateverFrameIsStillThere) {
  input_.outdated = true;
  for (const auto& frame : {frames().end, frames().start}) {
    input_.frame = frame;
    for (const auto& [id, action] : {std::pair{"##toStart", Action::toStart}, {"##forward", Action::stepForward}, {"##toEnd", Action::toEnd}}) {
      ASSERT_TRUE(pointAt("stepping", id)) << id;
      EXPECT_EQ(click().actions, std::vector{action}) << id;
    }
  }
}

TEST_F(Panels, WhereNoRadiusIsSuggestedThatIsSaidAndNotThatSomebodyCancelled) {
  input_.outdated = true;
  EXPECT_EQ(whyNoStep(input_), "Cancelled before the first step");
  input_.cloud.points = 1;
  EXPECT_EQ(whyNoStep(input_), "A curve needs at least three points; the cloud has 1 point. Open another file");
  input_.cloud.points = 3;
  session_.job.params.reset(kR1Param);
  input_.radius.suggested = 0;
  input_.radius.because = "There are no two different points.";
  EXPECT_EQ(whyNoStep(input_), "R1 is not set. There are no two different points. Set it, or open another file");
  input_.radius.suggested = 0.08;
  EXPECT_EQ(whyNoStep(input_), "R1 is not set");
}

TEST_F(Panels, ScrubbingTheHistoryGoesToTheStepUnderTheCursor) {
  ASSERT_TRUE(pointAt("stepping", "##history"));
  const auto last = uint32_t(frames().middle->history->size() - 1);
  press();
  ImGui::GetIO().MousePos.x = 1024;
  PanelOutput output = frame();
  EXPECT_EQ(output.goTo, last);
  ImGui::GetIO().MousePos.x = 0;
  output = frame();
  EXPECT_EQ(output.goTo, 0u);
  release();
  EXPECT_FALSE(frame().goTo);
}

TEST_F(Panels, TheSpeedIsASlider) {
  ASSERT_TRUE(pointAt("stepping", "##speed"));
  press();
  ImGui::GetIO().MousePos.x = 1024;
  const PanelOutput output = frame();
  ASSERT_TRUE(output.stepsPerSecond);
  EXPECT_GT(*output.stepsPerSecond, 100);
  release();
}

TEST_F(Panels, APointOfThePlotGoesToItsStep) {
  ASSERT_TRUE(pointAt("##bottom", "##plot"));
  press();
  ImGui::GetIO().MousePos.x = 1024;
  EXPECT_EQ(frame().goTo, uint32_t(frames().middle->history->size() - 1));
  release();
}

TEST_F(Panels, EverySeriesOfThePlotDraws) {
  for (const char* series : {"Nodes", "Moved", "Time", "Rechecked"}) {
    ASSERT_TRUE(pointAt("##bottom", "##counter", series)) << series;
    click();
    ImGui::GetIO().MousePos = {-100, -100};
    settle();
    EXPECT_GT(ImGui::GetDrawData()->TotalVtxCount, 500) << series;
  }
}

TEST(StepNames, SayRoundKindAndHowManyAreKnown) {
  Frame frame;
  auto history = std::make_shared<std::vector<StepRecord>>();
  history->push_back({.stage = Stage::choose});
  for (uint32_t i = 1; i <= 3; ++i) history->push_back({.stage = Stage::evolve, .round = 1, .inRound = i});
  history->push_back({.stage = Stage::decimate, .round = 1, .inRound = 1});
  history->push_back({.stage = Stage::evolve, .round = 2, .inRound = 1});
  frame.history = history;
  EXPECT_EQ(describeStep(frame, 0), "Choose");
  EXPECT_EQ(describeStep(frame, 2), "Round 1 · Evolve 2 of 3");
  EXPECT_EQ(describeStep(frame, 4), "Round 1 · Decimate 1 of 1");
  EXPECT_EQ(describeStep(frame, 5), "Round 2 · Evolve 1");
  frame.finished = true;
  EXPECT_EQ(describeStep(frame, 5), "Round 2 · Evolve 1 of 1");
}

TEST(StepNames, OfNetworksCountOnlyWhatIsRepeated) {
  Frame frame;
  frame.job.params.set(kCurveParam, double(CurveKind::network));
  auto history = std::make_shared<std::vector<StepRecord>>();
  history->push_back({.stage = Stage::super_points});
  history->push_back({.stage = Stage::seeds, .round = 1, .inRound = 1});
  for (uint32_t i = 1; i <= 40; ++i) history->push_back({.stage = Stage::ridge_shift, .round = 1, .inRound = i});
  history->push_back({.stage = Stage::thin, .round = 1, .inRound = 1});
  frame.history = history;
  EXPECT_EQ(describeStep(frame, 1), "Seeds");
  EXPECT_EQ(describeStep(frame, 21), "Shift 20 of 40");
  EXPECT_EQ(describeStep(frame, 42), "Thin");
}

TEST_F(Panels, ARunOfEqualStepsTakesLittleOfTheHistory) {
  auto frame = std::make_shared<Frame>(*frames().middle);
  frame->job.params.set(kCurveParam, double(CurveKind::network));
  auto history = std::make_shared<std::vector<StepRecord>>();
  history->push_back({.stage = Stage::super_points});
  for (uint32_t i = 1; i <= 90; ++i) history->push_back({.stage = Stage::ridge_shift, .round = 1, .inRound = i});
  for (const Stage stage : {Stage::thin, Stage::witnesses, Stage::spanner, Stage::prune, Stage::crest, Stage::bridges})
    history->push_back({.stage = stage, .round = 2, .inRound = 1});
  frame->history = history, frame->step = 0;
  input_.frame = frame;
  ASSERT_TRUE(pointAt("stepping", "##history"));
  const ImRect bar = window("stepping")->Rect();
  press();
  ImGui::GetIO().MousePos.x = bar.Min.x + 0.75F * bar.GetWidth();
  const PanelOutput output = this->frame();
  release();
  ASSERT_TRUE(output.goTo);
  EXPECT_GT(*output.goTo, 90U) << "the last of ninety shifts is at about half of it";
}

TEST(StepNames, SayWhetherTheDetectionFinishedOrWasStopped) {
  Frame frame;
  frame.history = std::make_shared<std::vector<StepRecord>>(8);
  frame.step = 3;
  EXPECT_EQ(describeWhere(frame), "step 3 of 7");
  frame.finished = true;
  EXPECT_EQ(describeWhere(frame), "stopped at the limit · step 3 of 7");
  frame.converged = true;
  EXPECT_EQ(describeWhere(frame), "finished · step 3 of 7");
}
