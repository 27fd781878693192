// The keyboard inside the panels: Tab goes from widget to widget in the order in which they are drawn, Left and Right move the one that
// holds a value, Space and Enter press it. Dear ImGui 1.86 can do the last; its Tab knows text fields only. Internal to ui.
#pragma once

#include "ui/panels.h"

namespace arete {

/// Makes the previous item focusable; tooltip() does so too. Does nothing for text and for disabled widgets.
void focusStop();
/// −1 or +1 when the previous item has the focus and Left or Right was pressed; the focus stays there.
int arrowsOnItem();
/// Whether the previous item has the focus.
bool focusedByKeys();

/// Called before and after all widgets of a frame. The second carries out input.focus.move and draws the ring around the focused widget.
void beginFocus();
void endFocus(const PanelInput& input);

}  // namespace arete
