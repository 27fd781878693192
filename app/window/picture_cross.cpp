// Pointing without a mouse: a cross on the picture that arrows move. Enter there does what a click does in the present mode, Shift+Enter what a click
// with Shift does, and Ctrl+Enter what drags and double clicks are for.
#include <algorithm>

#include <QKeyEvent>

#include "app/window/picture_widget.h"

namespace arete {

static constexpr double kStep = 10, kFineStep = 1;  // logical pixels

void PictureWidget::pointByKeys() {
  if (cross_) cross_.reset();
  else if (!scene_->cloud().empty() && controller_.opening().preview() == nullptr) putCross();
  setFocus();
  redraw();
  Q_EMIT modeChanged();
}

/// In the middle of what no panel covers.
void PictureWidget::putCross() {
  cross_ = Cross{QPointF(width() - panels_.coveredRight(), height() - panels_.coveredBottom()) / 2, {}};
  aimCross();
}

/// While it measures, arrows need no other key first.
bool PictureWidget::takesCrossKey(const QKeyEvent& event) const {
  if ((!cross_ && !measuring_) || area_.active() || keyboardInPanels() || panels_.bridge().wantsText()) return false;
  switch (event.key()) {
    case Qt::Key_Left:
    case Qt::Key_Right:
    case Qt::Key_Up:
    case Qt::Key_Down: return (event.modifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier)) == Qt::NoModifier;
    case Qt::Key_Return:
    case Qt::Key_Enter: return cross_.has_value();
    case Qt::Key_Escape: return cross_ && !measuring_;  // measuring ends with its cross
    default: return false;
  }
}

void PictureWidget::handleCrossKey(const QKeyEvent& event) {
  const bool shift = (event.modifiers() & Qt::ShiftModifier) != 0;
  switch (event.key()) {
    case Qt::Key_Escape: return pointByKeys();
    case Qt::Key_Return:
    case Qt::Key_Enter:
      if (event.modifiers() & Qt::ControlModifier) holdAt(cross_->at);
      else clickAt(cross_->at, shift);
      break;
    default: moveCross(event.key(), shift ? kFineStep : kStep);
  }
  aimCross();
  redraw();
}

/// The first arrow only shows where it is.
void PictureWidget::moveCross(int key, double step) {
  if (!cross_) return pointByKeys();
  QPointF& at = cross_->at;
  at += QPointF(key == Qt::Key_Left ? -step : key == Qt::Key_Right ? step : 0, key == Qt::Key_Up ? -step : key == Qt::Key_Down ? step : 0);
  at = {std::clamp(at.x(), 0.0, width() - 1.0), std::clamp(at.y(), 0.0, height() - 1.0)};
}

/// What a click there would take, ringed before it is taken. Selecting parts of the curve is another thing.
void PictureWidget::aimCross() {
  if (!cross_) return;
  cross_->aim.reset();
  if (measuring_ || !controller_.editing().on()) cross_->aim = pickAt(cross_->at, measuring_ ? kMeasureReach : kPickReach);
}

/// While a node is selected: it goes there, as with a drag. Else the camera turns about what is there.
void PictureWidget::holdAt(QPointF position) {
  if (controller_.editing().on() && controller_.editing().selectedNode()) dropNode(position);
  else setPivotAt(position);
}

void PictureWidget::describeCross(PanelInput& input) const {
  if (!cross_) return;
  input.area.cross = std::array{cross_->at.x(), cross_->at.y()};
  if (cross_->aim) {
    const glm::dvec3 at = flight_.camera().toScreen(viewport(), cross_->aim->position) / devicePixelRatioF();
    if (at.z > 0) input.area.aim = std::array{at.x, at.y};
  }
  if (measuring_) return;  // its hint says it
  const bool holds = controller_.editing().on() && controller_.editing().selectedNode();
  if (!input.area.hint.empty()) input.area.hint += "\n";
  input.area.hint += std::string(arete::tr("Arrows move the cross, with Shift finely  ·  Enter clicks there")) + "  ·  ";
  input.area.hint += holds ? arete::tr("Ctrl+Enter moves the node there") : arete::tr("Esc takes it away");
}

}  // namespace arete
