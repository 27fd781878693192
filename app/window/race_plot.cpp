#include "app/window/race_plot.h"

#include <algorithm>
#include <cmath>
#include <span>

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>

#include "app/window/file_places.h"
#include "compute/text/translate.h"
#include "render/overlay.h"

namespace arete {

namespace {

constexpr double kPlotLeft = 58, kPlotRight = 14, kPlotTop = 40, kBottom = 38;  // logical pixels
constexpr int kFewSteps = 60;                                                   // of which every one gets a dot

constexpr size_t kFewestTicks = 3;

bool isDrawn(double value, bool logarithmic) { return std::isfinite(value) && (!logarithmic || value > 0); }

/// 1, 2 or 5 times a power of ten: the largest step that gives enough numbers between the two.
std::vector<double> linearTicks(double low, double high) {
  constexpr double kFactors[] = {5, 2, 1};
  for (double power = std::pow(10, std::floor(std::log10(high - low)));; power /= 10)
    for (const double factor : kFactors) {
      std::vector<double> ticks;
      const double step = factor * power;
      for (double k = std::ceil(low / step); k * step <= high * (1 + 1e-12); ++k) ticks.push_back(k * step);
      if (ticks.size() >= kFewestTicks) return ticks;
    }
}

/// Powers of ten; where those are few with twice and five times them; where that is not enough either, evenly.
std::vector<double> logarithmicTicks(double low, double high) {
  static constexpr double kDecades[] = {1}, kParts[] = {1, 2, 5};
  for (const std::span<const double> factors : {std::span<const double>(kDecades), std::span<const double>(kParts)}) {
    std::vector<double> ticks;
    for (double power = std::pow(10, std::floor(std::log10(low))); power <= high; power *= 10)
      for (const double factor : factors)
        if (factor * power >= low && factor * power <= high) ticks.push_back(factor * power);
    if (ticks.size() >= kFewestTicks) return ticks;
  }
  return linearTicks(low, high);
}

}  // namespace

RacePlot::RacePlot(QWidget* parent) : QWidget(parent) {
  setObjectName("race_plot");
  setAccessibleName(tr("Plot over the steps"));
  setFocusPolicy(Qt::StrongFocus);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

void RacePlot::setLines(const QString& title, const QString& unit, bool logarithmic, std::vector<RaceLine> lines) {
  unit_ = unit;
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
  ticks_ = logarithmic_ ? logarithmicTicks(low_, high_) : linearTicks(low_, high_);
  setAccessibleDescription(title + ", " + unit);
  update();
}

void RacePlot::setMarks(std::vector<uint32_t> steps) {
  marks_ = std::move(steps);
  update();
}

QRectF RacePlot::area() const {
  return {kPlotLeft, kPlotTop, std::max(1.0, width() - kPlotLeft - kPlotRight), std::max(1.0, height() - kPlotTop - kBottom)};
}

/// Each line is thinner than those before it, which are beneath: of lines that coincide all are seen.
double RacePlot::lineWidth(size_t line) const { return 1.6 + 2.6 * double(lines_.size() - 1 - line); }

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

std::vector<int> RacePlot::stepTicks() const {
  const int last = steps() - 1;
  if (last < int(kFewestTicks) - 1) return last == 1 ? std::vector<int>{0, 1} : std::vector<int>(size_t(std::max(0, last + 1)), 0);
  const std::vector<double> ticks = linearTicks(0, last);
  return {ticks.begin(), ticks.end()};
}

/// Numbers along each axis, and what they are of.
void RacePlot::paintScale(QPainter& painter) const {
  constexpr int kDigits = 3;
  const QRectF area = this->area();
  const double line = QFontMetricsF(font()).height();
  const QColor quiet = palette().color(QPalette::Mid), words = palette().color(QPalette::WindowText);
  for (const double value : ticks_) {
    const double y = up(value);
    painter.setPen(QPen(quiet, 1, Qt::DotLine));
    painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
    painter.setPen(words);
    painter.drawText(QRectF(0, y - line / 2, kPlotLeft - 6, line), Qt::AlignRight | Qt::AlignVCenter, toQt(formatNumber(value, kDigits)));
  }
  painter.setPen(QPen(quiet, 1));
  painter.drawLine(area.bottomLeft(), area.bottomRight());
  painter.drawLine(area.topLeft(), area.bottomLeft());
  painter.setPen(words);
  for (const int step : stepTicks())
    painter.drawText(QRectF(across(step) - kPlotLeft, area.bottom() + 2, 2 * kPlotLeft, line), Qt::AlignHCenter, QString::number(step));
  painter.drawText(QRectF(area.left(), area.bottom() + 2 + line, area.width(), line), Qt::AlignHCenter, tr("step"));
  painter.drawText(QRectF(0, 0, kPlotLeft + area.width(), line), Qt::AlignLeft, logarithmic_ ? tr("%1, log scale").arg(unit_) : unit_);
}

/// Above the lines, at the right: who has which colour.
void RacePlot::paintLegend(QPainter& painter) const {
  constexpr double kMark = 14, kGap = 5, kBetween = 12;
  const QFontMetricsF metrics(font());
  double width = 0;
  for (const RaceLine& line : lines_) width += kMark + kGap + metrics.horizontalAdvance(line.title) + kBetween;
  double x = std::max(0.0, area().right() - width);
  const double top = metrics.height() + 2;
  for (size_t i = 0; i < lines_.size(); ++i) {
    painter.setPen(QPen(lines_[i].colour, lineWidth(i)));
    painter.drawLine(QPointF(x, top + metrics.height() / 2), QPointF(x + kMark, top + metrics.height() / 2));
    painter.setPen(palette().color(QPalette::WindowText));
    const double words = metrics.horizontalAdvance(lines_[i].title);
    painter.drawText(QRectF(x + kMark + kGap, top, words + 1, metrics.height()), Qt::AlignLeft, lines_[i].title);
    x += kMark + kGap + words + kBetween;
  }
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
  painter.setPen(QPen(each.colour, lineWidth(line)));
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
    return painter.drawText(rect(), Qt::AlignCenter, tr("No steps to plot")), void();
  }
  paintScale(painter);
  const QRectF area = this->area();
  for (size_t i = 0; i < marks_.size() && i < lines_.size(); ++i) {
    painter.setPen(QPen(lines_[i].colour, 1, Qt::DashLine));
    painter.drawLine(QPointF(across(marks_[i]), area.top()), QPointF(across(marks_[i]), area.bottom()));
  }
  for (size_t i = 0; i < lines_.size(); ++i) paintLine(painter, i);
  paintLegend(painter);
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
