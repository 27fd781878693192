#include "app/window/explaining.h"

#include <utility>

#include "app/window/post.h"
#include "render/curve_colours.h"

namespace arete {

Explaining::Explaining(const Document& document, const Detection& detection, Worker::Failed failed)
    : document_(document),
      detection_(detection),
      worker_("cannot find out what the curve explains", "colour the cloud by something else", std::move(failed), postToThisThread()) {}

const CurveExplanation* Explaining::ofFrame() const {
  return found_ && detection_.frame() && found_->isOf(*detection_.frame()) ? found_.get() : nullptr;
}

/// Of a finished curve; of any step where the picture shows it, and of clouds for which it takes seconds only then.
bool Explaining::isOfUse() const {
  constexpr uint32_t kManyPoints = 20'000'000;
  const std::shared_ptr<const Frame>& frame = detection_.frame();
  if (!frame || !frame->curveKnown || frame->hash.empty() || detection_.busy()) return false;
  return needsExplanation(document_.session().view) || (frame->finished && frame->cloud.size() <= kManyPoints);
}

void Explaining::follow() {
  const std::shared_ptr<const Frame>& frame = detection_.frame();
  if (!isOfUse() || ofFrame() != nullptr) return;
  if (askedHash_ == frame->hash && askedPoints_ == frame->cloud.size()) return;
  askedHash_ = frame->hash;
  askedPoints_ = frame->cloud.size();
  worker_.start([this, frame](const std::stop_token& stop) -> Worker::Then {
    const auto device = makeDevice(frame->job.onCpu());
    const auto explanation = explainCurve(*frame, {*device, stop, {}});
    return [this, explanation] {
      found_ = explanation;
      Q_EMIT changed();
    };
  });
}

void Explaining::forget() {
  worker_.cancel();
  askedHash_.clear();
  if (std::exchange(found_, nullptr)) Q_EMIT changed();
}

ExplanationReport Explaining::report() const {
  ExplanationReport report;
  const CurveExplanation* const explanation = ofFrame();
  report.searching = worker_.busy();
  report.shown = document_.session().view.colourBy == ColourBy::distance;
  if (explanation == nullptr) return report;
  report.known = true;
  report.points = explanation->figures.all.points;
  report.beyond = explanation->figures.all.beyond;
  report.reachInR1 = kReachInR1;
  constexpr size_t kMost = 8;
  for (const ExplainedShare& component : explanation->figures.components)
    if (report.components.size() < kMost) report.components.push_back({component.points, component.beyond});
  report.otherComponents = explanation->figures.components.size() - report.components.size();
  return report;
}

}  // namespace arete
