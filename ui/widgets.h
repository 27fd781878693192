// The few widgets that Dear ImGui lacks, and short forms of recurring ones. Internal to ui.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <imgui.h>

#include "ui/actions.h"
#include "ui/panels.h"

namespace arete {

/// A rectangle in logical pixels.
struct Area {
  float x = 0, y = 0, width = 0, height = 0;
  float right() const { return x + width; }
  float bottom() const { return y + height; }
  bool contains(ImVec2 p) const { return p.x >= x && p.x < right() && p.y >= y && p.y < bottom(); }
};

/// What a widget did in this frame: a new value, the end of a change (one undo entry).
struct WidgetEdit {
  bool changed = false, finished = false;
};

struct SliderRange {
  double minimum = 0, maximum = 1;            ///< of the slider
  double typedMinimum = 0, typedMaximum = 1;  ///< of what may be typed with Ctrl+click; wider
  bool logarithmic = false, integer = false;
};

/// A slider as wide as the next item, with `shown` written on it. A logarithmic one from 0 has its 0 at the left end.
WidgetEdit valueSlider(const char* id, double& value, const SliderRange& range, const std::string& shown);

enum class Icon : uint8_t { toStart, back, play, pause, forward, toEnd, restart, right, left, down, up, cross };
/// A button, kRowHeight high and `width` of that wide.
bool iconButton(const char* id, Icon icon, bool strong = false, float width = 1.15f);
void drawIcon(ImDrawList& list, Icon icon, ImVec2 centre, float size, ImU32 colour);

/// For the previous item: text that wraps, shown after the cursor has rested on it.
void tooltip(std::string_view text);
/// The same with a strong first line.
void tooltip(std::string_view title, std::string_view text);
/// In how many seconds a tooltip comes or goes, so that it must be drawn again; 0 for at once, nothing where none does.
std::optional<double> nextOfTooltip();
/// "Step Forward  (Right)" and the help of an action.
void tooltip(Action action);
/// Text of an action without the mnemonic.
std::string plainText(std::string_view text);

void coloured(ImU32 colour, std::string_view text);
void strongText(std::string_view text);
void smallText(ImU32 colour, std::string_view text);
/// Text that ends with an ellipsis where it would be wider; true when it was cut.
bool clippedText(std::string_view text, float width, ImU32 colour);
/// The same as a value: as many characters as fit.
std::string clipped(std::string_view text, float width);
/// Text wrapped to the width that is left.
void wrapped(ImU32 colour, std::string_view text);
struct Choice {
  std::string_view label, help;
};
/// A row of buttons over the remaining width, one of which is down. True when another one was pressed, which is then `chosen`.
bool segments(std::span<const Choice> choices, size_t& chosen);
/// Text in the accent colour that can be clicked; true when it was. At either side it is higher than text by kLinkPadding pixels.
inline constexpr float kLinkPadding = 2;
bool textLink(const char* text);
/// A button in the accent colour: the one thing to do here.
bool accentButton(const char* label, ImVec2 size = {0, 0});

/// The session to change: a copy of the input's at the first call.
Session& edited(const PanelInput& input, PanelOutput& output);

}  // namespace arete
