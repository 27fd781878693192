// Measuring on the picture: clicks, or a cross that arrows move, add points; Backspace takes the last one back, Escape ends it.
#include <QKeyEvent>

#include "app/window/picture_widget.h"
#include "render/measure.h"

namespace arete {

void PictureWidget::measure() {
  if (measured_ || scene_->cloud().empty() || controller_.opening().preview() != nullptr) measured_.reset(), cross_.reset();
  else measured_ = MeasuredLine{controller_.shownView().axes, {}};
  aimCross();
  area_.cancel();
  setFocus();
  redraw();
  Q_EMIT modeChanged();
}

bool PictureWidget::takesMeasureKey(const QKeyEvent& event) const {
  return measured_ && !keyboardInPanels() && (event.key() == Qt::Key_Escape || event.key() == Qt::Key_Backspace);
}

void PictureWidget::handleMeasureKey(const QKeyEvent& event) {
  if (event.key() == Qt::Key_Escape) return measure();
  if (!measured_->points.empty()) measured_->points.pop_back();
  redraw();
}

/// The point nearest to the click, from farther away than for a selection.
void PictureWidget::measureAt(QPointF position) {
  if (const auto pick = pickAt(position, kMeasureReach)) measured_->points.push_back(pick->position);
  redraw();
}

void PictureWidget::describeMeasure(PanelInput& input, Overlay& overlay, const View& view) const {
  if (!measured_) return;
  overlay.measure = measureMark(measured_->points, view, viewport(), controller_.axisWords());
  const std::string how = cross_ ? "  ·  Enter takes the ringed point" : "  ·  or arrows and Enter";
  switch (measured_->points.size()) {
    case 0: input.area.hint = "Click a point to measure from" + how; break;
    case 1: input.area.hint = "Click a point to measure to" + how + "\nBackspace removes the last"; break;
    default: input.area.hint = overlay.measure->text + "\nClick adds a point" + how + "  ·  Backspace removes the last";
  }
  input.area.hint += "  ·  Esc ends";
}

}  // namespace arete
