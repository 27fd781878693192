#include "ui/focus.h"

#include <algorithm>
#include <vector>

#define IMGUI_DEFINE_MATH_OPERATORS
#include <imgui.h>
#include <imgui_internal.h>

#include "ui/palette.h"

namespace arete {

struct Stop {
  ImGuiID id;
  ImGuiWindow* window;
  ImRect box;
};
static std::vector<Stop> stops;  // of the frame that is drawn

void beginFocus() { stops.clear(); }

void focusStop() {
  const ImGuiContext& g = *ImGui::GetCurrentContext();
  const ImGuiLastItemData& item = g.LastItemData;
  if (item.ID == 0 || (item.InFlags & ImGuiItemFlags_Disabled) != 0) return;
  if (std::ranges::none_of(stops, [&](const Stop& stop) { return stop.id == item.ID; })) stops.push_back({item.ID, g.CurrentWindow, item.Rect});
}

bool focusedByKeys() {
  const ImGuiContext& g = *ImGui::GetCurrentContext();
  return (g.IO.ConfigFlags & ImGuiConfigFlags_NavEnableKeyboard) != 0 && !g.NavDisableHighlight && g.NavId != 0 && g.NavId == g.LastItemData.ID;
}

int arrowsOnItem() {
  const ImGuiContext& g = *ImGui::GetCurrentContext();
  if (!focusedByKeys() || !g.NavMoveSubmitted || (g.NavMoveDir != ImGuiDir_Left && g.NavMoveDir != ImGuiDir_Right)) return 0;
  const int direction = g.NavMoveDir == ImGuiDir_Left ? -1 : 1;
  ImGui::NavMoveRequestCancel();
  return direction;
}

static void focus(const Stop& stop) {
  ImGuiContext& g = *ImGui::GetCurrentContext();
  ImGui::ClearActiveID();
  ImGui::FocusWindow(stop.window);
  const ImVec2 corner = stop.window->Pos;
  ImGui::SetNavID(stop.id, ImGuiNavLayer_Main, 0, {stop.box.Min - corner, stop.box.Max - corner});
  ImGui::ScrollToBringRectIntoView(stop.window, stop.box);
  g.NavDisableHighlight = false;
  g.NavDisableMouseHover = true;
}

/// The first stop in a panel; if there is none, the first of all.
static size_t firstIn(const char* panel) {
  for (size_t i = 0; i < stops.size(); ++i)
    if (stops[i].window->RootWindow == ImGui::FindWindowByName(panel)) return i;
  return 0;
}

void endFocus(const PanelInput& input) {
  const ImGuiContext& g = *ImGui::GetCurrentContext();
  if (!input.focus.keyboard || stops.empty() || !g.OpenPopupStack.empty()) return;
  const auto found = std::ranges::find(stops, g.NavId, &Stop::id);
  const bool known = found != stops.end() && !g.NavDisableHighlight;
  const size_t present = known ? size_t(found - stops.begin()) : 0, count = stops.size();
  switch (input.focus.move) {
    case FocusMove::none: break;
    case FocusMove::next: focus(stops[known ? (present + 1) % count : 0]); break;
    case FocusMove::previous: focus(stops[(present + count - 1) % count]); break;
    case FocusMove::right: focus(stops[firstIn("##right")]); break;
    case FocusMove::bottom: focus(stops[firstIn("##bottom")]); break;
  }
  const auto now = std::ranges::find(stops, g.NavId, &Stop::id);
  if (now == stops.end()) return;
  constexpr float kGapToRing = 2, kRing = 2;
  ImDrawList& list = *ImGui::GetForegroundDrawList();
  list.PushClipRect(now->window->OuterRectClipped.Min, now->window->OuterRectClipped.Max);
  const ImVec2 gap(kGapToRing, kGapToRing);
  list.AddRect(now->box.Min - gap, now->box.Max + gap, palette().accent, kRounding + 1, 0, kRing);
  list.PopClipRect();
}

}  // namespace arete
