#include "ui/widgets.h"

#include <algorithm>

#include <imgui_internal.h>

#include "ui/focus.h"
#include "ui/key_bindings.h"
#include "ui/palette.h"

namespace arete {

static constexpr float kTooltipWidth = 320;
static constexpr double kTooltipDelay = 0.35, kTooltipTime = 6;  // seconds: until it comes, and goes again

/// What the pointer, or the keyboard, is on.
static struct {
  ImRect item;
  double since = 0;
  int frame = -1;        // that saw it last
  bool clicked = false;  // whoever clicks has read it
  bool came = false;     // under a pointer that nobody moved since its click
  ImVec2 clickedAt{-1, -1};
} resting;

/// Whether the previous item has been pointed at for long enough, and not for so long that its tooltip only covers things.
static bool rested() {
  const ImGuiContext& g = *ImGui::GetCurrentContext();
  if (!ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) return false;
  const ImRect item = g.LastItemData.Rect;
  const bool same = g.FrameCount - resting.frame <= 1 && item.Min.x == resting.item.Min.x && item.Min.y == resting.item.Min.y;
  const bool unmoved = g.IO.MousePos.x == resting.clickedAt.x && g.IO.MousePos.y == resting.clickedAt.y;
  if (!same) resting = {item, g.Time, g.FrameCount, false, unmoved, resting.clickedAt};
  if (resting.came && !unmoved) resting.came = false, resting.since = g.Time;
  resting.frame = g.FrameCount;
  resting.clicked = resting.clicked || g.IO.MouseClicked[0] || g.IO.MouseClicked[1] || g.ActiveId != 0;
  const double rests = g.Time - resting.since;
  return !resting.clicked && !resting.came && rests >= kTooltipDelay && rests < kTooltipDelay + kTooltipTime;
}

std::optional<double> nextOfTooltip() {
  const ImGuiContext& g = *ImGui::GetCurrentContext();
  if (g.IO.MouseClicked[0] || g.IO.MouseClicked[1]) resting.clickedAt = g.IO.MousePos;
  const bool measured = std::any_of(g.Windows.begin(), g.Windows.end(), [](const ImGuiWindow* window) {  // in its first frame it is not shown
    return (window->Flags & ImGuiWindowFlags_Tooltip) && window->Active && window->Hidden;
  });
  if (measured) return 0;
  if (resting.frame != g.FrameCount || resting.clicked || resting.came) return {};
  const double rests = g.Time - resting.since;
  if (rests < kTooltipDelay) return 0;
  return rests < kTooltipDelay + kTooltipTime ? std::optional(kTooltipDelay + kTooltipTime - rests) : std::nullopt;
}

static const char* end(std::string_view text) { return text.data() + text.size(); }

void coloured(ImU32 colour, std::string_view text) {
  ImGui::PushStyleColor(ImGuiCol_Text, colour);
  ImGui::TextUnformatted(text.data(), end(text));
  ImGui::PopStyleColor();
}

void wrapped(ImU32 colour, std::string_view text) {
  ImGui::PushTextWrapPos(0);
  coloured(colour, text);
  ImGui::PopTextWrapPos();
}

void strongText(std::string_view text) {
  ImGui::PushFont(font(FontRole::strong));
  ImGui::TextUnformatted(text.data(), end(text));
  ImGui::PopFont();
}

void smallText(ImU32 colour, std::string_view text) {
  ImGui::PushFont(font(FontRole::small));
  coloured(colour, text);
  ImGui::PopFont();
}

/// The tooltip stands beside its panel or its list, so that it covers none of their fields; cards have room around the pointer.
static void putBesidePanel() {
  const ImRect item = ImGui::GetCurrentContext()->LastItemData.Rect;
  const ImGuiWindow& panel = *ImGui::GetCurrentWindow()->RootWindow;
  const bool popup = (panel.Flags & ImGuiWindowFlags_Popup) != 0, card = (panel.Flags & ImGuiWindowFlags_AlwaysAutoResize) != 0;
  if (card && !popup) return;
  const bool below = panel.Size.x > panel.Size.y && !popup;
  if (!below) ImGui::SetNextWindowPos({panel.Pos.x - kGap, item.Min.y}, ImGuiCond_Always, {1, 0});
  else ImGui::SetNextWindowPos({item.Min.x, panel.Pos.y - kGap}, ImGuiCond_Always, {0, 1});
}

void tooltip(std::string_view title, std::string_view text) {
  focusStop();
  if (!rested()) return;
  putBesidePanel();
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(kPadding, kGap + 2));
  ImGui::BeginTooltip();
  ImGui::PushTextWrapPos(kTooltipWidth);
  if (!title.empty()) strongText(title);
  if (!text.empty()) coloured(title.empty() ? palette().text : palette().dim, text);
  ImGui::PopTextWrapPos();
  ImGui::EndTooltip();
  ImGui::PopStyleVar();
}

void tooltip(std::string_view text) { tooltip({}, text); }

void tooltip(Action action) {
  const ActionInfo& row = info(action);
  std::string title = plainText(tr(row.text));
  const std::string_view keys = keysOf(action);
  if (!keys.empty()) title.append("  (").append(keyNames(keys.substr(0, keys.find(", ")))).append(")");
  tooltip(title, tr(row.help));
}

std::string plainText(std::string_view text) {
  std::string plain;
  for (const char c : text)
    if (c != '&') plain += c;
  return plain;
}

std::string clipped(std::string_view text, float width) {
  if (ImGui::CalcTextSize(text.data(), end(text)).x <= width) return std::string(text);
  constexpr std::string_view kEllipsis = "…";
  const float room = width - ImGui::CalcTextSize(kEllipsis.data(), end(kEllipsis)).x;
  const char* rest = nullptr;
  ImGui::GetFont()->CalcTextSizeA(ImGui::GetFontSize(), room > 0 ? room : 0, 0, text.data(), end(text), &rest);
  return std::string(text.substr(0, size_t(rest - text.data()))).append(kEllipsis);
}

bool clippedText(std::string_view text, float width, ImU32 colour) {
  const std::string shown = clipped(text, width);
  coloured(colour, shown);
  return shown.size() != text.size() || shown != text;
}

bool segments(std::span<const Choice> choices, size_t& chosen) {
  const Palette& colours = palette();
  const float width = ImGui::GetContentRegionAvail().x / float(choices.size());
  const size_t before = chosen;
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0, ImGui::GetStyle().ItemSpacing.y));
  for (size_t i = 0; i < choices.size(); ++i) {
    const bool down = i == before;
    if (i > 0) ImGui::SameLine();
    ImGui::PushStyleColor(ImGuiCol_Button, down ? colours.accent : colours.field);
    ImGui::PushStyleColor(ImGuiCol_ButtonHovered, down ? colours.accent : colours.line);
    ImGui::PushStyleColor(ImGuiCol_ButtonActive, colours.accent);
    ImGui::PushStyleColor(ImGuiCol_Text, down ? colours.onAccent : colours.text);
    if (ImGui::Button(std::string(tr(choices[i].label)).c_str(), {width, 0})) chosen = i;
    ImGui::PopStyleColor(4);
    tooltip(tr(choices[i].label), tr(choices[i].help));
  }
  ImGui::PopStyleVar();
  return chosen != before;
}

bool textLink(const char* text) {
  ImGui::PushStyleColor(ImGuiCol_Text, palette().accent);
  ImGui::PushStyleColor(ImGuiCol_Button, 0);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(0, kLinkPadding));
  const bool pressed = ImGui::Button(text);
  ImGui::PopStyleVar();
  ImGui::PopStyleColor(2);
  return pressed;
}

bool accentButton(const char* label, ImVec2 size) {
  ImGui::PushStyleColor(ImGuiCol_Button, palette().accent);
  ImGui::PushStyleColor(ImGuiCol_ButtonHovered, palette().accent);
  ImGui::PushStyleColor(ImGuiCol_ButtonActive, palette().accent);
  ImGui::PushStyleColor(ImGuiCol_Text, palette().onAccent);
  ImGui::PushFont(font(FontRole::strong));
  const bool pressed = ImGui::Button(label, size);
  ImGui::PopFont();
  ImGui::PopStyleColor(4);
  return pressed;
}

static void triangle(ImDrawList& list, ImVec2 c, float size, float direction, ImU32 colour) {
  list.AddTriangleFilled({c.x - direction * size * 0.4f, c.y - size * 0.5f}, {c.x + direction * size * 0.5f, c.y},
                         {c.x - direction * size * 0.4f, c.y + size * 0.5f}, colour);
}

static void bar(ImDrawList& list, float x, ImVec2 c, float size, ImU32 colour) {
  list.AddRectFilled({x - size * 0.1f, c.y - size * 0.5f}, {x + size * 0.1f, c.y + size * 0.5f}, colour);
}

static void chevron(ImDrawList& list, ImVec2 c, ImVec2 along, float size, ImU32 colour) {
  const ImVec2 across(-along.y, along.x);
  const float a = size * 0.22f, b = size * 0.42f;
  const ImVec2 points[] = {{c.x - along.x * a + across.x * b, c.y - along.y * a + across.y * b},
                           {c.x + along.x * a, c.y + along.y * a},
                           {c.x - along.x * a - across.x * b, c.y - along.y * a - across.y * b}};
  list.AddPolyline(points, 3, colour, 0, 1.6f);
}

static void circleArrow(ImDrawList& list, ImVec2 c, float size, ImU32 colour) {
  constexpr float kFrom = -1.0f, kTo = 4.1f;  // radians; the gap is at the upper right
  list.PathArcTo(c, size * 0.42f, kFrom, kTo, 20);
  list.PathStroke(colour, 0, 1.6f);
  const ImVec2 tip(c.x + size * 0.42f * 0.54f, c.y - size * 0.42f * 0.84f);
  list.AddTriangleFilled({tip.x - size * 0.34f, tip.y - size * 0.06f}, {tip.x + size * 0.1f, tip.y - size * 0.3f},
                         {tip.x + size * 0.08f, tip.y + size * 0.2f}, colour);
}

void drawIcon(ImDrawList& list, Icon icon, ImVec2 c, float size, ImU32 colour) {
  const float side = size * 0.5f;
  switch (icon) {
    case Icon::toStart: bar(list, c.x - side, c, size, colour), triangle(list, {c.x + size * 0.1f, c.y}, size, -1, colour); break;
    case Icon::back: triangle(list, {c.x - size * 0.15f, c.y}, size, -1, colour), bar(list, c.x + side, c, size, colour); break;
    case Icon::play: triangle(list, c, size * 1.1f, 1, colour); break;
    case Icon::pause: bar(list, c.x - size * 0.22f, c, size, colour), bar(list, c.x + size * 0.22f, c, size, colour); break;
    case Icon::forward: bar(list, c.x - side, c, size, colour), triangle(list, {c.x + size * 0.15f, c.y}, size, 1, colour); break;
    case Icon::toEnd: triangle(list, {c.x - size * 0.1f, c.y}, size, 1, colour), bar(list, c.x + side, c, size, colour); break;
    case Icon::restart: circleArrow(list, c, size * 1.2f, colour); break;
    case Icon::right: chevron(list, c, {1, 0}, size, colour); break;
    case Icon::left: chevron(list, c, {-1, 0}, size, colour); break;
    case Icon::down: chevron(list, c, {0, 1}, size, colour); break;
    case Icon::up: chevron(list, c, {0, -1}, size, colour); break;
    case Icon::cross:
      list.AddLine({c.x - size * 0.35f, c.y - size * 0.35f}, {c.x + size * 0.35f, c.y + size * 0.35f}, colour, 1.6f);
      list.AddLine({c.x - size * 0.35f, c.y + size * 0.35f}, {c.x + size * 0.35f, c.y - size * 0.35f}, colour, 1.6f);
      break;
  }
}

bool iconButton(const char* id, Icon icon, bool strong, float width) {
  constexpr float kIconShare = 0.42f;
  if (strong) {
    ImGui::PushStyleColor(ImGuiCol_Button, palette().accent);
    ImGui::PushStyleColor(ImGuiCol_ButtonHovered, palette().accent);
    ImGui::PushStyleColor(ImGuiCol_ButtonActive, palette().accent);
  }
  const bool pressed = ImGui::Button(id, {kRowHeight * width, kRowHeight});
  if (strong) ImGui::PopStyleColor(3);
  const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
  const ImU32 colour = strong ? palette().onAccent : ImGui::GetColorU32(ImGuiCol_Text);
  drawIcon(*ImGui::GetWindowDrawList(), icon, {(low.x + high.x) / 2, (low.y + high.y) / 2}, kRowHeight * kIconShare, colour);
  return pressed;
}

Session& edited(const PanelInput& input, PanelOutput& output) {
  if (!output.edited) output.edited = input.session;
  return *output.edited;
}

}  // namespace arete
