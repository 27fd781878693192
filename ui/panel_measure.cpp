// The lines that were measured on the picture.
#include "ui/palette.h"
#include "ui/panel_parts.h"

namespace arete {

static void drawText(ImDrawList& list, ImVec2 middle, const std::string& text) {
  constexpr float kAround = 4;
  const ImVec2 size = ImGui::CalcTextSize(text.c_str());
  const ImVec2 at(middle.x - size.x / 2, middle.y - size.y / 2);
  list.AddRectFilled({at.x - kAround, at.y - kAround / 2}, {at.x + size.x + kAround, at.y + size.y + kAround / 2}, palette().panel, kRounding);
  list.AddText(at, palette().text, text.c_str());
}

static void drawLine(const MeasureMark& mark, ImU32 colour, float scale) {
  constexpr float kDot = 4, kLine = 2;
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  const auto place = [scale](const std::array<double, 2>& at) { return ImVec2(float(at[0]) * scale, float(at[1]) * scale); };
  for (const MeasureMark::Piece& piece : mark.pieces) {
    list.AddLine(place(piece.from), place(piece.to), palette().halo, 2 * kLine + kLine);
    list.AddLine(place(piece.from), place(piece.to), colour, kLine);
  }
  for (const auto& point : mark.points) {
    list.AddCircleFilled(place(point), kDot + 1, palette().halo);
    list.AddCircleFilled(place(point), kDot, colour);
  }
  for (const MeasureMark::Piece& piece : mark.pieces) {
    const ImVec2 from = place(piece.from), to = place(piece.to);
    drawText(list, {(from.x + to.x) / 2, (from.y + to.y) / 2}, piece.text);
  }
}

void drawMeasure(const PanelInput& input) {
  if (input.overlay == nullptr || input.size.devicePixelRatio <= 0) return;
  const ImU32 colour = colourOf(Sign::measured, input.session.view.theme).packed();
  for (const MeasureMark& mark : input.overlay->measured) drawLine(mark, colour, float(1 / input.size.devicePixelRatio));
}

}  // namespace arete
