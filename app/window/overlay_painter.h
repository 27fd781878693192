// Axis numbers, scale bar and colour bar on an exported picture: the same data as on the screen, drawn with Qt's fonts.
#pragma once

#include <QImage>
#include <QSizeF>

#include "render/image.h"
#include "render/overlay.h"

class QPainter;

namespace arete {

/// `devicePixelRatio` scales text and lines, as it scaled the picture.
void paintOverlay(Image& image, const Overlay& overlay, Theme theme, double devicePixelRatio);
void paintOverlay(QImage& image, const Overlay& overlay, Theme theme, double devicePixelRatio);
/// The painter draws in the picture's pixels; `size`: how many these are.
void paintOverlay(QPainter& painter, const Overlay& overlay, Theme theme, QSizeF size, double devicePixelRatio);

}  // namespace arete
