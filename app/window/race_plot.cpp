#include "app/window/race_plot.h"

#include <algorithm>
#include <cmath>

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>

#include "app/window/file_places.h"
#include "render/overlay.h"

namespace arete {

namespace {

constexpr double kPlotLeft = 58, kPlotRight = 12, kPlotTop = 10, kBottom = 34;  // logical pixels
constexpr int kFewSteps = 60;                                                   // of which every one gets a dot

bool isDrawn(double value, bool logarithmic) { return std::isfinite(value) && (!logarithmic || value > 0); }

}  // namespace

RacePlot::RacePlot(QWidget* parent) : QWidget(parent) {
  setObjectName("race_plot");
  setAccessibleName("Plot over the steps");
  setFocusPolicy(Qt::StrongFocus);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

void RacePlot::setLines(const QString& title, bool logarithmic, std::vector<RaceLine> lines) {
  logarithmic_ = logarithmic;
  lines_ = std::move(lines);
  double low = INFINITY, high = -INFINITY;
  for (const RaceLine& line : lines_)
    for (const double value : line.values)
      if (isDrawn(value, logarithmic_)) low = std::min(low, value), high = std::max(high, value);
  if (!(high >= low)) low = high = 1;
  if (!logarithmic_) low = std::min(low, 0.0);
  if (high <= low) high = logarithmic_ ? low * 10 : low + 1;
  low_ = low, high_ = high;
  setAccessibleDescription(title);
  update();
}

void RacePlot::setMarks(std::vector<uint32_t> steps) {
  marks_ = std::move(steps);
  update();
}

QRectF RacePlot::area() const {
  return {kPlotLeft, kPlotTop, std::max(1.0, width() - kPlotLeft - kPlotRight), std::max(1.0, height() - kPlotTop - kBottom)};
}

int RacePlot::steps() const {
  size_t most = 0;
  for (const RaceLine& line : lines_) most = std::max(most, line.values.size());
  return int(most);
}

double RacePlot::across(double step) const { return area().left() + area().width() * (steps() > 1 ? step / (steps() - 1) : 0.5); }

double RacePlot::up(double value) const {
  const auto place = [&](double v) { return logarithmic_ ? std::log10(v) : v; };
  return area().bottom() - area().height() * (place(value) - place(low_)) / (place(high_) - place(low_));
}

QPoint RacePlot::placeOf(uint32_t step) const { return {int(std::lround(across(step))), int(area().center().y())}; }

/// Numbers at the two ends of each axis, and what they are.
void RacePlot::paintScale(QPainter& painter) const {
  const QRectF area = this->area();
  painter.setPen(QPen(palette().color(QPalette::Mid), 1));
  painter.drawLine(area.bottomLeft(), area.bottomRight());
  painter.drawLine(area.topLeft(), area.bottomLeft());
  painter.setPen(palette().color(QPalette::PlaceholderText));
  constexpr int kDigits = 2;
  const double line = QFontMetricsF(font()).height();
  for (const auto& [value, y] : {std::pair(high_, area.top()), std::pair(low_, area.bottom())})
    painter.drawText(QRectF(0, y - line / 2, kPlotLeft - 6, line), Qt::AlignRight | Qt::AlignVCenter, toQt(formatNumber(value, kDigits)));
  const QRectF row(area.left(), area.bottom() + 2, area.width(), line);
  painter.drawText(row, Qt::AlignLeft, "0");
  painter.drawText(row, Qt::AlignRight, QString::number(std::max(0, steps() - 1)));
  painter.drawText(row, Qt::AlignHCenter, "step");
}

void RacePlot::paintLine(QPainter& painter, size_t line) const {
  const RaceLine& each = lines_[line];
  QPainterPath path;
  bool drawing = false;
  for (size_t i = 0; i < each.values.size(); ++i) {
    if (!isDrawn(each.values[i], logarithmic_)) {
      drawing = false;
      continue;
    }
    const QPointF at(across(double(i)), up(each.values[i]));
    drawing ? path.lineTo(at) : path.moveTo(at);
    drawing = true;
  }
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(each.colour, 1.8));
  painter.drawPath(path);
  painter.setBrush(each.colour);
  for (size_t i = 0; i < each.values.size(); ++i) {
    const bool here = line < marks_.size() && marks_[line] == i;
    if (!isDrawn(each.values[i], logarithmic_) || (steps() > kFewSteps && !here)) continue;
    const double radius = here ? 4.5 : 1.8;
    painter.drawEllipse(QPointF(across(double(i)), up(each.values[i])), radius, radius);
  }
}

void RacePlot::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  if (hasFocus()) {
    painter.setPen(QPen(palette().color(QPalette::Highlight), 1, Qt::DotLine));
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
  }
  if (steps() == 0) {
    painter.setPen(palette().color(QPalette::PlaceholderText));
    return painter.drawText(rect(), Qt::AlignCenter, "No steps to plot"), void();
  }
  paintScale(painter);
  const QRectF area = this->area();
  for (size_t i = 0; i < marks_.size() && i < lines_.size(); ++i) {
    painter.setPen(QPen(lines_[i].colour, 1, Qt::DashLine));
    painter.drawLine(QPointF(across(marks_[i]), area.top()), QPointF(across(marks_[i]), area.bottom()));
  }
  for (size_t i = 0; i < lines_.size(); ++i) paintLine(painter, i);
}

void RacePlot::point(double x) {
  if (steps() == 0) return;
  const double share = std::clamp((x - area().left()) / area().width(), 0.0, 1.0);
  Q_EMIT pointed(int(std::lround(share * (steps() - 1))));
}

void RacePlot::mousePressEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton) point(event->position().x());
}

void RacePlot::mouseMoveEvent(QMouseEvent* event) {
  if (event->buttons() & Qt::LeftButton) point(event->position().x());
}

void RacePlot::keyPressEvent(QKeyEvent* event) {
  switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Right:
    case Qt::Key_Home:
    case Qt::Key_End:
    case Qt::Key_Space: return void(Q_EMIT keyPressed(event->key()));
    default: return QWidget::keyPressEvent(event);
  }
}

}  // namespace arete
