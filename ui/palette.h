// The panels' colours and fonts by role. Internal to ui.
#pragma once

#include <cstdint>

#include <imgui.h>

#include "render/view.h"

namespace arete {

/// Colours of one theme, as Dear ImGui packs them.
struct Palette {
  ImU32 text, dim, faint;              ///< text: for reading, for labels, for hints and axes
  ImU32 panel, card, line;             ///< backgrounds (panel is slightly transparent), thin lines
  ImU32 field, fieldHot, fieldOn;      ///< sliders, boxes, buttons: at rest, under the cursor, pressed
  ImU32 accent, accentSoft, onAccent;  ///< what can be dragged or is chosen; a wash of it; text on it
  ImU32 good, warning, bad;
  ImU32 evolve, decimate;  ///< kinds of steps in history and plots
  ImU32 halo;              ///< behind text on the picture
};
const Palette& palette(Theme theme);
/// Of the theme that applyStyle set last.
const Palette& palette();

enum class FontRole : uint8_t { body, small, strong, title };
ImFont* font(FontRole role);
/// The size of small text in logical pixels, as lists of drawings take it.
float smallSize();

/// Logical pixels.
inline constexpr float kPadding = 12, kGap = 6, kRounding = 5, kRowHeight = 24;

}  // namespace arete
