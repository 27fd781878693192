// An area that is being drawn on the picture for the filter, and what the picture waits for.
#include "ui/palette.h"
#include "ui/panel_parts.h"

namespace arete {

void drawArea(const PanelInput& input, Area free) {
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  std::vector<ImVec2> corners;
  for (const auto& [x, y] : input.area.corners) corners.emplace_back(float(x), float(y));
  if (corners.size() > 2) {
    list.AddPolyline(corners.data(), int(corners.size()), palette().halo, ImDrawFlags_Closed, 4);
    list.AddPolyline(corners.data(), int(corners.size()), palette().accent, ImDrawFlags_Closed, 2);
  }
  if (input.area.hint.empty()) return;
  constexpr float kPadding = 10, kTop = 14;
  const ImVec2 size = ImGui::CalcTextSize(input.area.hint.c_str());
  const float x = free.x + (free.width - size.x) / 2, y = free.y + kTop;
  list.AddRectFilled({x - kPadding, y - kPadding / 2}, {x + size.x + kPadding, y + size.y + kPadding / 2}, palette().panel, kRounding);
  list.AddText({x, y}, palette().text, input.area.hint.c_str());
}

}  // namespace arete
