// projection.cpu.sequential: every edge for every point, on one thread.
//
// Idea     what the contract says, word by word. Memory: the answer.
// Cost     points × edges.
// Loses    always; it is what the other version is compared with.
// Source   the contract, compute/measures/projection/contract.h.
#include <array>

#include "compute/measures/projection/nearest_edge.h"

namespace arete::cpu {

CurvePlaces projectSequential(const PointArray& points, const CurveEdges& curve, const StageContext& context) {
  checkDimension(points, curve);
  CurvePlaces places(points.size());
  std::array<double, kMaxDimension> point{};
  for (uint32_t i = 0; i < points.size(); ++i) {
    context.checkStop();
    for (int k = 0; k < points.dimension(); ++k) point[size_t(k)] = points.coordinate(i, k);
    NearestEdge nearest;
    for (uint32_t edge = 0; edge < curve.edges.size(); ++edge) nearest.offer(point.data(), curve, edge, curve.dimension);
    places[i] = nearest.result(point.data(), curve);
  }
  return places;
}

}  // namespace arete::cpu

namespace arete {

static constexpr ProjectionVersion kVersions[] = {
    {"projection.cpu.sequential", "Every edge for every point", cpu::projectSequential},
    {"projection.cpu.boxes", "Boxes of points with the edges that can be nearest, on all threads", cpu::projectBoxes},
};

std::span<const ProjectionVersion> projectionVersions() { return kVersions; }

}  // namespace arete
