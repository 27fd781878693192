// Fonts and looks of the panels.
#pragma once

#include <string>

#include "render/view.h"

namespace arete {

/// Fills the font atlas of the current Dear ImGui context for a screen, and sets io.FontGlobalScale so that panels are laid out in logical
/// pixels. The renderer must build its font texture anew. Returns "" or, when no font with all signs was found, what is shown instead.
std::string loadFonts(double devicePixelRatio);

/// Colours, spacing and rounding of the current Dear ImGui context. Cheap; drawPanels calls it.
void applyStyle(Theme theme);

}  // namespace arete
