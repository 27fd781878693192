// Mouse and keys of the picture. Left rotates (flat clouds: pans), right, middle and Shift+left pan, the wheel zooms to the cursor, a
// click picks, a double click sets the pivot: what most viewers of point clouds agree on. Where they do not, the user chooses a style.
#include <algorithm>
#include <cmath>

#include <QApplication>
#include <QMouseEvent>
#include <QWheelEvent>

#include "app/window/picture_widget.h"

namespace arete {

namespace {

constexpr double kZoomPerNotch = 0.85;
constexpr double kPixelsPerNotch = 15;  // of a drag that zooms: up comes closer
constexpr double kFieldOfViewPerNotch = 1.08;
constexpr double kNearCutPerNotch = 0.02;
constexpr double kWheelStep = 120;  // angleDelta of one notch

}  // namespace

bool PictureWidget::event(QEvent* event) {
  if (event->type() == QEvent::ShortcutOverride && panels_.callouts() == Callouts::shown) setCallouts(false);  // a key is as good as a click
  if (event->type() == QEvent::ShortcutOverride &&
      (takesAreaKey(*static_cast<QKeyEvent*>(event)) || takesMeasureKey(*static_cast<QKeyEvent*>(event)) ||
       takesCrossKey(*static_cast<QKeyEvent*>(event)) || takesEditKey(*static_cast<QKeyEvent*>(event)) ||
       panels_.wants(*static_cast<QKeyEvent*>(event)))) {
    event->accept();
    return true;
  }
  return QOpenGLWidget::event(event);
}

bool PictureWidget::focusNextPrevChild(bool next) {
  if (panels_.bridge().wantsText()) return false;
  if (!keyboardInPanels() && controller_.editing().on() && !controller_.editing().selection().empty()) {
    controller_.editing().cycle(!next);
    redraw();
    return true;
  }
  if (!keyboardInPanels()) return QOpenGLWidget::focusNextPrevChild(next);
  panels_.moveFocus(next);
  redraw();
  return true;
}

bool PictureWidget::enterNextPanel() {
  const bool entered = panels_.enterNext();
  if (entered) setFocus();
  redraw();
  return entered;
}

void PictureWidget::leavePanels() {
  panels_.leave();
  redraw();
}

PictureWidget::Drag PictureWidget::dragOf(const QMouseEvent& event) const {
  const bool flat = controller_.shownView().camera.mode() == CameraMode::flat;
  const bool pans = flat || (event.modifiers() & Qt::ShiftModifier);
  switch (event.button()) {
    case Qt::LeftButton: return pans ? Drag::pan : Drag::rotate;
    case Qt::RightButton: return mouseStyle_ == MouseStyle::paraView ? Drag::zoom : Drag::pan;
    case Qt::MiddleButton: return mouseStyle_ == MouseStyle::cloudCompare ? Drag::zoom : Drag::pan;
    default: return Drag::none;
  }
}

std::optional<Pick> PictureWidget::pickAt(QPointF position, double radius) {
  makeCurrent();
  const double ratio = devicePixelRatioF();
  const std::optional<Pick> pick = scene_->pick(position.x() * ratio, position.y() * ratio, radius);
  doneCurrent();
  return pick;
}

void PictureWidget::mousePressEvent(QMouseEvent* event) {
  if (keyboardInPanels()) leavePanels();
  if (panels_.callouts() == Callouts::shown) panels_.setCallouts(Callouts::none);
  panels_.bridge().feed(*event);
  redraw();
  if (drag_.kind != Drag::none) return;  // a second button during a drag changes nothing
  if (panels_.bridge().overPanel(event->position())) {
    drag_.kind = Drag::panel;
    return;
  }
  if (area_.active() && event->button() == Qt::LeftButton) {
    drag_.kind = Drag::area;
    return area_.press(event->position());
  }
  drag_.kind = scene_->cloud().empty() ? Drag::none : dragOf(*event);
  if (event->button() == Qt::LeftButton && event->modifiers() == Qt::NoModifier && holdsNode(event->position())) drag_.kind = Drag::node;
  drag_.pressedAt = drag_.lastAt = event->position();
  drag_.moved = false;
  drag_.anchor.reset();
  if (drag_.kind == Drag::pan && controller_.shownView().camera.perspective())
    if (const auto pick = pickAt(event->position())) drag_.anchor = pick->position;
}

void PictureWidget::mouseMoveEvent(QMouseEvent* event) {
  panels_.bridge().feed(*event);
  const bool over = drag_.kind == Drag::panel || (drag_.kind == Drag::none && panels_.bridge().overPanel(event->position()));
  if (panels_.followPointer(over)) redraw();  // the panel that was left must know too
  if (drag_.kind == Drag::area) return area_.move(event->position()), redraw();
  if (drag_.kind == Drag::none || drag_.kind == Drag::panel) return;
  drag_.moved = drag_.moved || (event->position() - drag_.pressedAt).manhattanLength() >= QApplication::startDragDistance() / 2.0;
  if (!drag_.moved) return;
  if (drag_.kind == Drag::node) return void(drag_.lastAt = event->position()), redraw();
  dragCamera(drag_.lastAt, event->position());
  drag_.lastAt = event->position();
}

void PictureWidget::dragCamera(QPointF from, QPointF to) {
  const double ratio = devicePixelRatioF();
  const QPointF move = (to - from) * ratio;
  if (drag_.kind == Drag::zoom) return zoomAt(drag_.pressedAt, (from.y() - to.y()) / kPixelsPerNotch, true);
  View view = controller_.shownView();
  if (drag_.kind == Drag::rotate) view.camera.rotate(viewport(), move.x(), move.y());
  else view.camera.pan(viewport(), move.x(), move.y(), drag_.anchor.value_or(view.camera.target()));
  controller_.editView(std::move(view));
}

void PictureWidget::mouseReleaseEvent(QMouseEvent* event) {
  panels_.bridge().feed(*event);
  redraw();
  if (event->buttons() != Qt::NoButton) return;
  const Drag drag = std::exchange(drag_.kind, Drag::none);
  if (drag == Drag::area) return finishArea();
  if (drag == Drag::node && drag_.moved) return dropNode(event->position());
  if (drag == Drag::rotate || drag == Drag::pan || drag == Drag::zoom) {
    controller_.document().finishEdit();
    if (!drag_.moved && event->button() == Qt::MiddleButton) setPivotAt(event->position());
  }
  if (drag == Drag::none || drag == Drag::panel || drag_.moved || event->button() != Qt::LeftButton || controller_.opening().preview() != nullptr)
    return;
  clickAt(event->position(), (event->modifiers() & Qt::ShiftModifier) != 0);
}

/// Measures, inspects, or selects of the curve, and more of it where `adds`.
void PictureWidget::clickAt(QPointF position, bool adds) {
  if (measuring_) return measureAt(position);
  controller_.editing().endPreview();  // what is clicked is numbered as in the curve that is there
  if (!controller_.editing().on()) return select(pickAt(position));
  const QPointF at = position * devicePixelRatioF();
  controller_.editing().pick(at.x(), at.y(), adds, controller_.session().view, viewport());
}

void PictureWidget::mouseDoubleClickEvent(QMouseEvent* event) {
  panels_.bridge().feed(*event);
  redraw();
  if (panels_.bridge().overPanel(event->position())) {
    drag_.kind = Drag::panel;
    return;
  }
  if (event->button() == Qt::LeftButton && !scene_->cloud().empty()) setPivotAt(event->position());
}

/// Moves the point there to the middle of the picture; the camera turns about it from now on.
void PictureWidget::setPivotAt(QPointF position) {
  const auto pick = pickAt(position);
  if (!pick) return;
  View view = controller_.shownView();
  view.camera.setTarget(pick->position);
  view.camera.setPivot(pick->position);
  controller_.changeView(std::move(view), Document::Merge::none, true);
}

void PictureWidget::wheelEvent(QWheelEvent* event) {
  event->accept();
  if (panels_.bridge().overPanel(event->position())) {
    panels_.bridge().feed(*event);
    redraw();
    return;
  }
  if (scene_->cloud().empty()) return;
  const QPoint delta = event->angleDelta();
  const double notches = (delta.y() != 0 ? delta.y() : delta.x()) / kWheelStep;  // with Alt held, Qt turns the wheel sideways
  if (event->modifiers() & Qt::AltModifier) {
    if (notches != 0) controller_.perform(notches > 0 ? Action::largerPoints : Action::smallerPoints);
  } else if (event->modifiers() & Qt::ShiftModifier) {
    View view = controller_.shownView();
    view.camera.setFieldOfView(view.camera.fieldOfView() * std::pow(kFieldOfViewPerNotch, -notches));
    controller_.changeView(std::move(view), Document::Merge::camera);
  } else if (event->modifiers() & Qt::ControlModifier) {
    View view = controller_.shownView();
    view.camera.setNearCut(view.camera.nearCut() + kNearCutPerNotch * notches);
    controller_.changeView(std::move(view), Document::Merge::camera);
  } else {
    zoomAt(event->position(), notches);
  }
}

void PictureWidget::zoomAt(QPointF position, double notches, bool dragged) {
  const double ratio = devicePixelRatioF();
  const double factor = std::pow(kZoomPerNotch, notches);
  View view = controller_.shownView();
  std::optional<Pick> under;
  if (view.camera.perspective()) under = pickAt(position);
  if (under) view.camera.zoom(factor, under->position);
  else view.camera.zoom(viewport(), factor, position.x() * ratio, position.y() * ratio);
  if (dragged) controller_.editView(std::move(view));
  else controller_.changeView(std::move(view), Document::Merge::camera);
}

void PictureWidget::keyPressEvent(QKeyEvent* event) {
  if (takesAreaKey(*event)) return handleAreaKey(*event);
  if (takesMeasureKey(*event)) return handleMeasureKey(*event);
  if (takesCrossKey(*event)) return handleCrossKey(*event);
  if (takesEditKey(*event)) return handleEditKey(*event);
  if (keyboardInPanels() && event->key() == Qt::Key_Escape && !panels_.bridge().popupOpen() && !panels_.bridge().wantsText()) return leavePanels();
  panels_.bridge().feed(*event);
  redraw();
  if (!panels_.bridge().wantsText()) QOpenGLWidget::keyPressEvent(event);
}

void PictureWidget::keyReleaseEvent(QKeyEvent* event) {
  panels_.bridge().feed(*event);
  redraw();
}

void PictureWidget::focusOutEvent(QFocusEvent* event) {
  if (keyboardInPanels() && event->reason() != Qt::PopupFocusReason && event->reason() != Qt::ActiveWindowFocusReason) leavePanels();
  panels_.bridge().feed(*event);
  redraw();
}

void PictureWidget::leaveEvent(QEvent* event) {
  panels_.bridge().feed(*event);
  panels_.followPointer(false);
  redraw();
}

}  // namespace arete
