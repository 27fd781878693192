#include "render/overlay.h"
#include "tests/ui/panels_fixture.h"

using namespace arete;

TEST_F(Panels, AnEmptyWindowOffersExamplesRecentFilesAndOpen) {
  input_.activity = Activity::empty;
  input_.frame = nullptr;
  input_.files.examples = {"/assets/stream.ply"};
  input_.files.recent = {"/data/x.csv"};
  for (const std::string& file : {input_.files.examples.front(), input_.files.recent.front()}) {
    ASSERT_TRUE(pointAt("##empty", "##file", file.c_str()));
    press();
    EXPECT_EQ(release().open, file);
  }
  ASSERT_TRUE(pointAt("##empty", "Open…"));
  EXPECT_EQ(click().actions, std::vector{Action::openFile});
}

TEST_F(Panels, LoadingAndComputingCanBeCancelled) {
  for (const auto& [activity, name] : {std::pair{Activity::loading, "##loading"}, std::pair{Activity::running, "##running"}}) {
    input_.activity = activity;
    for (int i = 0; i < 12; ++i) frame();
    ASSERT_TRUE(pointAt(name, "Cancel")) << name;
    EXPECT_EQ(click().actions, std::vector{Action::cancel});
  }
}

TEST_F(Panels, AShortComputationDoesNotFlash) {
  settle();
  input_.activity = Activity::running;
  EXPECT_TRUE(frame().animating);
  frame();
  EXPECT_EQ(window("##running"), nullptr);
}

TEST_F(Panels, WhereNoCurveWasFoundASuggestionIsMade) {
  input_.frame = frames().nothing;
  session_.job = frames().nothing->job;
  ASSERT_TRUE(pointAt("##nothing", "Use R1 = 0.08 (suggested)"));
  EXPECT_EQ(click().actions, std::vector{Action::suggestR1});
  ASSERT_TRUE(pointAt("##nothing", "Try R1 = 12.5"));
  EXPECT_TRUE(click().editFinished);
  EXPECT_EQ(session_.job.r1(), 12.5);
}

TEST_F(Panels, ADoubtfulNetworkIsSaidInsteadOfAGuess) {
  auto doubted = std::make_shared<Frame>(*frames().nothing);
  const double few = frames().middle->history->front().chosen;
  auto history = std::make_shared<std::vector<StepRecord>>(*doubted->history);
  history->front().chosen = uint32_t(few);  // not too large
  doubted->history = history;
  input_.frame = doubted;
  ASSERT_TRUE(pointAt("##nothing", ("Try R1 = " + formatNumber(2 * doubted->job.r1(), 3)).c_str()));
  doubted->doubt = "Streets lie all over the map.";
  EXPECT_FALSE(pointAt("##nothing", ("Try R1 = " + formatNumber(2 * doubted->job.r1(), 3)).c_str()));
}

TEST_F(Panels, ADoubtStandsAboveTheNumbersOfTheCurve) {
  auto doubted = std::make_shared<Frame>(*frames().end);
  input_.frame = doubted;
  settle();
  const float before = window("sections")->ContentSize.y;
  doubted->doubt = "The network looks like hair on a surface: its branches are short. Try a larger R1, about 3.";
  settle();
  EXPECT_GT(window("sections")->ContentSize.y, before);
}

TEST_F(Panels, AFileThatCouldNotBeReadCanBeOpenedWithOptions) {
  input_.activity = Activity::failed;
  input_.failure.message = "cannot read\nraw rows do not say how many coordinates a point has";
  EXPECT_FALSE(pointAt("##failed", "Open with Options…")) << "other errors are not about reading";
  input_.failure.unread = "/data/rows.f32";
  ASSERT_TRUE(pointAt("##failed", "Open with Options…"));
  press();
  const PanelOutput output = release();
  EXPECT_EQ(output.openWithOptions, "/data/rows.f32");
  EXPECT_TRUE(output.dismissed);
}

TEST_F(Panels, TheFirstKeysStandBesideTheAxesHoweverNarrowThePictureIs) {
  constexpr float kAxes = 60;
  input_.frame = frames().start;
  float widest = 0;
  for (const int width : {1024, 610}) {
    setSize(width, 580, 1);
    settle();
    const PanelOutput output = frame();
    const ImGuiWindow* hint = window("##hint");
    ASSERT_NE(hint, nullptr);
    EXPECT_GE(hint->Rect().Min.x, kAxes) << width;
    EXPECT_LE(hint->Rect().Max.x, float(width - output.coveredRight)) << width;
    if (widest > 0) {
      EXPECT_LT(hint->Rect().GetWidth(), widest);
    }
    widest = hint->Rect().GetWidth();
  }
}

TEST_F(Panels, AFailureIsReadAndDismissed) {
  input_.activity = Activity::failed;
  input_.failure.message = "cannot read\nreason";
  ASSERT_TRUE(pointAt("##failed", "Dismiss"));
  press();
  EXPECT_TRUE(release().dismissed);
}
