#include "tests/ui/panels_fixture.h"

#include "ui/panel_parts.h"

using namespace arete;

/// A window that is not part of another one, and is not a tooltip.
static std::vector<const ImGuiWindow*> rootWindows() {
  std::vector<const ImGuiWindow*> roots;
  for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows)
    if (window->WasActive && !window->Hidden && (window->Flags & (ImGuiWindowFlags_ChildWindow | ImGuiWindowFlags_Tooltip)) == 0 &&
        std::strstr(window->Name, "Debug") == nullptr)
      roots.push_back(window);
  return roots;
}

static void expectTidy(const std::string& where) {
  const ImVec2 size = ImGui::GetIO().DisplaySize;
  const auto roots = rootWindows();
  for (const ImGuiWindow* a : roots) {
    EXPECT_TRUE(ImRect(0, 0, size.x, size.y).Contains(a->Rect())) << where << ": " << a->Name << " is outside";
    for (const ImGuiWindow* b : roots) {
      ImRect inner = b->Rect();
      inner.Expand(-0.5f);
      EXPECT_FALSE(a != b && a->Rect().Overlaps(inner)) << where << ": " << a->Name << " lies on " << b->Name;
    }
  }
}

TEST_F(Panels, StayInsideThePictureAndApartAtEverySizeAndInEveryState) {
  struct Size {
    int width, height;
    double ratio;
  };
  input_.files.examples = {"/assets/stream.ply", "/assets/spiral_2d.ply", "/assets/knot_3d.ply"};
  input_.files.recent = {"/data/a very long folder name/with another one/and a file name that is rather long as well, for a point cloud.las",
                         "/x.csv"};
  input_.failure.message = "cannot read the cloud: /data/x.las\nthe header says 12 points, the file ends after 3";
  input_.failure.hint = "get the file again";
  input_.loading.text = "12.3 of 80 MB · 1.2 million points · 4 s left";
  for (const Size size :
       {Size{800, 540, 1}, Size{1024, 640, 1}, Size{1600, 1000, 1}, Size{2560, 1440, 1.5}, Size{1920, 1080, 2}, Size{3840, 2160, 1}}) {
    setSize(size.width, size.height, size.ratio);
    for (const Activity activity : {Activity::empty, Activity::loading, Activity::ready, Activity::running, Activity::failed})
      for (const auto& frame : {std::shared_ptr<const Frame>(), frames().start, frames().middle, frames().end, frames().nothing})
        for (const bool visible : {true, false}) {
          input_.activity = activity;
          input_.frame = frame;
          input_.visible = visible;
          session_.view.theme = visible ? Theme::dark : Theme::white;
          for (int i = 0; i < 12; ++i) this->frame();
          expectTidy(std::to_string(size.width) + " x " + std::to_string(size.height) + ", activity " + std::to_string(int(activity)));
          if (visible || (activity != Activity::ready && activity != Activity::running)) {
            EXPECT_GT(ImGui::GetDrawData()->TotalVtxCount, 100);
          }
        }
  }
}

/// The hash is cut on purpose.
static std::shared_ptr<Frame> withoutHash() {
  auto frame = std::make_shared<Frame>(*frames().middle);
  frame->hash.clear();
  return frame;
}

TEST_F(Panels, LabelsAndButtonsAreWholeInAWindow900PixelsWide) {
  constexpr int kPicture = 598;  // what the docks leave of it
  setSize(kPicture, 2400, 1);
  session_.job.params.set(kTileDetectionParam, double(TileDetection::hybrid));
  session_.view.style(LayerId::links).visible = true;
  input_.frame = withoutHash();
  constexpr int kDialogs = 3;  // that the lab opens
  for (const auto& [tab, whole] : {std::pair{PanelTab::lab, kDialogs}, {PanelTab::curve, 0}}) {
    openTab(tab);
    settle();
    EXPECT_EQ(ellipses(), whole) << int(tab);
  }
  for (const char* part : {"sections", "stepping"}) {
    const ImGuiWindow& where = *window(part);
    constexpr float kFoldButton = 4;  // reaches so far into the padding
    EXPECT_LE(where.ContentSize.x, where.Size.x - 2 * where.WindowPadding.x + kFoldButton) << part << " is cut off";
  }
  openTab(PanelTab::lab);
  input_.layout.rightWidth = 225;  // as the user wants it
  settle();
  EXPECT_GT(ellipses(), kDialogs) << "nothing would be seen here if it were cut off";
}

TEST_F(Panels, ParametersOfANetworkHaveWholeLabelsAtEveryScale) {
  session_.job.params.set(kCurveParam, double(CurveKind::network));
  input_.frame = withoutHash();
  openTab(PanelTab::curve);
  for (const double ratio : {1.0, 1.25, 1.5, 2.0}) {
    setSize(724, 2400, ratio);  // what the docks leave of 1024 pixels
    settle();
    EXPECT_EQ(ellipses(), 0) << ratio;
  }
}

TEST_F(Panels, LeaveMostOfASmallWindowToThePicture) {
  setSize(800, 540, 1);
  settle();
  const PanelOutput output = frame();
  EXPECT_GT((800 - output.coveredRight) * (540 - output.coveredBottom), 0.42 * 800 * 540);
}

TEST_F(Panels, HideForTab) {
  input_.visible = false;
  settle();
  const PanelOutput output = frame();
  EXPECT_EQ(output.coveredRight, 0);
  EXPECT_EQ(output.coveredBottom, 0);
  EXPECT_EQ(window("##right"), nullptr);
}

TEST_F(Panels, PanelsFoldAndUnfold) {
  ASSERT_TRUE(pointAt("##right", "##fold"));
  click();
  EXPECT_FALSE(input_.layout.rightOpen);
  EXPECT_LT(frame().coveredRight, 40);
  ASSERT_TRUE(pointAt("##right", "##unfold"));
  click();
  EXPECT_TRUE(input_.layout.rightOpen);
  ASSERT_TRUE(pointAt("##bottom", "##fold"));
  click();
  EXPECT_FALSE(input_.layout.bottomOpen);
  input_.layout.foldedSections = 0;
  ASSERT_TRUE(pointAt("sections", "Find"));
  click();
  EXPECT_EQ(input_.layout.foldedSections, bitOf(Section::find));
}

TEST_F(Panels, TheLabIsATabAndNotBetweenR1AndTheResult) {
  input_.frame = frames().end;
  ASSERT_TRUE(pointAt("sections", "##r1"));
  EXPECT_FALSE(pointAt("sections", "Versions"));
  ASSERT_TRUE(pointAt("##right", "Lab"));
  click();
  EXPECT_EQ(input_.layout.tab, PanelTab::lab);
  EXPECT_TRUE(pointAt("sections", "Versions"));
  EXPECT_FALSE(pointAt("sections", "##r1"));
}

TEST_F(Panels, TheResultIsSeenWithoutScrollingInASmallWindow) {
  setSize(724, 570, 1);  // what the docks, the menu and the status bar leave of 1024 x 640
  session_.job.params.set(kCurveParam, double(CurveKind::network));
  input_.frame = frames().end;
  input_.curve.explanation = {.known = true, .points = 1500, .beyond = 570, .reachInR1 = 2};
  input_.curve.support = {.known = 3, .wanted = 100, .running = true, .meanSupport = 0.9};
  for (const char* item : {"##r1", "lines", "junctions", "ends", "loops", "show the rest", "Edit", "Explore R1", "Export…"})
    EXPECT_TRUE(pointAt("sections", item)) << item;
  EXPECT_TRUE(pointAt("sections", "##value", "least_support"));
}

TEST_F(Panels, AnUnfinishedDetectionOffersItsEnd) {
  input_.frame = frames().start;
  ASSERT_TRUE(pointAt("sections", "Find the chains"));
  EXPECT_EQ(click().actions, std::vector{Action::toEnd});
  input_.frame = frames().end;
  EXPECT_FALSE(pointAt("sections", "Find the chains"));
}

TEST_F(Panels, TheHintForTheFirstKeysGivesWayToThatOfATool) {
  input_.frame = frames().start;
  settle();
  EXPECT_NE(window("##hint"), nullptr);
  input_.area.hint = "Drag a box";
  settle();
  EXPECT_EQ(window("##hint"), nullptr);
}

TEST_F(Panels, AnEdgeCanBeDragged) {
  settle();
  const double before = frame().coveredRight;
  ImGui::GetIO().MousePos = {float(1024 - before + 2), 200};
  settle();
  press();
  ImGui::GetIO().MousePos.x -= 60;
  frame();
  release();
  EXPECT_NEAR(frame().coveredRight, before + 60, 1);
}

TEST_F(Panels, NothingMovesWhileNothingHappens) {
  ImGui::GetIO().MousePos = {300, 200};
  settle();
  const PanelOutput output = frame();
  EXPECT_FALSE(output.edited || output.editFinished || output.goTo || output.stepsPerSecond || output.layout || output.dismissed || output.animating);
  EXPECT_TRUE(output.actions.empty() && output.open.empty());
}

TEST_F(Panels, FontsHaveTheSignsThatAreUsed) {
  for (const ImWchar sign : std::u16string(u"·…×²σ≤≈−–∞|\u2009→€ąЖ✓"))
    for (const ImFont* font : ImGui::GetIO().Fonts->Fonts) {
      if (font->FontSize > 18) continue;  // titles
      EXPECT_NE(font->FindGlyphNoFallback(sign), nullptr) << std::hex << unsigned(sign);
    }
}

TEST_F(Panels, FontsAreBuiltForDevicePixelsAndLaidOutInLogicalOnes) {
  setSize(1024, 640, 2);
  settle();
  EXPECT_FLOAT_EQ(ImGui::GetIO().Fonts->Fonts[0]->FontSize * ImGui::GetIO().FontGlobalScale, 13);
  EXPECT_FLOAT_EQ(ImGui::GetIO().Fonts->Fonts[0]->FontSize, 26);
}
