// The panels without a window and without OpenGL: fonts, layout, mouse and keys in, answers out.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numbers>
#include <random>

#include <imgui.h>
#include <imgui_internal.h>

#include "compute/engine/detector.h"
#include "ui/panels.h"
#include "ui/style.h"

namespace arete {

inline constexpr double kR1 = 0.1;

inline PointCloud noisyCircle(uint32_t points) {
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
inline const Frames& frames() {
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
    input_.radius.suggested = 0.08;
    input_.radius.smallest = 0.001;
    input_.radius.largest = 2;
    setSize(1024, 640, 1);
  }
  ~Panels() override { ImGui::DestroyContext(); }

  void setSize(int width, int height, double devicePixelRatio) {
    input_.size.width = width;
    input_.size.height = height;
    input_.size.devicePixelRatio = devicePixelRatio;
    ImGuiIO& io = ImGui::GetIO();
    EXPECT_EQ(loadFonts(devicePixelRatio), "");
    unsigned char* pixels = nullptr;
    int atlasWidth = 0, atlasHeight = 0;
    io.Fonts->GetTexDataAsAlpha8(&pixels, &atlasWidth, &atlasHeight);
    io.DisplaySize = {float(width), float(height)};
    io.DisplayFramebufferScale = {float(devicePixelRatio), float(devicePixelRatio)};
  }

  /// Unfolds everything and shows one of the tabs of the right panel.
  void openTab(PanelTab tab) { input_.layout.foldedSections = 0, input_.layout.tab = tab; }

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

  /// How many texts of the last frame end with "…": those that were cut off, and the names of dialogs.
  static int ellipses() {
    int count = 0;
    constexpr ImWchar kEllipsis = 0x2026;
    const ImDrawData& data = *ImGui::GetDrawData();
    for (const ImFont* font : ImGui::GetIO().Fonts->Fonts) {
      const ImFontGlyph* glyph = font->FindGlyphNoFallback(kEllipsis);
      if (glyph == nullptr) continue;
      for (int list = 0; list < data.CmdListsCount; ++list)
        for (const ImDrawVert& vertex : data.CmdLists[list]->VtxBuffer) count += vertex.uv.x == glyph->U0 && vertex.uv.y == glyph->V0;
    }
    return count;
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

  /// Ctrl+click under the mouse, the text, Enter; what came of it. Nothing may come of it before Enter.
  PanelOutput typeThere(std::string_view text) {
    ImGuiIO& io = ImGui::GetIO();
    io.KeyMap[ImGuiKey_Enter] = ImGuiKey_Enter;
    io.KeyCtrl = true;
    click();
    io.KeyCtrl = false;
    frame();
    for (const char c : text) {
      io.AddInputCharacter(static_cast<unsigned char>(c));
      EXPECT_FALSE(frame().edited) << "not before Enter";
    }
    io.KeysDown[ImGuiKey_Enter] = true;
    PanelOutput output = frame();
    io.KeysDown[ImGuiKey_Enter] = false;
    for (int i = 0; i < 2 && !output.edited; ++i) output = frame();
    return output;
  }

  Session session_;
  PanelInput input_{.session = session_};
};

}  // namespace arete
