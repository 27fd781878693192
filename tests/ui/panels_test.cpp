// The panels without a window and without OpenGL: fonts, layout, mouse and keys in, answers out.
#include "ui/panels.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numbers>
#include <random>

#include <imgui.h>
#include <imgui_internal.h>

#include "compute/engine/detector.h"
#include "ui/panel_parts.h"
#include "ui/style.h"

using namespace arete;

static constexpr double kR1 = 0.1;

static PointCloud noisyCircle(uint32_t points) {
  std::mt19937 generator(5);
  std::uniform_real_distribution<double> angle(0, 2 * std::numbers::pi);
  std::normal_distribution<double> noise(0, 0.02);
  std::vector<float> rows;
  for (uint32_t i = 0; i < points; ++i) {
    const double a = angle(generator);
    rows.push_back(float(std::cos(a) + noise(generator)));
    rows.push_back(float(std::sin(a) + noise(generator)));
  }
  return PointCloud(PointArray::fromRows(std::move(rows), 2));
}

struct Frames {
  std::shared_ptr<const Frame> start, middle, end, nothing;
};

/// Real detections, computed once for all tests.
static const Frames& frames() {
  static const Frames made = [] {
    Frames frames;
    const auto device = makeCpuDevice(1);
    const PointCloud cloud = noisyCircle(1500);
    Job job;
    job.params.set(kR1Param, kR1);
    Detector detector(cloud, job, *device, {});
    frames.start = detector.frame(true, false, {});
    detector.advance(StepKind::end, {});
    frames.end = detector.frame(true, false, {});
    detector.goTo(detector.furthest() / 2, {});
    frames.middle = detector.frame(true, false, {});
    job.params.set(kR1Param, 50);
    Detector tooLarge(cloud, job, *device, {});
    tooLarge.advance(StepKind::end, {});
    frames.nothing = tooLarge.frame(true, false, {});
    return frames;
  }();
  return made;
}

class Panels : public testing::Test {
 protected:
  Panels() {
    ImGui::CreateContext();
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.MousePos = {-100, -100};
    session_.file = "/clouds/circle.ply";
    session_.job.params.set(kR1Param, kR1);
    input_.activity = Activity::ready;
    input_.frame = frames().middle;
    input_.suggestedR1 = 0.08;
    input_.smallestRadius = 0.001;
    input_.largestRadius = 2;
    setSize(1024, 640, 1);
  }
  ~Panels() override { ImGui::DestroyContext(); }

  void setSize(int width, int height, double devicePixelRatio) {
    input_.width = width;
    input_.height = height;
    input_.devicePixelRatio = devicePixelRatio;
    ImGuiIO& io = ImGui::GetIO();
    EXPECT_EQ(loadFonts(devicePixelRatio), "");
    unsigned char* pixels = nullptr;
    int atlasWidth = 0, atlasHeight = 0;
    io.Fonts->GetTexDataAsAlpha8(&pixels, &atlasWidth, &atlasHeight);
    io.DisplaySize = {float(width), float(height)};
    io.DisplayFramebufferScale = {float(devicePixelRatio), float(devicePixelRatio)};
  }

  /// One frame, answered as the window does it.
  PanelOutput frame() {
    ImGui::GetIO().DeltaTime = 0.05f;
    ImGui::NewFrame();
    PanelOutput output = drawPanels(input_);
    ImGui::Render();
    if (output.edited) session_ = *output.edited;
    if (output.layout) input_.layout = *output.layout;
    return output;
  }

  void settle() {
    for (int i = 0; i < 4; ++i) frame();
  }

  static ImGuiWindow* window(const char* part) {
    for (ImGuiWindow* candidate : ImGui::GetCurrentContext()->Windows)
      if (candidate->WasActive && std::strstr(candidate->Name, part) != nullptr) return candidate;
    return nullptr;
  }

  /// Moves the mouse over a window until it is on the item; leaves it there.
  bool pointAt(const char* windowPart, const char* item, const char* scope = nullptr) {
    settle();
    ImGuiWindow* where = window(windowPart);
    if (where == nullptr) return false;
    const ImGuiID id = scope == nullptr ? where->GetID(item) : ImHashStr(item, 0, where->GetID(scope));
    return pointAt(*where, id);
  }

  bool pointAt(const ImGuiWindow& where, ImGuiID id) {
    constexpr float kStep = 7;
    for (float y = where.Pos.y + 3; y < where.Pos.y + where.Size.y; y += kStep)
      for (float x = where.Pos.x + 8; x < where.Pos.x + where.Size.x; x += 2 * kStep) {
        ImGui::GetIO().MousePos = {x, y};
        frame();
        if (ImGui::GetHoveredID() == id) return true;
      }
    return false;
  }

  PanelOutput press(int button = 0) {
    ImGui::GetIO().MouseDown[button] = true;
    return frame();
  }
  PanelOutput release(int button = 0) {
    ImGui::GetIO().MouseDown[button] = false;
    return frame();
  }
  /// Press and release; what either of them answered.
  PanelOutput click(int button = 0) {
    PanelOutput down = press(button), up = release(button);
    if (!up.edited) up.edited = down.edited;
    up.editFinished = up.editFinished || down.editFinished;
    if (!up.goTo) up.goTo = down.goTo;
    up.actions.insert(up.actions.end(), down.actions.begin(), down.actions.end());
    return up;
  }

  Session session_;
  PanelInput input_{.session = session_};
};

/// A window that is not part of another one, and is not a tooltip.
static std::vector<const ImGuiWindow*> rootWindows() {
  std::vector<const ImGuiWindow*> roots;
  for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows)
    if (window->WasActive && !window->Hidden && (window->Flags & (ImGuiWindowFlags_ChildWindow | ImGuiWindowFlags_Tooltip)) == 0 && std::strstr(window->Name, "Debug") == nullptr)
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
  input_.examples = {"/assets/stream.ply", "/assets/spiral_2d.ply", "/assets/knot_3d.ply"};
  input_.recentFiles = {"/data/a very long folder name/with another one/and a file name that is rather long as well, for a point cloud.las", "/x.csv"};
  input_.message = "cannot read the cloud: /data/x.las\nthe header says 12 points, the file ends after 3";
  input_.hint = "get the file again";
  input_.loadText = "12.3 of 80 MB · 1.2 million points · 4 s left";
  for (const Size size : {Size{800, 540, 1}, Size{1024, 640, 1}, Size{1600, 1000, 1}, Size{2560, 1440, 1.5}, Size{1920, 1080, 2}, Size{3840, 2160, 1}}) {
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

TEST_F(Panels, TheWholeRangeOfR1CanBeReached) {
  input_.smallestRadius = 1e-7;
  input_.largestRadius = 1e-3;
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
  ImGuiIO& io = ImGui::GetIO();
  io.KeyMap[ImGuiKey_Enter] = ImGuiKey_Enter;
  io.KeyCtrl = true;
  click();
  io.KeyCtrl = false;
  frame();
  for (const char c : {'0', '.', '2', '5'}) {
    io.AddInputCharacter(static_cast<unsigned char>(c));
    EXPECT_FALSE(frame().edited) << "not before Enter";
  }
  io.KeysDown[ImGuiKey_Enter] = true;
  PanelOutput output = frame();
  io.KeysDown[ImGuiKey_Enter] = false;
  for (int i = 0; i < 2 && !output.edited; ++i) output = frame();
  ASSERT_TRUE(output.edited);
  EXPECT_TRUE(output.editFinished);
  EXPECT_EQ(output.edited->job.r1(), 0.25);
}

TEST_F(Panels, R2CanBeSetFreeAndLinkedAgain) {
  ASSERT_TRUE(pointAt("sections", "= 2 × R1"));
  EXPECT_TRUE(click().editFinished);
  EXPECT_FALSE(session_.job.r2Linked());
  EXPECT_EQ(session_.job.r2(), 2 * kR1) << "it starts from where it was";
  click();
  EXPECT_TRUE(session_.job.r2Linked());
}

TEST_F(Panels, ALinkedR2CannotBeDragged) {
  ASSERT_TRUE(pointAt("sections", "= 2 × R1"));
  ImGui::GetIO().MousePos.y += 24;
  EXPECT_FALSE(click().edited);
}

TEST_F(Panels, ARightClickSetsTheDefault) {
  session_.job.params.set(kToleranceParam, 0.5);
  ASSERT_TRUE(pointAt("sections", "##value", kToleranceParam.id.data()));
  const PanelOutput output = click(1);
  ASSERT_TRUE(output.edited);
  EXPECT_TRUE(output.editFinished);
  EXPECT_EQ(session_.job.params.get(kToleranceParam), kToleranceParam.defaultValue);
}

TEST_F(Panels, EveryParameterOfTheJobAndOfTheChosenVersionsHasAWidget) {
  setSize(1600, 1400, 1);
  std::vector<const ParamInfo*> expected(jobParameters().begin(), jobParameters().end());
  for (const Stage stage : kStages)
    for (const ParamInfo* info : session_.job.version(stage).parameters) expected.push_back(info);
  for (const ParamInfo* info : expected) {
    if (info == &kR1Param || info == &kR2Param) continue;
    EXPECT_TRUE(pointAt("sections", "##value", info->id.data())) << info->id;
  }
}

TEST_F(Panels, AVersionIsChosenFromTheCatalogue) {
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

TEST_F(Panels, ButtonsOfTheSteppingBarGiveTheirActions) {
  const std::pair<const char*, Action> buttons[] = {{"##toStart", Action::toStart}, {"##back", Action::stepBack}, {"##play", Action::playPause},
                                                    {"##forward", Action::stepForward}, {"Sweep", Action::stepSweep}, {"Round", Action::stepRound},
                                                    {"##toEnd", Action::toEnd}, {"##restart", Action::restart}};
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
  for (const char* series : {"|S|", "moved", "time", "looked at"}) {
    ASSERT_TRUE(pointAt("##bottom", "##counter", series)) << series;
    click();
    ImGui::GetIO().MousePos = {-100, -100};
    settle();
    EXPECT_GT(ImGui::GetDrawData()->TotalVtxCount, 500) << series;
  }
}

TEST_F(Panels, PanelsFoldAndUnfold) {
  ASSERT_TRUE(pointAt("sections", "##fold"));
  click();
  EXPECT_FALSE(input_.layout.rightOpen);
  EXPECT_LT(frame().coveredRight, 40);
  ASSERT_TRUE(pointAt("##right", "##unfold"));
  click();
  EXPECT_TRUE(input_.layout.rightOpen);
  ASSERT_TRUE(pointAt("##bottom", "##fold"));
  click();
  EXPECT_FALSE(input_.layout.bottomOpen);
  ASSERT_TRUE(pointAt("sections", "Versions"));
  click();
  EXPECT_EQ(input_.layout.foldedSections, 1u << uint32_t(Section::versions));
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

TEST_F(Panels, AnEmptyWindowOffersExamplesRecentFilesAndOpen) {
  input_.activity = Activity::empty;
  input_.frame = nullptr;
  input_.examples = {"/assets/stream.ply"};
  input_.recentFiles = {"/data/x.csv"};
  for (const std::string& file : {input_.examples.front(), input_.recentFiles.front()}) {
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

TEST_F(Panels, AFailureIsReadAndDismissed) {
  input_.activity = Activity::failed;
  input_.message = "cannot read\nreason";
  ASSERT_TRUE(pointAt("##failed", "Dismiss"));
  press();
  EXPECT_TRUE(release().dismissed);
}

TEST_F(Panels, NothingMovesWhileNothingHappens) {
  ImGui::GetIO().MousePos = {300, 200};
  settle();
  const PanelOutput output = frame();
  EXPECT_FALSE(output.edited || output.editFinished || output.goTo || output.stepsPerSecond || output.layout || output.dismissed || output.animating);
  EXPECT_TRUE(output.actions.empty() && output.open.empty());
}

TEST_F(Panels, FontsHaveTheSignsThatAreUsed) {
  for (const ImWchar sign : std::u16string(u"·…×²σ≤≈−–∞|\u2009→€ąЖ"))
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

TEST(StepNames, SayRoundKindAndHowManyAreKnown) {
  Frame frame;
  auto history = std::make_shared<std::vector<StepRecord>>();
  history->push_back({.type = StepType::choose});
  for (uint32_t i = 1; i <= 3; ++i) history->push_back({.type = StepType::evolve, .round = 1, .inRound = i});
  history->push_back({.type = StepType::decimate, .round = 1, .inRound = 1});
  history->push_back({.type = StepType::evolve, .round = 2, .inRound = 1});
  frame.history = history;
  EXPECT_EQ(describeStep(frame, 0), "choose");
  EXPECT_EQ(describeStep(frame, 2), "round 1 · evolve 2 of 3");
  EXPECT_EQ(describeStep(frame, 4), "round 1 · decimate 1 of 1");
  EXPECT_EQ(describeStep(frame, 5), "round 2 · evolve 1 of …");
  frame.finished = true;
  EXPECT_EQ(describeStep(frame, 5), "round 2 · evolve 1 of 1");
}
