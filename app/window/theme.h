// The Qt side in the colours of the picture, so that docks, menus and panels look like one program.
#pragma once

#include <QColor>
#include <QIcon>

#include "render/view.h"

namespace arete {

/// Fusion style and palette for the whole program.
void applyTheme(Theme theme);

inline QColor toQt(const Colour& colour) { return QColor(colour.r, colour.g, colour.b, colour.a); }
inline Colour fromQt(const QColor& colour) {
  return {uint8_t(colour.red()), uint8_t(colour.green()), uint8_t(colour.blue()), uint8_t(colour.alpha())};
}

/// A checkable QToolButton with a border in the colour of what is chosen while it is checked: Fusion alone hardly shows it.
inline constexpr const char* kCheckedStyle = "QToolButton:checked { background: palette(highlight); color: palette(highlighted-text); }";

/// An eye, open or crossed out, in a text colour; drawn, so that it is sharp at every scale.
QIcon eyeIcon(const QColor& colour);
/// A small square of a colour with a frame.
QIcon swatchIcon(const QColor& colour, const QColor& frame);
/// The program's icon: a curve through points.
QIcon programIcon();

}  // namespace arete
