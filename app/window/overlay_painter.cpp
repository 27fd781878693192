#include "app/window/overlay_painter.h"

#include <algorithm>

#include <QFontMetricsF>
#include <QPainter>

#include "app/window/file_places.h"
#include "app/window/theme.h"

namespace arete {

namespace {

constexpr double kFontSize = 12, kInset = 18, kBarWidth = 12, kBarHeight = 160, kTick = 5;  // logical pixels
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
    const double length = bar.pixels / ratio_, y = height_ - kInset;
    painter_.setPen(QPen(ink_, 1.5));
    painter_.drawPolyline(QPolygonF({{kInset, y - kTick}, {kInset, y}, {kInset + length, y}, {kInset + length, y - kTick}}));
    font_.setBold(false);
    text({kInset + length / 2, y - kTick}, toQt(bar.text), LabelAnchor::above, ink_);
  }

  /// A square and a word for each category, as many as there is room for.
  void categories(const ColourBar& bar) {
    constexpr double kRow = kFontSize + 4, kSquare = 10, kGap = 6, kShare = 0.7;
    const size_t rows = std::min(bar.categories.size(), size_t(std::max(1.0, height_ * kShare / kRow)));
    font_.setBold(false);
    const auto textOf = [&](size_t row) {
      const bool more = row + 1 == rows && rows < bar.categories.size();
      return more ? QString("and %1 more").arg(bar.categories.size() - row) : toQt(bar.categories[row].text);
    };
    double widest = QFontMetricsF(font_).horizontalAdvance(toQt(bar.title)) - kSquare - kGap;
    for (size_t row = 0; row < rows; ++row) widest = std::max(widest, QFontMetricsF(font_).horizontalAdvance(textOf(row)));
    const double x = width_ - kInset - widest - kSquare - kGap, y = height_ - 2 * kInset - kRow * double(rows);
    for (size_t row = 0; row < rows; ++row) {
      const double middle = y + kRow * (double(row) + 0.5);
      painter_.setPen(Qt::NoPen);
      painter_.setBrush(toQt(bar.categories[row].colour));
      painter_.drawRect(QRectF(x, middle - kSquare / 2, kSquare, kSquare));
      text({x + kSquare + kGap, middle}, textOf(row), LabelAnchor::left, ink_);
    }
    font_.setBold(true);
    text({x, y - kFontSize}, toQt(bar.title), LabelAnchor::left, ink_);
  }

  /// `place`: from the right.
  void colourBar(const ColourBar& bar, int place) {
    if (!bar.categories.empty()) return categories(bar);
    constexpr double kApart = 96;
    const double x = width_ - kInset - kBarWidth - kApart * place, y = height_ - 2 * kInset - kBarHeight;
    painter_.setPen(Qt::NoPen);
    for (int i = 0; i < kColourSteps; ++i) {
      painter_.setBrush(toQt(bar.at((i + 0.5) / kColourSteps)));
      const double step = kBarHeight / kColourSteps;
      painter_.drawRect(QRectF(x, y + kBarHeight - (i + 1) * step, kBarWidth, step));
    }
    font_.setBold(false);
    text({x - kTick, y}, toQt(formatNumber(bar.maximum, 4)), LabelAnchor::right, ink_);
    text({x - kTick, y + kBarHeight}, toQt(formatNumber(bar.minimum, 4)), LabelAnchor::right, ink_);
    font_.setBold(true);
    text({x + kBarWidth, y - kFontSize}, toQt(bar.title), LabelAnchor::right, ink_);
  }

  void measure(const MeasureMark& mark) {
    constexpr double kDot = 4, kLine = 2;
    const QColor accent(0x3b82f6);
    const auto place = [this](const std::array<double, 2>& at) { return QPointF(at[0], at[1]) / ratio_; };
    font_.setBold(false);
    for (const MeasureMark::Piece& piece : mark.pieces) {
      painter_.setPen(QPen(accent, kLine));
      painter_.drawLine(place(piece.from), place(piece.to));
      text((place(piece.from) + place(piece.to)) / 2, toQt(piece.text), LabelAnchor::above, ink_);
    }
    painter_.setPen(Qt::NoPen);
    painter_.setBrush(accent);
    for (const auto& point : mark.points) painter_.drawEllipse(place(point), kDot, kDot);
    text({width_ / 2, kInset}, toQt(mark.text), LabelAnchor::below, ink_);
  }

  /// A row at the bottom; `left`: where it may begin.
  void key(const std::vector<KeyEntry>& entries, double left) {
    constexpr double kMark = 9, kToText = 9, kBetween = 22;
    font_.setBold(false);
    double x = left;
    const double y = height_ - kInset - kMark;
    for (const KeyEntry& entry : entries) {
      const QColor colour = toQt(entry.colour);
      const bool isRing = entry.mark == KeyMark::ring, isWide = entry.mark == KeyMark::line || entry.mark == KeyMark::band;
      const double width = isWide ? 2 * kMark : kMark, height = entry.mark == KeyMark::line ? kMark / 4 : kMark;
      painter_.setPen(isRing ? QPen(colour, 2) : QPen(Qt::NoPen));
      painter_.setBrush(isRing ? QBrush(Qt::NoBrush) : QBrush(colour));
      painter_.drawRoundedRect(QRectF(x, y + (kMark - height) / 2, width, height), height / 2, height / 2);
      x += width + kToText;
      text({x, y + kMark / 2}, toQt(entry.text), LabelAnchor::left, ink_);
      x += QFontMetricsF(font_).horizontalAdvance(toQt(entry.text)) + kBetween;
    }
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
  if (overlay.colourBar) painter.colourBar(*overlay.colourBar, 0);
  if (overlay.curveBar) painter.colourBar(*overlay.curveBar, overlay.colourBar ? 1 : 0);
  if (overlay.measure) painter.measure(*overlay.measure);
  constexpr double kBeside = 48;
  painter.key(overlay.key, (overlay.scaleBar ? overlay.scaleBar->pixels / devicePixelRatio : 0) + kBeside);
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
