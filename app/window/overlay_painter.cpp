#include "app/window/overlay_painter.h"

#include <algorithm>

#include <QFontMetricsF>
#include <QPainter>

#include "app/window/file_places.h"
#include "app/window/theme.h"

namespace arete {

namespace {

constexpr double kFontSize = 12, kMargin = 18, kBarWidth = 12, kBarHeight = 160, kTick = 5;  // logical pixels
constexpr int kColourSteps = 64;

class OverlayPainter {
 public:
  OverlayPainter(QImage& image, Theme theme, double ratio)
      : painter_(&image),
        ratio_(ratio),
        width_(image.width() / ratio),
        height_(image.height() / ratio),
        ink_(theme == Theme::dark ? QColor(0xd8dee6) : QColor(0x1d2228)) {
    painter_.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
    painter_.scale(ratio, ratio);
    font_.setFamily("DejaVu Sans");
    font_.setPixelSize(int(kFontSize));
  }

  void label(const Label& label) {
    font_.setBold(label.isAxisName);
    text(QPointF(double(label.x), double(label.y)) / ratio_, toQt(label.text), label.anchor, toQt(label.colour));
  }

  void scaleBar(const ScaleBar& bar) {
    const double length = bar.pixels / ratio_, y = height_ - kMargin;
    painter_.setPen(QPen(ink_, 1.5));
    painter_.drawPolyline(QPolygonF({{kMargin, y - kTick}, {kMargin, y}, {kMargin + length, y}, {kMargin + length, y - kTick}}));
    font_.setBold(false);
    text({kMargin + length / 2, y - kTick}, toQt(bar.text), LabelAnchor::above, ink_);
  }

  void colourBar(const ColourBar& bar) {
    const double x = width_ - kMargin - kBarWidth, y = height_ - 2 * kMargin - kBarHeight;
    painter_.setPen(Qt::NoPen);
    for (int i = 0; i < kColourSteps; ++i) {
      painter_.setBrush(toQt(sample(bar.map, (i + 0.5) / kColourSteps)));
      const double step = kBarHeight / kColourSteps;
      painter_.drawRect(QRectF(x, y + kBarHeight - (i + 1) * step, kBarWidth, step));
    }
    font_.setBold(false);
    text({x - kTick, y}, toQt(formatNumber(bar.maximum, 4)), LabelAnchor::right, ink_);
    text({x - kTick, y + kBarHeight}, toQt(formatNumber(bar.minimum, 4)), LabelAnchor::right, ink_);
    font_.setBold(true);
    text({x + kBarWidth, y - kFontSize}, toQt(bar.title), LabelAnchor::right, ink_);
  }

 private:
  void text(QPointF at, const QString& text, LabelAnchor anchor, const QColor& colour) {
    const QSizeF size = QFontMetricsF(font_).size(Qt::TextSingleLine, text);
    QPointF corner = at - QPointF(size.width() / 2, size.height() / 2);
    if (anchor == LabelAnchor::left) corner.setX(at.x());
    if (anchor == LabelAnchor::right) corner.setX(at.x() - size.width());
    if (anchor == LabelAnchor::above) corner.setY(at.y() - size.height());
    if (anchor == LabelAnchor::below) corner.setY(at.y());
    painter_.setFont(font_);
    painter_.setPen(colour);
    painter_.drawText(QRectF(corner, size), Qt::AlignCenter, text);
  }

  QPainter painter_;
  QFont font_;
  const double ratio_, width_, height_;
  const QColor ink_;
};

}  // namespace

void paintOverlay(QImage& image, const Overlay& overlay, Theme theme, double devicePixelRatio) {
  OverlayPainter painter(image, theme, devicePixelRatio);
  for (const Label& label : overlay.labels) painter.label(label);
  if (overlay.scaleBar) painter.scaleBar(*overlay.scaleBar);
  if (overlay.colourBar) painter.colourBar(*overlay.colourBar);
}

void paintOverlay(Image& image, const Overlay& overlay, Theme theme, double devicePixelRatio) {
  const qsizetype row = qsizetype(image.width) * 4;
  const QImage pixels(image.pixels.data(), image.width, image.height, row, QImage::Format_RGBA8888);
  QImage painted = pixels.convertToFormat(QImage::Format_ARGB32_Premultiplied);
  paintOverlay(painted, overlay, theme, devicePixelRatio);
  const QImage back = painted.convertToFormat(QImage::Format_RGBA8888);
  for (int y = 0; y < image.height; ++y) std::copy_n(back.constScanLine(y), row, image.pixels.data() + y * row);
}

}  // namespace arete
