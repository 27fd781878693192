#include "app/window/histogram_range.h"

#include <algorithm>
#include <cmath>

#include <QMouseEvent>
#include <QPainter>

#include "app/window/file_places.h"
#include "compute/text/translate.h"
#include "render/overlay.h"

namespace arete {

namespace {

constexpr double kHandle = 7, kTextRow = 15, kAround = 5;  // logical pixels
constexpr int kFewestDigits = 6, kMostDigits = 15;

}  // namespace

HistogramRange::HistogramRange(ColumnHistogram histogram, QWidget* parent) : QWidget(parent), histogram_(std::move(histogram)) {
  setFocusPolicy(Qt::StrongFocus);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  setObjectName("range_" + toQt(histogram_.column));
  setAccessibleName(tr("Range of %1").arg(toQt(histogram_.column)));
  describe();
}

/// With as many digits as tell a hundredth of the width: times of a flight begin with the same eight.
QString HistogramRange::text(double value) const {
  constexpr double kParts = 100;
  const double largest = std::max(std::abs(histogram_.low), std::abs(histogram_.high)), width = histogram_.high - histogram_.low;
  const int digits = width > 0 && largest > 0 ? int(std::ceil(std::log10(kParts * largest / width))) : kFewestDigits;
  return toQt(formatNumber(value, std::clamp(digits, kFewestDigits, kMostDigits)));
}

void HistogramRange::describe() {
  setToolTip(QString(tr("%1 from %2 to %3. Drag the handles, or: Left and Right move one, Up and Down change between them."))
                 .arg(toQt(histogram_.column), text(valueAt(low_)), text(valueAt(high_))));
  setAccessibleDescription(toolTip());
}

FilterRange HistogramRange::range() const {
  FilterRange range{.column = histogram_.column};
  if (low_ > 0) range.low = valueAt(low_);
  if (high_ < 1) range.high = valueAt(high_);
  return range;
}

void HistogramRange::setRange(const FilterRange& range) {
  if (dragging_) return;
  low_ = std::isfinite(range.low) ? std::clamp(shareOf(range.low), 0.0, 1.0) : 0;
  high_ = std::isfinite(range.high) ? std::clamp(shareOf(range.high), 0.0, 1.0) : 1;
  describe();
  update();
}

void HistogramRange::setColours(std::function<QColor(double share)> colours) {
  colours_ = std::move(colours);
  update();
}

QRectF HistogramRange::bars() const { return {kAround, 1, std::max(1.0, width() - 2 * kAround), height() - kTextRow - 2}; }

void HistogramRange::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const QRectF box = bars();
  const QColor ink = palette().color(QPalette::WindowText), accent = palette().color(QPalette::Highlight), quiet = palette().color(QPalette::Mid);
  const double most = std::sqrt(double(std::max(1u, *std::ranges::max_element(histogram_.bins))));
  const double step = box.width() / double(histogram_.bins.size());
  painter.setPen(Qt::NoPen);
  for (size_t i = 0; i < histogram_.bins.size(); ++i) {
    const double middle = (double(i) + 0.5) / double(histogram_.bins.size());
    const double height = box.height() * std::sqrt(double(histogram_.bins[i])) / most;  // a root: rare values are what is looked for
    const bool within = middle >= low_ && middle <= high_;
    if (colours_) painter.setBrush(colours_(high_ > low_ ? (middle - low_) / (high_ - low_) : 0.5));
    else painter.setBrush(within ? accent : quiet);
    painter.drawRect(QRectF(box.x() + step * double(i), box.bottom() - height, std::max(step - 0.5, 0.5), height));
  }
  painter.setPen(QPen(quiet, 1));
  painter.drawLine(box.bottomLeft(), box.bottomRight());
  for (const bool isHigh : {false, true}) {
    const double x = box.x() + box.width() * (isHigh ? high_ : low_);
    const bool active = hasFocus() && isHigh == movesHigh_;
    painter.setPen(QPen(ink, active ? 2 : 1));
    painter.drawLine(QPointF(x, box.top()), QPointF(x, box.bottom()));
    painter.setBrush(active ? accent : palette().color(QPalette::Button));
    painter.drawEllipse(QPointF(x, box.bottom()), kHandle / 2 + (active ? 1 : 0), kHandle / 2 + (active ? 1 : 0));
  }
  QFont small = font();
  small.setPointSizeF(small.pointSizeF() * 0.85);
  painter.setFont(small);
  painter.setPen(isOpen() ? palette().color(QPalette::PlaceholderText) : ink);
  const QRectF row(kAround, height() - kTextRow + 2, box.width(), kTextRow - 2);
  painter.drawText(row, Qt::AlignLeft | Qt::AlignVCenter, text(valueAt(low_)));
  painter.drawText(row, Qt::AlignRight | Qt::AlignVCenter, text(valueAt(high_)));
}

void HistogramRange::move(double share, bool finished) {
  if (movesHigh_) high_ = std::clamp(share, low_, 1.0);
  else low_ = std::clamp(share, 0.0, high_);
  describe();
  update();
  Q_EMIT edited(finished);
}

void HistogramRange::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return;
  const double share = (event->position().x() - bars().x()) / bars().width();
  const double toLow = std::abs(share - low_), toHigh = std::abs(share - high_);
  movesHigh_ = toLow == toHigh ? share > low_ : toHigh < toLow;
  dragging_ = true;
  move(share, false);
}

void HistogramRange::mouseMoveEvent(QMouseEvent* event) {
  if (dragging_) move((event->position().x() - bars().x()) / bars().width(), false);
}

void HistogramRange::mouseReleaseEvent(QMouseEvent* event) {
  if (!dragging_ || event->button() != Qt::LeftButton) return;
  dragging_ = false;
  Q_EMIT edited(true);
}

void HistogramRange::keyPressEvent(QKeyEvent* event) {
  constexpr double kStep = 0.01, kLargeStep = 0.1;
  const double step = event->modifiers() & Qt::ShiftModifier ? kLargeStep : kStep, at = movesHigh_ ? high_ : low_;
  switch (event->key()) {
    case Qt::Key_Left: return move(at - step, true);
    case Qt::Key_Right: return move(at + step, true);
    case Qt::Key_Home: return move(0, true);
    case Qt::Key_End: return move(1, true);
    case Qt::Key_Up:
    case Qt::Key_Down: movesHigh_ = !movesHigh_; return update();
    default: return QWidget::keyPressEvent(event);
  }
}

void HistogramRange::focusInEvent(QFocusEvent* event) {
  update();
  QWidget::focusInEvent(event);
}

void HistogramRange::focusOutEvent(QFocusEvent* event) {
  update();
  QWidget::focusOutEvent(event);
}

}  // namespace arete
