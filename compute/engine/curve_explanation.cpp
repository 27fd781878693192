#include "compute/engine/curve_explanation.h"

#include <algorithm>
#include <limits>

#include "compute/engine/frame_bodies.h"

namespace arete {

static void placePoints(const CurvePlaces& places, CurveExplanation& found, const StageContext& context) {
  constexpr size_t kGrain = 1 << 15;
  for (LargeVector<float>* column : {&found.distances, &found.offsets, &found.arcLengths}) column->resize(places.size());
  found.components.resize(places.size());
  context.device.threads().forEachRange(places.size(), kGrain, [&](size_t begin, size_t end, int) {
    for (size_t i = begin; i < end; ++i) {
      const CurvePlace& place = places[i];
      const bool somewhere = place.edge != CurvePlace::kNowhere;
      const CurveEdge* const edge = somewhere ? &found.edges.edges[place.edge] : nullptr;
      found.distances[i] = float(place.distance());
      found.offsets[i] = float(place.offset);
      found.arcLengths[i] = somewhere ? float(arcLength(place, *edge)) : std::numeric_limits<float>::quiet_NaN();
      found.components[i] = somewhere ? found.edges.paths[edge->path].component : CurvePlace::kNowhere;
    }
  });
}

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
  found->bodies = bodiesOf(frame, found->edges, places, context);
  found->branches = branchesOf(found->edges, found->bodies, bodyRoots(found->edges, found->bodies));
  placePoints(places, *found, context);
  return found;
}

}  // namespace arete
