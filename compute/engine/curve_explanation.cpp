#include "compute/engine/curve_explanation.h"

#include <algorithm>

namespace arete {

std::shared_ptr<const CurveExplanation> explainCurve(const Frame& frame, const StageContext& context) {
  if (!frame.curveKnown || frame.hash.empty()) return nullptr;
  auto found = std::make_shared<CurveExplanation>();
  found->hash = frame.hash;
  found->r1 = frame.job.r1();
  found->edges = edgesOf(frame.curve);
  const CurvePlaces places = project(frame.cloud.points(), found->edges, context);
  found->figures = explain(found->edges, places, kReachInR1 * found->r1);
  context.checkStop();
  constexpr double kPiece = 0.5;  // R1: shorter pieces would show single points
  found->paths = profilesOf(found->edges, places, found->figures.reach, std::max(kPiece * found->r1, found->edges.length() / kMostBins));
  context.checkStop();
  found->distances.resize(places.size());
  std::ranges::transform(places, found->distances.begin(), [](const CurvePlace& place) { return float(place.distance()); });
  return found;
}

}  // namespace arete
