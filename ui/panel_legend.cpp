// Words and numbers that belong to the picture: axes, scale bar, colour bar.
#include <algorithm>
#include <cfloat>
#include <cmath>
#include <span>
#include <vector>

#include "ui/palette.h"
#include "ui/panel_parts.h"

namespace arete {

/// Text with a halo, so that it can be read on points of any colour.
static void haloText(ImDrawList& list, FontRole role, ImVec2 at, ImU32 colour, const std::string& text) {
  ImFont* face = font(role);
  const float size = face->FontSize * ImGui::GetIO().FontGlobalScale;
  at = {std::round(at.x), std::round(at.y)};
  for (const ImVec2 offset : {ImVec2(-1, 0), ImVec2(1, 0), ImVec2(0, -1), ImVec2(0, 1)})
    list.AddText(face, size, {at.x + offset.x, at.y + offset.y}, palette().halo, text.c_str());
  list.AddText(face, size, at, colour, text.c_str());
}

static ImVec2 sizeOf(FontRole role, const std::string& text) {
  ImFont* face = font(role);
  return face->CalcTextSizeA(face->FontSize * ImGui::GetIO().FontGlobalScale, FLT_MAX, 0, text.c_str());
}

/// Left out where a panel or the edge of the picture would cut it, and where a bar stands.
static void drawLabel(ImDrawList& list, const Label& label, float scale, Area free, std::span<const Area> taken) {
  constexpr float kGapToTick = 3;
  const FontRole role = label.isAxisName ? FontRole::strong : FontRole::small;
  const ImVec2 size = sizeOf(role, label.text);
  ImVec2 at(label.x * scale, label.y * scale);
  const bool beside = label.anchor == LabelAnchor::left || label.anchor == LabelAnchor::right;
  at.x -= label.anchor == LabelAnchor::left ? -kGapToTick : label.anchor == LabelAnchor::right ? size.x + kGapToTick : size.x / 2;
  at.y -= beside || label.anchor == LabelAnchor::centre ? size.y / 2 : label.anchor == LabelAnchor::above ? size.y + kGapToTick : -kGapToTick;
  if (at.x < free.x || at.x + size.x > free.right() || at.y < free.y || at.y + size.y > free.bottom()) return;
  for (const Area& bar : taken)
    if (at.x < bar.right() && at.x + size.x > bar.x && at.y < bar.bottom() && at.y + size.y > bar.y) return;
  const Colour& c = label.colour;
  haloText(list, role, at, IM_COL32(c.r, c.g, c.b, c.a), label.text);
}

constexpr float kScaleTick = 4, kScaleMargin = 16;

static Area scaleBarArea(const ScaleBar& bar, float scale, Area free) {
  constexpr float kAround = 8, kBelow = 7;
  const ImVec2 size = sizeOf(FontRole::small, bar.text);
  const float height = size.y + kScaleTick + 6 + kBelow, x = free.x + kScaleMargin - kAround;
  return {x, free.bottom() - kScaleMargin + kBelow - height, std::max(float(bar.pixels) * scale, size.x) + 2 * kAround, height};
}

static void drawScaleBar(ImDrawList& list, const ScaleBar& bar, float scale, Area free) {
  constexpr float kTick = kScaleTick;
  const float width = float(bar.pixels) * scale, x = free.x + kScaleMargin, y = free.bottom() - kScaleMargin;
  const ImVec2 size = sizeOf(FontRole::small, bar.text);
  const Area box = scaleBarArea(bar, scale, free);
  list.AddRectFilled({box.x, box.y}, {box.right(), box.bottom()}, palette().halo, kRounding);
  const ImVec2 points[] = {{x, y - kTick}, {x, y}, {x + width, y}, {x + width, y - kTick}};
  list.AddPolyline(points, 4, palette().text, 0, 1.5f);
  haloText(list, FontRole::small, {x + (width - size.x) / 2, y - size.y - kTick - 1}, palette().text, bar.text);
}

/// The colours; their numbers stand at the left.
static Area colourBarArea(Area free) {
  constexpr float kWidth = 12, kHeight = 150, kMargin = 18, kShare = 0.4f;
  const float height = std::min(kHeight, free.height * kShare);
  return {free.right() - kMargin - kWidth, free.bottom() - kMargin - height, kWidth, height};
}

static void drawColourBar(ImDrawList& list, const ColourBar& bar, Area free) {
  constexpr int kBands = 32, kTicks = 2;  // ticks: parts between labels
  const Area box = colourBarArea(free);
  const float height = box.height;
  for (int band = 0; band < kBands; ++band) {
    const auto at = [&](int i) { return sample(bar.map, double(i) / kBands).packed(); };
    const float low = box.bottom() - height * float(band) / kBands, high = box.bottom() - height * float(band + 1) / kBands;
    list.AddRectFilledMultiColor({box.x, high}, {box.right(), low}, at(band + 1), at(band + 1), at(band), at(band));
  }
  list.AddRect({box.x - 1, box.y - 1}, {box.right() + 1, box.bottom() + 1}, palette().halo);
  for (int i = 0; i <= kTicks; ++i) {
    const std::string text = formatNumber(bar.minimum + (bar.maximum - bar.minimum) * i / kTicks, 4);
    const ImVec2 size = sizeOf(FontRole::small, text);
    haloText(list, FontRole::small, {box.x - size.x - 6, box.bottom() - height * float(i) / kTicks - size.y / 2}, palette().text, text);
  }
  const ImVec2 size = sizeOf(FontRole::strong, bar.title);
  haloText(list, FontRole::strong, {box.right() - size.x, box.y - size.y - 10}, palette().text, bar.title);
}

void drawLegend(const PanelInput& input, Area free) {
  if (input.overlay == nullptr || input.size.devicePixelRatio <= 0) return;
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  const float scale = float(1 / input.size.devicePixelRatio);
  std::vector<Area> taken;
  if (input.overlay->scaleBar) taken.push_back(scaleBarArea(*input.overlay->scaleBar, scale, free));
  if (input.overlay->colourBar) {
    constexpr float kNumbers = 50;  // the room of the bar's own
    const Area bar = colourBarArea(free);
    taken.push_back({bar.x - kNumbers, bar.y, bar.width + kNumbers, bar.height});
  }
  for (const Label& label : input.overlay->labels) drawLabel(list, label, scale, free, taken);
  if (input.overlay->scaleBar) drawScaleBar(list, *input.overlay->scaleBar, scale, free);
  if (input.overlay->colourBar) drawColourBar(list, *input.overlay->colourBar, free);
}

}  // namespace arete
