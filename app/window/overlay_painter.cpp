#include "app/window/overlay_painter.h"

#include <algorithm>

#include <QFontMetricsF>
#include <QPainter>

#include "app/window/file_places.h"
#include "app/window/theme.h"
#include "render/overlay_shapes.h"

namespace arete {

static QFont overlayFont(bool bold) {
  QFont font(kOverlayFont);
  font.setPixelSize(int(kOverlayFontSize));
  font.setBold(bold);
  return font;
}

static void paintText(QPainter& painter, const OverlayShape& shape) {
  const QFont font = overlayFont(shape.bold);
  const QString text = toQt(shape.text);
  const QSizeF size = QFontMetricsF(font).size(Qt::TextSingleLine, text);
  const QPointF at(shape.points[0][0], shape.points[0][1]);
  QPointF corner = at - QPointF(size.width() / 2, size.height() / 2);
  if (shape.anchor == LabelAnchor::left) corner.setX(at.x());
  if (shape.anchor == LabelAnchor::right) corner.setX(at.x() - size.width());
  if (shape.anchor == LabelAnchor::above) corner.setY(at.y() - size.height());
  if (shape.anchor == LabelAnchor::below) corner.setY(at.y());
  painter.setFont(font);
  painter.setPen(toQt(shape.colour));
  painter.drawText(QRectF(corner, size), Qt::AlignCenter, text);
}

static void paintShape(QPainter& painter, const OverlayShape& shape) {
  const QColor colour = toQt(shape.colour);
  const auto place = [](const std::array<double, 2>& at) { return QPointF(at[0], at[1]); };
  const QPointF first = place(shape.points.front());
  painter.setPen(Qt::NoPen);
  painter.setBrush(colour);
  switch (shape.kind) {
    case OverlayShape::Kind::text: return paintText(painter, shape);
    case OverlayShape::Kind::disc: return painter.drawEllipse(first, shape.size / 2, shape.size / 2);
    case OverlayShape::Kind::box: return painter.drawRoundedRect(QRectF(first, place(shape.points[1])), shape.size, shape.size);
    default: break;
  }
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(colour, shape.size));
  if (shape.kind == OverlayShape::Kind::ring) return painter.drawEllipse(first, shape.diameter / 2, shape.diameter / 2);
  QPolygonF line;
  for (const auto& point : shape.points) line << place(point);
  painter.drawPolyline(line);
}

void paintOverlay(QPainter& painter, const Overlay& overlay, Theme theme, QSizeF size, double devicePixelRatio) {
  const TextWidth widthOf = [](const std::string& text, bool bold) { return QFontMetricsF(overlayFont(bold)).horizontalAdvance(toQt(text)); };
  painter.save();
  painter.scale(devicePixelRatio, devicePixelRatio);
  const double width = size.width() / devicePixelRatio, height = size.height() / devicePixelRatio;
  for (const OverlayShape& shape : overlayShapes(overlay, theme, width, height, devicePixelRatio, widthOf)) paintShape(painter, shape);
  painter.restore();
}

void paintOverlay(QImage& image, const Overlay& overlay, Theme theme, double devicePixelRatio) {
  QPainter painter(&image);
  painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
  paintOverlay(painter, overlay, theme, image.size(), devicePixelRatio);
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
