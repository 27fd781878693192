// Mouse and keys of the picture. Left rotates (flat clouds: pans), right, middle and Shift+left pan, the wheel zooms to the cursor, a
// click picks, a double click sets the pivot: what most viewers of point clouds agree on. Where they do not, the user chooses a style.
#include <algorithm>
#include <cmath>
#include <span>

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

/// What moves the focus inside the panels and works on what has it.
constexpr Qt::Key kWidgetKeys[] = {Qt::Key_Tab,  Qt::Key_Backtab, Qt::Key_Left,   Qt::Key_Right, Qt::Key_Up,
                                   Qt::Key_Down, Qt::Key_Space,   Qt::Key_Return, Qt::Key_Enter, Qt::Key_Escape};
/// What goes far in a list, too.
constexpr Qt::Key kListKeys[] = {Qt::Key_PageUp, Qt::Key_PageDown, Qt::Key_Home, Qt::Key_End};

bool isOneOf(const QKeyEvent& event, std::span<const Qt::Key> keys) {
  const bool plain = (event.modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier)) == 0;
  return plain && std::ranges::find(keys, Qt::Key(event.key())) != keys.end();
}

}  // namespace

bool PictureWidget::event(QEvent* event) {
  if (event->type() == QEvent::ShortcutOverride && panelsWant(*static_cast<QKeyEvent*>(event))) {
    event->accept();
    return true;
  }
  return QOpenGLWidget::event(event);
}

/// Somebody types a number into a panel, or a panel has the keyboard, or a list is open: these keys are no shortcuts then.
bool PictureWidget::panelsWant(const QKeyEvent& event) const {
  if (bridge_.wantsText() && panelsVisible_) return true;
  if (bridge_.popupOpen()) return isOneOf(event, kWidgetKeys) || isOneOf(event, kListKeys);
  return keyboardInPanels() && isOneOf(event, kWidgetKeys);
}

bool PictureWidget::focusNextPrevChild(bool next) {
  if (bridge_.wantsText()) return false;
  if (!keyboardInPanels()) return QOpenGLWidget::focusNextPrevChild(next);
  focusMove_ = next ? FocusMove::next : FocusMove::previous;
  redraw();
  return true;
}

bool PictureWidget::enterNextPanel() {
  if (keyboardIn_ == FocusMove::bottom) {
    leavePanels();
    return false;
  }
  setFocus();
  keyboardIn_ = focusMove_ = keyboardIn_ == FocusMove::none ? FocusMove::right : FocusMove::bottom;
  bridge_.setKeyboard(true);
  redraw();
  return true;
}

void PictureWidget::leavePanels() {
  keyboardIn_ = FocusMove::none;
  bridge_.setKeyboard(false);
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

std::optional<Pick> PictureWidget::pickAt(QPointF position) {
  makeCurrent();
  const double ratio = devicePixelRatioF();
  const std::optional<Pick> pick = scene_->pick(position.x() * ratio, position.y() * ratio);
  doneCurrent();
  return pick;
}

void PictureWidget::mousePressEvent(QMouseEvent* event) {
  if (keyboardInPanels()) leavePanels();
  bridge_.feed(*event);
  redraw();
  if (drag_ != Drag::none) return;  // a second button during a drag changes nothing
  if (bridge_.overPanel(event->position())) {
    drag_ = Drag::panel;
    return;
  }
  drag_ = scene_->cloud().empty() ? Drag::none : dragOf(*event);
  pressedAt_ = lastAt_ = event->position();
  dragged_ = false;
  anchor_.reset();
  if (drag_ == Drag::pan && controller_.shownView().camera.perspective())
    if (const auto pick = pickAt(event->position())) anchor_ = pick->position;
}

void PictureWidget::mouseMoveEvent(QMouseEvent* event) {
  bridge_.feed(*event);
  const bool over = drag_ == Drag::panel || (drag_ == Drag::none && bridge_.overPanel(event->position()));
  if (over || pointerOverPanel_) redraw();  // the panel that was left wants to know, too
  pointerOverPanel_ = over;
  if (drag_ == Drag::none || drag_ == Drag::panel) return;
  dragged_ = dragged_ || (event->position() - pressedAt_).manhattanLength() >= QApplication::startDragDistance() / 2.0;
  if (!dragged_) return;
  dragCamera(lastAt_, event->position());
  lastAt_ = event->position();
}

void PictureWidget::dragCamera(QPointF from, QPointF to) {
  const double ratio = devicePixelRatioF();
  const QPointF move = (to - from) * ratio;
  if (drag_ == Drag::zoom) return zoomAt(pressedAt_, (from.y() - to.y()) / kPixelsPerNotch, true);
  View view = controller_.shownView();
  if (drag_ == Drag::rotate) view.camera.rotate(viewport(), move.x(), move.y());
  else view.camera.pan(viewport(), move.x(), move.y(), anchor_.value_or(view.camera.target()));
  controller_.editView(std::move(view));
}

void PictureWidget::mouseReleaseEvent(QMouseEvent* event) {
  bridge_.feed(*event);
  redraw();
  if (event->buttons() != Qt::NoButton) return;
  const Drag drag = std::exchange(drag_, Drag::none);
  if (drag == Drag::rotate || drag == Drag::pan || drag == Drag::zoom) {
    controller_.finishEdit();
    if (!dragged_ && event->button() == Qt::MiddleButton) setPivotAt(event->position());
    if (!dragged_ && event->button() == Qt::LeftButton && controller_.preview() == nullptr) select(pickAt(event->position()));
  }
}

void PictureWidget::mouseDoubleClickEvent(QMouseEvent* event) {
  bridge_.feed(*event);
  redraw();
  if (bridge_.overPanel(event->position())) {
    drag_ = Drag::panel;
    return;
  }
  if (event->button() == Qt::LeftButton && !scene_->cloud().empty()) setPivotAt(event->position());
}

/// The point there comes to the middle of the picture, and the camera turns about it from now on.
void PictureWidget::setPivotAt(QPointF position) {
  const auto pick = pickAt(position);
  if (!pick) return;
  View view = controller_.shownView();
  view.camera.setTarget(pick->position);
  view.camera.setPivot(pick->position);
  controller_.changeView(std::move(view), Controller::Merge::none, true);
}

void PictureWidget::wheelEvent(QWheelEvent* event) {
  event->accept();
  if (bridge_.overPanel(event->position())) {
    bridge_.feed(*event);
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
    controller_.changeView(std::move(view), Controller::Merge::camera);
  } else if (event->modifiers() & Qt::ControlModifier) {
    View view = controller_.shownView();
    view.camera.setNearCut(view.camera.nearCut() + kNearCutPerNotch * notches);
    controller_.changeView(std::move(view), Controller::Merge::camera);
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
  else controller_.changeView(std::move(view), Controller::Merge::camera);
}

void PictureWidget::keyPressEvent(QKeyEvent* event) {
  if (keyboardInPanels() && event->key() == Qt::Key_Escape && !bridge_.popupOpen() && !bridge_.wantsText()) return leavePanels();
  bridge_.feed(*event);
  redraw();
  if (!bridge_.wantsText()) QOpenGLWidget::keyPressEvent(event);
}

void PictureWidget::keyReleaseEvent(QKeyEvent* event) {
  bridge_.feed(*event);
  redraw();
}

void PictureWidget::focusOutEvent(QFocusEvent* event) {
  if (keyboardInPanels() && event->reason() != Qt::PopupFocusReason && event->reason() != Qt::ActiveWindowFocusReason) leavePanels();
  bridge_.feed(*event);
  redraw();
}

void PictureWidget::leaveEvent(QEvent* event) {
  bridge_.feed(*event);
  pointerOverPanel_ = false;
  redraw();
}

}  // namespace arete
