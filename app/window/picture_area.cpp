// Areas for the filter, drawn on the picture with the mouse or, as a box, with the keys.
#include <QKeyEvent>

#include "app/window/picture_widget.h"
#include "ui/area_region.h"

namespace arete {

void PictureWidget::drawArea(AreaDrawing::Shape shape, bool keep) {
  if (scene_->cloud().empty() || controller_.opening().preview() != nullptr) return;
  area_.start(shape, keep ? AreaDrawing::Purpose::keep : AreaDrawing::Purpose::leaveOut);
  setFocus();
  redraw();
}

bool PictureWidget::takesAreaKey(const QKeyEvent& event) const {
  if (!area_.active()) return false;
  switch (event.key()) {
    case Qt::Key_Left:
    case Qt::Key_Right:
    case Qt::Key_Up:
    case Qt::Key_Down:
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Escape: return true;
    default: return false;
  }
}

/// The first arrow makes a box in the middle of what no panel covers; then arrows move it, and with Shift its size.
void PictureWidget::handleAreaKey(const QKeyEvent& event) {
  constexpr double kStep = 10;  // logical pixels
  switch (event.key()) {
    case Qt::Key_Escape: area_.cancel(), drag_.kind = Drag::none; return redraw();
    case Qt::Key_Return:
    case Qt::Key_Enter: return finishArea();
    default: break;
  }
  if (!area_.drawing()) {
    const double right = width() - panels_.coveredRight(), bottom = height() - panels_.coveredBottom();
    area_.beginAt({right / 4, bottom / 4}, {right * 3 / 4, bottom * 3 / 4});
    return redraw();
  }
  const double dx = event.key() == Qt::Key_Left ? -kStep : event.key() == Qt::Key_Right ? kStep : 0;
  const double dy = event.key() == Qt::Key_Up ? -kStep : event.key() == Qt::Key_Down ? kStep : 0;
  area_.nudge(dx, dy, (event.modifiers() & Qt::ShiftModifier) != 0);
  redraw();
}

void PictureWidget::finishArea() {
  std::vector<std::array<double, 2>> outline = area_.outline();
  const AreaDrawing done = area_;
  area_.cancel();
  redraw();
  if (outline.empty()) return;
  for (auto& corner : outline)
    for (double& x : corner) x *= devicePixelRatioF();
  if (done.purpose() == AreaDrawing::Purpose::select) return controller_.editing().selectInside(outline, controller_.session().view, viewport());
  Session next = controller_.session();
  next.job.filter.regions.push_back(
      regionBehind(outline, next.view, viewport(), controller_.cloud(), done.purpose() == AreaDrawing::Purpose::keep, done.name()));
  controller_.document().change(std::move(next));
}

void PictureWidget::describeArea(PanelInput& input) const {
  if (!area_.active()) return;
  static constexpr const char* kWhat[] = {mark("only points in it stay"), mark("points in it are left out"),
                                          mark("nodes and edges in it are selected")};
  input.area.corners = area_.outline();
  const std::string what = kWhat[size_t(area_.purpose())];
  const bool isBox = std::string_view(area_.name()) == "box";
  input.area.hint =
      filled(isBox ? arete::tr("Drag a box: %1  ·  or arrows and Enter  ·  Esc cancels") : arete::tr("Draw around them: %1  ·  Esc cancels"),
             arete::tr(what));
}

}  // namespace arete
