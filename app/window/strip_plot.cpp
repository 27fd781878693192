#include "app/window/strip_plot.h"

#include <algorithm>
#include <cmath>

#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>

#include "app/window/file_places.h"
#include "compute/text/translate.h"
#include "render/overlay.h"

namespace arete {

namespace {

constexpr double kLeft = 12, kRight = 12, kTop = 4, kBetween = 8, kAxis = 36, kTitle = 16;  // logical pixels
constexpr int kAxisDigits = 4;

QString shown(const Strip& strip, double value) {
  if (!std::isfinite(value)) return "–";
  return strip.isShare ? toQt(formatNumber(100 * value, 3)) + " %" : toQt(formatNumber(value, kAxisDigits));
}

/// From 0 where differences can be seen even so.
std::pair<double, double> rangeOf(const Strip& strip) {
  double low = INFINITY, high = -INFINITY;
  for (const double value : strip.values)
    if (std::isfinite(value)) low = std::min(low, value), high = std::max(high, value);
  if (!(high >= low)) return {0, 1};
  constexpr double kNearZero = 0.6;  // of the largest
  if (low > 0 && low < kNearZero * high) low = 0;
  if (high == low) low = std::min(low, 0.0), high = high == low ? low + 1 : high;
  return {low, high};
}

}  // namespace

StripPlot::StripPlot(const QString& name, QWidget* parent) : QWidget(parent) {
  setObjectName(name);
  setAccessibleName(tr("Plot"));
  setFocusPolicy(Qt::StrongFocus);
  setMouseTracking(true);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

void StripPlot::setData(std::vector<double> x, std::vector<Strip> strips) {
  x_ = std::move(x);
  strips_ = std::move(strips);
  if (lookedAt_ >= int(x_.size())) look(-1);
  updateGeometry();
  update();
}

void StripPlot::setAxis(const QString& title, bool logarithmic) {
  axisTitle_ = title;
  logarithmic_ = logarithmic;
  update();
}

void StripPlot::setMarker(std::optional<double> x) {
  marker_ = x;
  update();
}

QRectF StripPlot::stripArea(size_t strip) const {
  const double height = (this->height() - kTop - kAxis) / double(std::max<size_t>(1, strips_.size()));
  return {kLeft, kTop + height * double(strip), std::max(1.0, width() - kLeft - kRight), std::max(1.0, height - kBetween)};
}

double StripPlot::across(double x) const {
  const auto place = [&](double value) { return logarithmic_ ? std::log(value) : value; };
  const QRectF area = stripArea(0);
  const double low = place(x_.front()), high = place(x_.back());
  return high > low ? area.left() + area.width() * (place(x) - low) / (high - low) : area.center().x();
}

QPoint StripPlot::placeOf(int index) const { return {int(std::lround(across(x_[size_t(index)]))), int(stripArea(0).center().y())}; }

int StripPlot::nearestTo(double at) const {
  int nearest = -1;
  for (int i = 0; i < int(x_.size()); ++i)
    if (nearest < 0 || std::abs(across(x_[size_t(i)]) - at) < std::abs(across(x_[size_t(nearest)]) - at)) nearest = i;
  return nearest;
}

void StripPlot::look(int index) {
  if (index == lookedAt_) return;
  lookedAt_ = index;
  if (index >= 0) {
    QStringList words{axisTitle_ + " " + toQt(formatNumber(x_[size_t(index)], kAxisDigits))};
    for (const Strip& strip : strips_) words << strip.title + " " + shown(strip, strip.values[size_t(index)]);
    setAccessibleDescription(words.join(", "));
  }
  update();
  Q_EMIT looked(index);
}

void StripPlot::paintStrip(QPainter& painter, const Strip& strip, const QRectF& area) const {
  const QColor ink = palette().color(QPalette::WindowText), quiet = palette().color(QPalette::Mid), accent = palette().color(QPalette::Highlight);
  const QRectF plot = area.adjusted(0, kTitle, 0, 0);
  const auto [low, high] = rangeOf(strip);
  const auto up = [&, low = low, high = high](double value) { return plot.bottom() - plot.height() * (value - low) / (high - low); };
  painter.setPen(QPen(quiet, 1));
  painter.drawLine(plot.bottomLeft(), plot.bottomRight());
  QPainterPath path;
  bool drawing = false;
  for (size_t i = 0; i < x_.size(); ++i) {
    if (!std::isfinite(strip.values[i])) {
      drawing = false;
      continue;
    }
    const QPointF at(across(x_[i]), up(strip.values[i]));
    drawing ? path.lineTo(at) : path.moveTo(at);
    drawing = true;
  }
  painter.setPen(QPen(accent, 1.6));
  painter.drawPath(path);
  constexpr size_t kFew = 60;
  painter.setBrush(accent);
  for (size_t i = 0; i < x_.size(); ++i) {
    const bool here = int(i) == lookedAt_;
    if (!std::isfinite(strip.values[i]) || (x_.size() > kFew && !here)) continue;
    painter.drawEllipse(QPointF(across(x_[i]), up(strip.values[i])), here ? 4 : 2, here ? 4 : 2);
  }
  painter.setBrush(Qt::NoBrush);
  painter.setPen(ink);
  const QRectF row(area.left(), area.top(), area.width(), kTitle);
  const QString value = lookedAt_ >= 0 ? shown(strip, strip.values[size_t(lookedAt_)]) : shown(strip, low) + " … " + shown(strip, high);
  const int room = int(row.width()) - painter.fontMetrics().horizontalAdvance(value + "  ");
  painter.drawText(row, Qt::AlignLeft | Qt::AlignVCenter, painter.fontMetrics().elidedText(strip.title, Qt::ElideRight, room));
  if (lookedAt_ < 0) painter.setPen(palette().color(QPalette::PlaceholderText));
  painter.drawText(row, Qt::AlignRight | Qt::AlignVCenter, value);
}

void StripPlot::paintAxis(QPainter& painter) const {
  const QRectF row(kLeft, height() - kAxis, std::max(1.0, width() - kLeft - kRight), kAxis / 2);
  painter.setPen(palette().color(QPalette::PlaceholderText));
  painter.drawText(row, Qt::AlignLeft | Qt::AlignVCenter, toQt(formatNumber(x_.front(), kAxisDigits)));
  painter.drawText(row, Qt::AlignRight | Qt::AlignVCenter, toQt(formatNumber(x_.back(), kAxisDigits)));
  painter.setPen(palette().color(QPalette::WindowText));
  const QString here = lookedAt_ >= 0 ? axisTitle_ + " " + toQt(formatNumber(x_[size_t(lookedAt_)], kAxisDigits)) : axisTitle_;
  painter.drawText(row.translated(0, kAxis / 2), Qt::AlignHCenter | Qt::AlignVCenter, here);
}

void StripPlot::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  if (hasFocus()) {
    painter.setPen(QPen(palette().color(QPalette::Highlight), 1, Qt::DotLine));
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
  }
  if (x_.empty() || strips_.empty()) {
    painter.setPen(palette().color(QPalette::PlaceholderText));
    painter.drawText(rect(), Qt::AlignCenter, tr("Nothing to show yet"));
    return;
  }
  const double bottom = height() - kAxis;
  if (marker_ && *marker_ >= x_.front() && *marker_ <= x_.back()) {
    painter.setPen(QPen(palette().color(QPalette::PlaceholderText), 1, Qt::DashLine));
    painter.drawLine(QPointF(across(*marker_), kTop), QPointF(across(*marker_), bottom));
  }
  if (lookedAt_ >= 0) {
    painter.setPen(QPen(palette().color(QPalette::WindowText), 1));
    painter.drawLine(QPointF(across(x_[size_t(lookedAt_)]), kTop), QPointF(across(x_[size_t(lookedAt_)]), bottom));
  }
  for (size_t i = 0; i < strips_.size(); ++i) paintStrip(painter, strips_[i], stripArea(i));
  paintAxis(painter);
}

void StripPlot::mouseMoveEvent(QMouseEvent* event) { look(nearestTo(event->position().x())); }

void StripPlot::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton || x_.empty()) return;
  look(nearestTo(event->position().x()));
  Q_EMIT taken(lookedAt_);
}

void StripPlot::leaveEvent(QEvent* event) {
  look(-1);
  QWidget::leaveEvent(event);
}

void StripPlot::keyPressEvent(QKeyEvent* event) {
  const int last = int(x_.size()) - 1;
  if (last < 0) return QWidget::keyPressEvent(event);
  switch (event->key()) {
    case Qt::Key_Left: return look(std::clamp(lookedAt_ - 1, 0, last));
    case Qt::Key_Right: return look(std::clamp(lookedAt_ + 1, 0, last));
    case Qt::Key_Home: return look(0);
    case Qt::Key_End: return look(last);
    case Qt::Key_Return:
    case Qt::Key_Enter:
      if (lookedAt_ >= 0) Q_EMIT taken(lookedAt_);
      return;
    default: return QWidget::keyPressEvent(event);
  }
}

}  // namespace arete
