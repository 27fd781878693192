// An area that is being drawn on the picture for the filter, and what the picture waits for.
#include <algorithm>

#include "ui/palette.h"
#include "ui/panel_parts.h"

namespace arete {

static void drawSelected(const AreaOutline& area, ImU32 colour, ImDrawList& list) {
  constexpr float kHalo = 8, kLine = 4, kDot = 5.5F, kRing = 2;
  const auto at = [](double x, double y) { return ImVec2(float(x), float(y)); };
  for (const auto& [x1, y1, x2, y2] : area.lines) list.AddLine(at(x1, y1), at(x2, y2), palette().halo, kHalo);
  for (const auto& [x1, y1, x2, y2] : area.lines) list.AddLine(at(x1, y1), at(x2, y2), colour, kLine);
  for (const auto& [x, y] : area.dots) {
    list.AddCircleFilled(at(x, y), kDot + kRing, palette().halo);
    list.AddCircleFilled(at(x, y), kDot, colour);
  }
}

/// Open in the middle, so that what it points at is seen.
static void drawCross(const AreaOutline& area, ImU32 shown, ImDrawList& list) {
  constexpr float kFrom = 4, kTo = 16, kHalo = 4, kLine = 2, kRing = 7;
  for (const auto& [width, colour] : {std::pair{kHalo, palette().halo}, std::pair{kLine, shown}}) {
    if (area.aim) list.AddCircle({float((*area.aim)[0]), float((*area.aim)[1])}, kRing, colour, 0, width);
    if (!area.cross) continue;
    const auto [x, y] = std::array{float((*area.cross)[0]), float((*area.cross)[1])};
    for (const float side : {-1.0F, 1.0F}) {
      list.AddLine({x + side * kFrom, y}, {x + side * kTo, y}, colour, width);
      list.AddLine({x, y + side * kFrom}, {x, y + side * kTo}, colour, width);
    }
  }
}

void drawArea(const PanelInput& input, Area free) {
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  const ImU32 selected = colourOf(Sign::selected, input.session.view.theme).packed();
  drawSelected(input.area, selected, list);
  drawCross(input.area, selected, list);
  std::vector<ImVec2> corners;
  for (const auto& [x, y] : input.area.corners) corners.emplace_back(float(x), float(y));
  if (corners.size() > 2) {
    list.AddPolyline(corners.data(), int(corners.size()), palette().halo, ImDrawFlags_Closed, 4);
    list.AddPolyline(corners.data(), int(corners.size()), palette().accent, ImDrawFlags_Closed, 2);
  }
  if (input.area.hint.empty()) return;
  constexpr float kPadding = 10, kTop = 14, kAxes = 84;  // in the corner is the name of an axis, or the axes themselves
  const float room = free.width - kAxes - 2 * kPadding;  // in a narrow picture it goes on in the next line
  const ImVec2 size = ImGui::CalcTextSize(input.area.hint.c_str(), nullptr, false, room);
  const float x = free.x + std::max(kAxes + kPadding, (free.width - size.x) / 2), y = free.y + kTop;
  list.AddRectFilled({x - kPadding, y - kPadding / 2}, {x + size.x + kPadding, y + size.y + kPadding / 2}, palette().panel, kRounding);
  list.AddText(ImGui::GetFont(), ImGui::GetFontSize(), {x, y}, palette().text, input.area.hint.c_str(), nullptr, room);
}

}  // namespace arete
