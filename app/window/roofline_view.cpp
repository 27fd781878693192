#include "app/window/roofline_view.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include "app/window/file_places.h"
#include "compute/experiments/plot.h"
#include "compute/experiments/roofline_plot.h"
#include "compute/text/translate.h"
#include "render/overlay.h"
#include "ui/engine_text.h"

namespace arete {

namespace {

constexpr double kRoofLeft = 52, kRoofRight = 10, kRoofTop = 20, kRoofBottom = 34, kOwnRadius = 7, kOtherRadius = 4;

double dotRadius(const RooflineDot& dot) { return dot.ofUser ? kOwnRadius : kOtherRadius; }

}  // namespace

RooflineView::RooflineView(QWidget* parent) : QWidget(parent) {
  setObjectName("roofline");
  setAccessibleName(tr("Roofline"));
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

void RooflineView::setRoofline(Roofline roofline) {
  roofline_ = std::move(roofline);
  QStringList words;
  for (const RooflineDot& dot : roofline_.dots) words << toQt(engineName(dot.label)) + ": " + toQt(engineText(roofline_.boundOf(dot)));
  setAccessibleDescription(words.join("\n"));
  update();
}

QRectF RooflineView::area() const {
  return {kRoofLeft, kRoofTop, std::max(1.0, width() - kRoofLeft - kRoofRight), std::max(1.0, height() - kRoofTop - kRoofBottom)};
}

static QPointF roofPlace(const QRectF& area, double across, double up) {
  return {area.left() + area.width() * across, area.bottom() - area.height() * up};
}

QPointF RooflineView::placeOf(size_t dot) const {
  const RooflineScale scale(roofline_);
  return roofPlace(area(), scale.across(roofline_.cost.operationsPerByte()), scale.up(roofline_.rateOf(roofline_.dots[dot])));
}

void RooflineView::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.fillRect(rect(), QWidget::palette().color(QPalette::Base));
  if (!roofline_.isKnown()) {
    painter.setPen(QWidget::palette().color(QPalette::Disabled, QPalette::WindowText));
    painter.drawText(rect().adjusted(8, 8, -8, -8), Qt::AlignCenter | Qt::TextWordWrap, tr("A roofline comes with the times."));
    return;
  }
  paintGrid(painter);
  paintRoof(painter);
  paintDots(painter);
}

void RooflineView::paintGrid(QPainter& painter) const {
  constexpr double kGiga = 1e9;
  const RooflineScale scale(roofline_);
  const QRectF area = this->area();
  const double line = QFontMetricsF(font()).height();
  const QPen grid(QWidget::palette().color(QPalette::Mid), 1, Qt::DotLine), words(QWidget::palette().color(QPalette::WindowText));
  const auto number = [](double value) { return toQt(formatNumber(value, 3)); };
  double taken = -1;
  for (const double tick : scale.ticksAcross()) {
    const QPointF below = roofPlace(area, scale.across(tick), 0);
    painter.setPen(grid);
    painter.drawLine(below, roofPlace(area, scale.across(tick), 1));
    const double half = QFontMetricsF(font()).horizontalAdvance(number(tick)) / 2 + 3;
    if (below.x() - half < taken) continue;  // no room for its number
    taken = below.x() + half;
    painter.setPen(words);
    painter.drawText(QRectF(below.x() - 40, below.y() + 2, 80, line), Qt::AlignCenter, number(tick));
  }
  for (const double tick : scale.ticksUp()) {
    const QPointF left = roofPlace(area, 0, scale.up(tick));
    painter.setPen(grid);
    painter.drawLine(left, roofPlace(area, 1, scale.up(tick)));
    painter.setPen(words);
    painter.drawText(QRectF(0, left.y() - line / 2, kRoofLeft - 6, line), Qt::AlignRight | Qt::AlignVCenter, number(tick / kGiga));
  }
  painter.setPen(words);
  painter.drawText(QRectF(4, 1, width() - 8, line), Qt::AlignLeft, tr("10⁹ operations a second"));
  painter.drawText(QRectF(0, height() - line - 1, width() - 4, line), Qt::AlignRight, tr("operations a byte"));
}

void RooflineView::paintRoof(QPainter& painter) const {
  const RooflineScale scale(roofline_);
  const QRectF area = this->area();
  const auto corner = [&](double intensity) { return roofPlace(area, scale.across(intensity), scale.up(roofline_.roof.at(intensity))); };
  painter.setPen(QPen(QWidget::palette().color(QPalette::WindowText), 2));
  const QPointF roof[] = {corner(scale.left()), corner(roofline_.roof.ridge()), corner(scale.right())};
  painter.drawPolyline(roof, 3);
}

/// "evolve.cpu.sequential", or "sequential" where there is no more room.
static QString labelIn(QString label, const QFontMetricsF& metrics, double room) {
  while (metrics.horizontalAdvance(label) > room && label.contains('.')) label = label.mid(label.indexOf('.') + 1);
  return metrics.elidedText(label, Qt::ElideRight, room);
}

/// With names to the side where there is more room; a name that would lie on another one is left to the tooltip.
void RooflineView::paintDots(QPainter& painter) const {
  const double line = QFontMetricsF(font()).height();
  std::vector<double> named;
  for (size_t i = 0; i < roofline_.dots.size(); ++i) {
    const RooflineDot& dot = roofline_.dots[i];
    const QPointF place = placeOf(i);
    painter.setPen(Qt::NoPen);
    painter.setBrush(QColor(toQt(plotColour(i))));
    painter.drawEllipse(place, dotRadius(dot), dotRadius(dot));
    const auto isNear = [&](double y) { return std::abs(y - place.y()) < line; };
    if (std::any_of(named.begin(), named.end(), isNear)) continue;
    named.push_back(place.y());
    painter.setPen(QWidget::palette().color(QPalette::WindowText));
    const bool left = place.x() > area().center().x();
    constexpr double kBeside = 12, kFromAxis = 2;
    const double begin = left ? area().left() + kFromAxis : place.x() + kBeside, end = left ? place.x() - kBeside : double(width());
    const QRectF room(begin, place.y() - line / 2, end - begin, line);
    painter.drawText(room, (left ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter,
                     labelIn(toQt(engineName(dot.label)), QFontMetricsF(font()), room.width()));
  }
}

bool RooflineView::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip || !roofline_.isKnown()) return QWidget::event(event);
  const auto* const help = static_cast<QHelpEvent*>(event);
  for (size_t i = 0; i < roofline_.dots.size(); ++i) {
    const RooflineDot& dot = roofline_.dots[i];
    if (QLineF(placeOf(i), help->pos()).length() > dotRadius(dot) + 3) continue;
    QToolTip::showText(help->globalPos(), toQt(engineName(dot.label)) + "\n" + toQt(engineText(roofline_.boundOf(dot))), this);
    return true;
  }
  QToolTip::showText(
      help->globalPos(),
      tr("The line is the most that this device can do: left of its corner memory is in the way, right of it operations. Each dot is a "
         "version, by the operations of all pairs in a second."),
      this);
  return true;
}

}  // namespace arete
