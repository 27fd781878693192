#include "compute/core/choice_words.h"
#include "compute/network/tracks/tracks.h"
#include "tests/ui/panels_fixture.h"

#include <set>

using namespace arete;

TEST_F(Panels, ATooltipComesUpWhileTheMouseRests) {
  ASSERT_TRUE(pointAt("sections", "##r1"));
  constexpr int kEnough = 100;
  int frames = 0;
  while (frame().animating && frames < kEnough) ++frames;  // the window draws no frame that nobody asks for
  EXPECT_LT(frames, kEnough);
  const ImGuiWindow* tooltip = window("##Tooltip");
  ASSERT_NE(tooltip, nullptr);
  EXPECT_FALSE(tooltip->Hidden);
  press();
  settle();
  EXPECT_EQ(window("##Tooltip"), nullptr) << "who drags looks at what follows";
  release();
}

TEST_F(Panels, ATooltipStandsBesideItsPanelAndGoesByItselfOrWithAClick) {
  ASSERT_TRUE(pointAt("sections", "Network"));
  const auto tooltip = [] { return window("##Tooltip"); };
  for (int i = 0; i < 20; ++i) frame();
  ASSERT_NE(tooltip(), nullptr);
  EXPECT_FALSE(tooltip()->Rect().Overlaps(window("##right")->Rect()));
  const PanelOutput output = frame();
  EXPECT_FALSE(output.animating);
  EXPECT_GT(output.drawAgainIn, 0);
  for (double waited = 0; waited < output.drawAgainIn; waited += 0.05) frame();
  settle();
  EXPECT_EQ(tooltip(), nullptr);
  EXPECT_EQ(frame().drawAgainIn, 0);
  ASSERT_TRUE(pointAt("sections", "##r1"));
  ASSERT_TRUE(pointAt("sections", "Network"));
  for (int i = 0; i < 20; ++i) frame();
  ASSERT_NE(tooltip(), nullptr);
  click();
  settle();
  EXPECT_EQ(tooltip(), nullptr);
}

TEST_F(Panels, NoTooltipComesOfWhatAppearsUnderThePointerThatHasJustClicked) {
  input_.frame = frames().end;
  ASSERT_TRUE(pointAt("sections", "Explore R1"));
  input_.frame = frames().start;
  settle();
  click();
  input_.frame = frames().end;
  for (int i = 0; i < 20; ++i) frame();
  EXPECT_EQ(window("##Tooltip"), nullptr);
  ImGui::GetIO().MousePos.x += 2;
  for (int i = 0; i < 20; ++i) frame();
  EXPECT_NE(window("##Tooltip"), nullptr) << "a pointer that moves asks for it";
}

TEST_F(Panels, DraggingR1ChangesItLiveAndEndsInOneUndoEntry) {
  ASSERT_TRUE(pointAt("sections", "##r1"));
  const ImGuiWindow* where = window("sections");
  ImGui::GetIO().MousePos.x = where->Pos.x + where->Size.x * 0.5f;
  press();
  const double before = session_.job.r1();
  int changes = 0;
  for (int i = 0; i < 20; ++i) {
    ImGui::GetIO().MousePos.x += 4;
    const PanelOutput output = frame();
    if (!output.edited) continue;
    ++changes;
    EXPECT_FALSE(output.editFinished);
    Session expected = session_;
    expected.job.params.set(kR1Param, output.edited->job.r1());
    EXPECT_EQ(*output.edited, expected) << "only R1 changes";
  }
  EXPECT_GT(changes, 10);
  EXPECT_GT(session_.job.r1(), before);
  const PanelOutput output = release();
  EXPECT_TRUE(output.editFinished);
  EXPECT_FALSE(frame().editFinished);
}

TEST_F(Panels, NetworkIsChosenAtTheTopAndTakesAwayWhatOnlyChainsHave) {
  openTab(PanelTab::curve);
  ASSERT_TRUE(pointAt("sections", "##r2"));
  ASSERT_TRUE(pointAt("sections", "Network"));
  press();
  const PanelOutput output = release();
  ASSERT_TRUE(output.edited);
  EXPECT_TRUE(output.editFinished);
  EXPECT_EQ(output.edited->job.curveKind(), CurveKind::network);
  session_ = *output.edited;
  settle();
  EXPECT_FALSE(pointAt("sections", "##r2"));
  EXPECT_TRUE(pointAt("sections", "##r1"));
}

TEST_F(Panels, TheTooltipOfWhatTheKeysHaveComeToCoversNoOtherField) {
  for (int key = 0; key < ImGuiKey_COUNT; ++key) ImGui::GetIO().KeyMap[key] = key;
  ImGui::GetIO().ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
  input_.focus.keyboard = true;
  input_.radius.because = "Twice the spread of the points around the curve.";
  for (const FocusMove panel : {FocusMove::right, FocusMove::bottom}) {
    int shown = 0;
    for (int stop = 0; stop < 14; ++stop) {
      input_.focus.move = stop == 0 ? panel : FocusMove::next;
      frame();
      input_.focus.move = FocusMove::none;
      for (int i = 0; i < 10; ++i) frame();  // until it comes
      const ImGuiWindow* tooltip = window("##Tooltip");
      if (tooltip == nullptr || tooltip->Hidden) continue;
      ++shown;
      const ImGuiWindow* focused = ImGui::GetCurrentContext()->NavWindow->RootWindow;
      EXPECT_FALSE(tooltip->Rect().Overlaps(focused->Rect())) << "over " << focused->Name << " at stop " << stop;
    }
    EXPECT_GT(shown, 5);
  }
}

TEST_F(Panels, TheWholeRangeOfR1CanBeReached) {
  input_.radius.smallest = 1e-7;
  input_.radius.largest = 1e-3;
  session_.job.params.set(kR1Param, 1e-5);
  ASSERT_TRUE(pointAt("sections", "##r1"));
  press();
  ImGui::GetIO().MousePos.x = 0;
  frame();
  EXPECT_DOUBLE_EQ(session_.job.r1(), 1e-7);
  ImGui::GetIO().MousePos.x = 1024;
  frame();
  EXPECT_DOUBLE_EQ(session_.job.r1(), 1e-3);
  release();
}

TEST_F(Panels, TypingR1CountsWhenItIsDone) {
  ASSERT_TRUE(pointAt("sections", "##r1"));
  const PanelOutput output = typeThere("0.25");
  ASSERT_TRUE(output.edited);
  EXPECT_TRUE(output.editFinished);
  EXPECT_EQ(output.edited->job.r1(), 0.25);
}

TEST_F(Panels, WhatIsTypedAboveTheRangeBecomesItsEnd) {
  ASSERT_TRUE(pointAt("sections", "##r1"));
  typeThere("1e40");
  EXPECT_EQ(session_.job.r1(), kR1Param.maximum);
}

TEST_F(Panels, WhatIsTypedBelowTheRangeBecomesItsStart) {
  ASSERT_TRUE(pointAt("sections", "##r1"));
  typeThere("-5");
  EXPECT_EQ(session_.job.r1(), 1e-30);
}

TEST_F(Panels, WholeNumbersAreRoundedWhenTyped) {
  setSize(1600, 1400, 1);
  openTab(PanelTab::lab);
  ASSERT_TRUE(pointAt("sections", "##value", kThreadsParam.id.data()));
  typeThere("2.6");
  EXPECT_EQ(session_.job.params.get(kThreadsParam), 3);
}

TEST_F(Panels, WholeNumbersStayWholeWhileTheyAreDragged) {
  setSize(1600, 1400, 1);
  openTab(PanelTab::lab);
  ASSERT_TRUE(pointAt("sections", "##value", kThreadsParam.id.data()));
  press();
  std::set<double> seen;
  for (int i = 0; i < 60; ++i) {
    ImGui::GetIO().MousePos.x += 1;
    frame();
    seen.insert(session_.job.params.get(kThreadsParam));
  }
  release();
  EXPECT_GT(seen.size(), 20u);
  for (const double threads : seen) EXPECT_EQ(threads, std::floor(threads));
}

TEST_F(Panels, R2CanBeSetFreeAndLinkedAgain) {
  openTab(PanelTab::curve);
  ASSERT_TRUE(pointAt("sections", "= 2 × R1"));
  EXPECT_TRUE(click().editFinished);
  EXPECT_FALSE(session_.job.r2Linked());
  EXPECT_EQ(session_.job.r2(), 2 * kR1) << "it starts from where it was";
  click();
  EXPECT_TRUE(session_.job.r2Linked());
}

TEST_F(Panels, ALinkedR2CannotBeDragged) {
  openTab(PanelTab::curve);
  ASSERT_TRUE(pointAt("sections", "= 2 × R1"));
  ImGui::GetIO().MousePos.y += 24;
  EXPECT_FALSE(click().edited);
}

TEST_F(Panels, ARightClickSetsTheDefault) {
  session_.job.params.set(kToleranceParam, 0.5);
  openTab(PanelTab::curve);
  ASSERT_TRUE(pointAt("sections", "##value", kToleranceParam.id.data()));
  const PanelOutput output = click(1);
  ASSERT_TRUE(output.edited);
  EXPECT_TRUE(output.editFinished);
  EXPECT_EQ(session_.job.params.get(kToleranceParam), kToleranceParam.defaultValue);
}

TEST_F(Panels, AClickBesideAChangedParameterBringsTheDefaultBack) {
  openTab(PanelTab::curve);
  EXPECT_FALSE(pointAt("sections", "##back", kToleranceParam.id.data())) << "it has its default";
  session_.job.params.set(kToleranceParam, 0.5);
  ASSERT_TRUE(pointAt("sections", "##back", kToleranceParam.id.data()));
  EXPECT_TRUE(click().editFinished);
  EXPECT_EQ(session_.job.params.get(kToleranceParam), kToleranceParam.defaultValue);
}

TEST_F(Panels, AnR1AsSuggestedSaysSoInsteadOfOfferingIt) {
  ASSERT_TRUE(pointAt("sections", "suggest"));
  session_.job.params.set(kR1Param, input_.radius.suggested);
  EXPECT_FALSE(pointAt("sections", "suggest"));
}

TEST_F(Panels, EveryParameterOfTheJobAndOfTheChosenVersionsHasAWidget) {
  setSize(1600, 1400, 1);
  session_.job.params.set(kTileDetectionParam, double(TileDetection::hybrid));
  std::vector<const ParamInfo*> expected(jobParameters().begin(), jobParameters().end());
  for (const Stage stage : session_.job.stages())
    for (const ParamInfo* info : session_.job.version(stage).parameters) expected.push_back(info);
  for (const ParamInfo* info : expected) {
    if (info == &kR1Param || info == &kR2Param || info == &kCurveParam) continue;  // have widgets of their own
    if (info == &kGpuParam) continue;                                              // can be chosen where there are several
    const bool ofTracks = info == &kTracksParam || info == &kTrackGapParam;        // this cloud has none
    bool found = false;
    for (const PanelTab tab : {PanelTab::curve, PanelTab::lab})
      if (!found) openTab(tab), found = pointAt("sections", "##value", info->id.data());
    EXPECT_EQ(found, !ofTracks) << info->id;
  }
}

TEST_F(Panels, AVersionIsChosenFromTheCatalogue) {
  openTab(PanelTab::lab);
  settle();
  ImGuiWindow* where = window("sections");
  const int stage = int(Stage::evolve);
  const ImGuiID row = ImHashData(&stage, sizeof stage, where->IDStack.front());
  ASSERT_TRUE(pointAt(*where, ImHashStr("##version", 0, row)));
  click();
  settle();
  ImGuiWindow* popup = window("##Combo");
  ASSERT_NE(popup, nullptr);
  const Version& wanted = versions(Stage::evolve).front();
  const ImGuiID scope = popup->GetID(wanted.id.data(), wanted.id.data() + wanted.id.size());
  ASSERT_TRUE(pointAt(*popup, ImHashStr(std::string(wanted.label).c_str(), 0, scope)));
  EXPECT_TRUE(click().editFinished);
  EXPECT_EQ(session_.job.versionIds[size_t(Stage::evolve)], wanted.id);
}

TEST(ChoiceWords, EveryChoiceHasWordsOfItsOwnAndHelpNamesThemInsteadOfIds) {
  for (const ParamInfo* info : allParameters()) {
    std::set<std::string> words;
    for (size_t i = 0; i < info->choices.size(); ++i) {
      const std::string each = choiceWords(*info, i);
      EXPECT_TRUE(words.insert(each).second) << info->id << ": " << each;
      EXPECT_EQ(each.find('_'), each.npos) << each;
      EXPECT_EQ(helpInWords(*info).find("'" + std::string(info->choices[i]) + "'"), std::string::npos) << info->id;
    }
  }
  EXPECT_EQ(choiceWords(kCloudLayoutParam, 0), "By point");
  EXPECT_EQ(choiceWords(kTileDetectionParam, 1), "Separate tiles");
  EXPECT_EQ(choiceWords(kTracksParam, 0), "Auto");
}
