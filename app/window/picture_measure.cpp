// Measuring on the picture: clicks, or a cross that arrows move, add points; Backspace takes the last one back, Escape ends it. The lines belong to
// the view: undo, sessions and pictures have them.
#include <QKeyEvent>

#include "app/window/picture_widget.h"
#include "render/measure.h"

namespace arete {

void PictureWidget::measure() {
  const bool begins = !measuring_ && !scene_->cloud().empty() && controller_.opening().preview() == nullptr;
  if (measuredPoints().size() == 1) takeBackMeasured();  // a point alone measures nothing
  measuring_.reset();
  if (begins) measuring_ = 0;
  else cross_.reset();
  aimCross();
  area_.cancel();
  setFocus();
  redraw();
  Q_EMIT modeChanged();
}

/// "Length 12.3 m  ·  Δx 4 m …": the words of the engine, whose first one is put in the language.
static std::string lengthText(const std::string& english) {
  constexpr std::string_view kLength = "Length ";
  return english.starts_with(kLength) ? filled(tr("Length %1"), english.substr(kLength.size())) : english;
}

/// The last line where it goes on: none while another number of lines, or other axes, tell of a change by other means.
std::vector<glm::dvec3> PictureWidget::measuredPoints() const {
  const View& view = controller_.shownView();
  if (!measuring_ || *measuring_ == 0 || *measuring_ != view.measured.size() || view.measured.back().axes != view.axes) return {};
  return view.measured.back().points;
}

bool PictureWidget::takesMeasureKey(const QKeyEvent& event) const {
  return measuring_ && !keyboardInPanels() && (event.key() == Qt::Key_Escape || event.key() == Qt::Key_Backspace);
}

void PictureWidget::handleMeasureKey(const QKeyEvent& event) {
  if (event.key() == Qt::Key_Escape) return measure();
  takeBackMeasured();
}

/// The last point of the last line that is drawn, which then goes on.
void PictureWidget::takeBackMeasured() {
  View view = controller_.shownView();
  if (view.measured.empty() || view.measured.back().axes != view.axes) return;
  view.measured.back().points.pop_back();
  const bool gone = view.measured.back().points.empty();
  if (gone) view.measured.pop_back();
  measuring_ = gone ? 0 : view.measured.size();
  controller_.changeView(std::move(view));
}

/// The point nearest to the click, from farther away than for a selection.
void PictureWidget::measureAt(QPointF position) {
  const auto pick = pickAt(position, kMeasureReach);
  if (!pick) return;
  View view = controller_.shownView();
  if (measuredPoints().empty()) view.measured.push_back({view.axes, {}});
  view.measured.back().points.push_back(pick->position);
  measuring_ = view.measured.size();
  controller_.changeView(std::move(view));
}

void PictureWidget::describeMeasure(PanelInput& input, const View& view) const {
  if (!measuring_) return;
  const std::vector<glm::dvec3> points = measuredPoints();
  const std::string how = std::string("  ·  ") + (cross_ ? arete::tr("Enter takes the ringed point") : arete::tr("or arrows and Enter"));
  switch (points.size()) {
    case 0: input.area.hint = arete::tr("Click a point to measure from") + how; break;
    case 1: input.area.hint = arete::tr("Click a point to measure to") + how + "\n" + arete::tr("Backspace removes the last"); break;
    default:
      input.area.hint = lengthText(measureText(points, view, controller_.axisWords())) + "\n" + arete::tr("Click adds a point") + how + "  ·  " +
                        arete::tr("Backspace removes the last");
  }
  input.area.hint.append("  ·  ").append(points.size() > 1 ? arete::tr("Esc ends, the line stays") : arete::tr("Esc ends"));
}

}  // namespace arete
