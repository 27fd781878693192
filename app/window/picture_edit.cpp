// The curve under the hands: keys and drags of the mode that edits it, and what is selected, drawn on the picture.
#include <QKeyEvent>

#include "app/window/picture_widget.h"
#include "ui/curve_selection.h"

namespace arete {

void PictureWidget::drawSelection() {
  if (!controller_.editing().possible() || controller_.opening().preview() != nullptr) return;
  area_.start(AreaDrawing::Shape::lasso, AreaDrawing::Purpose::select);
  setFocus();
  redraw();
}

/// Del is a key of text fields, so it is no shortcut; Tab and Escape are others' as long as nothing is selected.
bool PictureWidget::takesEditKey(const QKeyEvent& event) const {
  const Editing& editing = controller_.editing();
  if (!editing.on() || keyboardInPanels() || panels_.bridge().wantsText()) return false;
  switch (event.key()) {
    case Qt::Key_Delete:
    case Qt::Key_Backspace:
    case Qt::Key_Tab:  // it gets to focusNextPrevChild()
    case Qt::Key_Backtab: return !editing.selection().empty();
    case Qt::Key_Escape: return drag_.kind == Drag::node || (!controller_.error() && !controller_.detection().busy());  // else it cancels
    default: return false;
  }
}

/// Escape drops what is held, then what is selected, then the mode.
void PictureWidget::handleEditKey(const QKeyEvent& event) {
  Editing& editing = controller_.editing();
  switch (event.key()) {
    case Qt::Key_Delete:
    case Qt::Key_Backspace: Q_EMIT actionRequested(Action::deleteSelected); break;
    default:
      if (drag_.kind == Drag::node) drag_.kind = Drag::none;
      else if (!editing.selection().empty()) editing.clearSelection();
      else Q_EMIT actionRequested(Action::editCurve);
  }
  redraw();
}

/// Whether the selected node lies there, so that a drag moves it.
bool PictureWidget::holdsNode(QPointF position) const {
  constexpr double kReach = 8;  // logical pixels
  const Editing& editing = controller_.editing();
  const auto node = editing.selectedNode();
  if (!editing.on() || !node || !editing.possible()) return false;
  const CurveOnScreen screen(controller_.frame()->curve, controller_.session().view, viewport());
  const auto [x, y] = screen.place(*node);
  return screen.shows(*node) && (QPointF(x, y) / devicePixelRatioF() - position).manhattanLength() <= kReach;
}

void PictureWidget::dropNode(QPointF position) {
  Editing& editing = controller_.editing();
  redraw();
  const auto node = editing.selectedNode();
  if (!node || !editing.possible()) return;  // the curve became another one meanwhile
  const QPointF at = position * devicePixelRatioF();
  const Frame& frame = *controller_.frame();
  editing.moveNode(*node, placeBeneath(at.x(), at.y(), frame.chosen, *node, frame.cloud.origin(), controller_.session().view, viewport()));
}

void PictureWidget::describeSelection(PanelInput& input) const {
  const Editing& editing = controller_.editing();
  if (!editing.on() || !editing.possible() || controller_.opening().preview() != nullptr) return;
  const Curve& curve = controller_.frame()->curve;
  const CurveSelection& selection = editing.selection();
  input.area.hint = selection.empty() ? arete::tr("Click a node or an edge  ·  Shift adds  ·  Esc ends editing")
                                      : arete::tr("Tab: its chain, its component, what else lies there  ·  Del removes it  ·  Esc clears selection");
  if (selection.empty()) return;
  View view = controller_.session().view;
  view.camera = flight_.camera();
  const CurveOnScreen screen(curve, view, viewport());
  const double ratio = devicePixelRatioF();
  const auto node = editing.selectedNode();
  const bool held = drag_.kind == Drag::node && drag_.moved && node;
  const auto place = [&](uint32_t at) -> std::array<double, 2> {
    if (held && at == *node) return {drag_.lastAt.x(), drag_.lastAt.y()};
    return {screen.place(at)[0] / ratio, screen.place(at)[1] / ratio};
  };
  const auto line = [&](const Edge& edge) {
    if (!screen.shows(edge.a) || !screen.shows(edge.b)) return;
    const auto [x1, y1] = place(edge.a);
    const auto [x2, y2] = place(edge.b);
    input.area.lines.push_back({x1, y1, x2, y2});
  };
  for (const uint32_t e : selection.edges) line(curve.edges[e]);
  for (const uint32_t each : selection.nodes)
    if (screen.shows(each)) input.area.dots.push_back(place(each));
  if (!held) return;
  for (const Edge& edge : curve.edges)
    if (edge.a == *node || edge.b == *node) line(edge);
}

}  // namespace arete
