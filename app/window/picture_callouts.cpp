// What a newcomer sees on the picture of a first result: a word for a point, a line, and what is uncertain, each at one of them.
#include <algorithm>
#include <cmath>
#include <optional>

#include "app/window/picture_widget.h"
#include "compute/text/translate.h"

namespace arete {

namespace {

/// What is nearest to a wished place, in logical pixels, among all that is offered.
class NearestPlace {
 public:
  NearestPlace(QPointF wished, QRectF free) : wished_(wished), free_(free) {}

  void offer(const glm::dvec3& at, double ratio) {
    const QPointF place = QPointF(at.x, at.y) / ratio;
    if (at.z <= 0 || !free_.contains(place)) return;
    const double away = std::hypot(place.x() - wished_.x(), place.y() - wished_.y());
    if (!best_ || away < away_) best_ = place, away_ = away;
  }
  const std::optional<QPointF>& best() const { return best_; }

 private:
  QPointF wished_;
  QRectF free_;
  std::optional<QPointF> best_;
  double away_ = 0;
};

}  // namespace

void PictureWidget::setCallouts(bool on) {
  panels_.setCallouts(on ? Callouts::wanted : Callouts::none);
  redraw();
}

void PictureWidget::describeCallouts(PanelInput& input, const View& view) const {
  const Frame* const frame = input.frame.get();
  const bool busy = controller_.activity() != Activity::ready || measuring_ || area_.active() || controller_.editing().on();
  if (!callouts() || busy || frame == nullptr || !frame->finished || frame->curve.edges.empty()) return;
  constexpr double kInset = 30;
  constexpr uint32_t kSample = 500;
  const Viewport viewport = this->viewport();
  const double ratio = viewport.devicePixelRatio, right = width() - panels_.coveredRight(), bottom = height() - panels_.coveredBottom();
  const QRectF free(kInset, kInset, right - 2 * kInset, bottom - 2 * kInset);
  const auto at = [&](double x, double y) { return NearestPlace({free.left() + x * free.width(), free.top() + y * free.height()}, free); };
  const auto placed = [&](const PointArray& points, uint32_t i) {
    glm::dvec3 place(0);
    for (int k = 0; k < 3; ++k)
      if (const int axis = view.axes[size_t(k)]; axis >= 0 && axis < points.dimension()) place[k] = points.coordinate(i, axis);
    return view.camera.toScreen(viewport, place);
  };
  NearestPlace point = at(0.2, 0.7), line = at(0.75, 0.3), uncertain = at(0.5, 0.5);
  const PointArray& cloud = controller_.cloud().points();
  for (uint32_t i = 0; i < cloud.size(); i += 1 + cloud.size() / kSample) point.offer(placed(cloud, i), ratio);
  for (size_t e = 0; e < frame->curve.edges.size(); ++e) {
    constexpr double kHalf = 0.5, kSure = 0.9, kUnsure = 0.35;
    const Edge& edge = frame->curve.edges[e];
    const double support = frame->support && view.curveColour == CurveColour::support ? frame->support->edgeSupport[e] : 1;
    if (support > kUnsure && support < kSure) continue;  // neither looks like the one nor like the other
    (support < kSure ? uncertain : line).offer((placed(frame->curve.nodes, edge.a) + placed(frame->curve.nodes, edge.b)) * kHalf, ratio);
  }
  const auto say = [&](const NearestPlace& place, const char* text) {
    if (place.best()) input.curve.callouts.push_back({place.best()->x(), place.best()->y(), text});
  };
  say(point, arete::tr("A point of the cloud"));
  say(line, arete::tr("A line that was found in it"));
  say(uncertain, arete::tr("Uncertain: most networks of resampled points lack it"));
}

}  // namespace arete
