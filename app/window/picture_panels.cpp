#include "app/window/picture_panels.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include <QKeyEvent>

namespace arete {

namespace {

/// Keys that move the focus inside the panels or act on the focused widget.
constexpr Qt::Key kWidgetKeys[] = {Qt::Key_Tab,  Qt::Key_Backtab, Qt::Key_Left,   Qt::Key_Right, Qt::Key_Up,
                                   Qt::Key_Down, Qt::Key_Space,   Qt::Key_Return, Qt::Key_Enter, Qt::Key_Escape};
/// Also keys that move far in a list.
constexpr Qt::Key kListKeys[] = {Qt::Key_PageUp, Qt::Key_PageDown, Qt::Key_Home, Qt::Key_End};

bool isOneOf(const QKeyEvent& event, std::span<const Qt::Key> keys) {
  const bool plain = (event.modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier)) == 0;
  return plain && std::ranges::find(keys, Qt::Key(event.key())) != keys.end();
}

}  // namespace

bool PicturePanels::followPointer(bool over) { return std::exchange(pointerOver_, over) || over; }

bool PicturePanels::enterNext() {
  if (keyboardIn_ == FocusMove::bottom) {
    leave();
    return false;
  }
  keyboardIn_ = focusMove_ = keyboardIn_ == FocusMove::none ? FocusMove::right : FocusMove::bottom;
  bridge_.setKeyboard(true);
  return true;
}

void PicturePanels::leave() {
  keyboardIn_ = FocusMove::none;
  bridge_.setKeyboard(false);
}

bool PicturePanels::wants(const QKeyEvent& event) const {
  if (bridge_.wantsText() && visible_) return true;
  if (bridge_.popupOpen()) return isOneOf(event, kWidgetKeys) || isOneOf(event, kListKeys);
  return keyboard() && isOneOf(event, kWidgetKeys);
}

/// Panels that are drawn larger see a picture of fewer and larger pixels.
static void inPanelPixels(PanelInput& input, double scale) {
  input.size.width = int(std::ceil(input.size.width / scale));
  input.size.height = int(std::ceil(input.size.height / scale));
  input.size.devicePixelRatio *= scale;
  const auto shrink = [scale](auto& place) {
    for (double& each : place) each /= scale;
  };
  std::ranges::for_each(input.area.corners, shrink);
  std::ranges::for_each(input.area.lines, shrink);
  std::ranges::for_each(input.area.dots, shrink);
  for (Callout& callout : input.curve.callouts) callout.x /= scale, callout.y /= scale;
  if (input.area.cross) shrink(*input.area.cross);
  if (input.area.aim) shrink(*input.area.aim);
}

PanelLayout PicturePanels::layout() const {
  PanelLayout layout = layout_;
  layout.rightOpen = layout.rightOpen || room_.folded;
  return layout;
}

void PicturePanels::fit(double width) {
  constexpr double kRoom = 750;  // beside docks in a window of 1024 pixels there is less, and the panel would take half of that
  const bool narrow = width < kRoom * scale_;
  if (std::exchange(room_.narrow, narrow) == narrow) return;
  if (narrow) room_.folded = std::exchange(layout_.rightOpen, false);
  else if (std::exchange(room_.folded, false)) layout_.rightOpen = true;
}

PanelOutput PicturePanels::draw(PanelInput input, const std::optional<Marker>& marker) {
  input.files = files_;
  input.layout = layout_;
  input.visible = visible_;
  input.focus = {keyboard(), std::exchange(focusMove_, FocusMove::none)};
  inPanelPixels(input, scale_);
  bridge_.beginFrame({input.size.width, input.size.height}, input.size.devicePixelRatio);
  if (marker) bridge_.drawMarker(marker->position / scale_, marker->light);
  PanelOutput output = drawPanels(input);
  bridge_.endFrame();
  return output;
}

bool PicturePanels::follow(const PanelOutput& output) {
  if (output.layout) {
    if (output.layout->rightOpen != layout_.rightOpen) room_.folded = false;
    layout_ = *output.layout;
  }
  const double right = output.coveredRight * scale_, bottom = output.coveredBottom * scale_;
  const bool moved = right != coveredRight_ || bottom != coveredBottom_;
  coveredRight_ = right, coveredBottom_ = bottom;
  return moved;
}

}  // namespace arete
