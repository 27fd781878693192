// Words that point at what is on the picture, for somebody who sees it for the first time.
#include <algorithm>
#include <array>
#include <vector>

#include "ui/palette.h"
#include "ui/panel_parts.h"

namespace arete {

static bool overlaps(const Area& a, const Area& b) { return a.x < b.right() && b.x < a.right() && a.y < b.bottom() && b.y < a.bottom(); }

/// Beside the place, where there is room: not over other words, nor outside of the picture.
static Area placeFor(ImVec2 at, ImVec2 size, Area free, const std::vector<Area>& taken) {
  constexpr float kAway = 46;
  const std::array<ImVec2, 6> corners = {{{at.x + kAway, at.y - kAway - size.y},
                                          {at.x - kAway - size.x, at.y - kAway - size.y},
                                          {at.x + kAway, at.y + kAway},
                                          {at.x - kAway - size.x, at.y + kAway},
                                          {at.x - size.x / 2, at.y - 2 * kAway - size.y},
                                          {at.x - size.x / 2, at.y + 2 * kAway}}};
  Area best;
  for (const ImVec2& corner : corners) {
    best = {std::clamp(corner.x, free.x, std::max(free.x, free.right() - size.x)),
            std::clamp(corner.y, free.y, std::max(free.y, free.bottom() - size.y)), size.x, size.y};
    if (!best.contains(at) && std::ranges::none_of(taken, [&](const Area& other) { return overlaps(other, best); })) return best;
  }
  return best;
}

void drawCallouts(const PanelInput& input, const LegendAreas& legend) {
  constexpr float kPadding = 8, kRing = 6, kWidth = 2;
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  std::vector<Area> taken = legend.taken;
  for (const Callout& callout : input.curve.callouts) {
    const ImVec2 at(float(callout.x), float(callout.y)), text = ImGui::CalcTextSize(callout.text.c_str());
    const Area box = placeFor(at, {text.x + 2 * kPadding, text.y + 2 * kPadding}, legend.plot, taken);
    taken.push_back(box);
    const ImVec2 end(std::clamp(at.x, box.x, box.right()), std::clamp(at.y, box.y, box.bottom()));
    for (const auto& [width, colour] : {std::pair{2 * kWidth + 1, palette().halo}, std::pair{kWidth, palette().text}}) {
      list.AddLine(end, at, colour, width);
      list.AddCircle(at, kRing, colour, 0, width);
    }
    list.AddRectFilled({box.x, box.y}, {box.right(), box.bottom()}, palette().card, kRounding);
    list.AddRect({box.x, box.y}, {box.right(), box.bottom()}, palette().text, kRounding);
    list.AddText({box.x + kPadding, box.y + kPadding}, palette().text, callout.text.c_str());
  }
}

}  // namespace arete
