#include "compute/engine/frame_bodies.h"

#include <algorithm>
#include <utility>

#include "compute/engine/network_state.h"
#include "compute/measures/explanation/explanation.h"
#include "compute/network/rules/network_params.h"

namespace arete {

/// How far from each node its points may be.
static std::vector<double> reachOf(const Frame& frame) {
  const PointColumn* const local = frame.column(NodeColumn::radius);
  const auto* radii = local ? std::get_if<std::vector<double>>(&*local->values) : nullptr;
  std::vector<double> reach(frame.curve.nodes.size(), kReachInR1 * frame.job.r1());
  if (radii == nullptr || radii->size() != reach.size()) return reach;
  for (size_t i = 0; i < reach.size(); ++i) reach[i] = std::max(reach[i], (*radii)[i]);
  return reach;
}

CurveBodies bodiesOf(const Frame& frame, const CurveEdges& edges, std::span<const CurvePlace> places, const StageContext& context) {
  constexpr double kHalfSection = 0.5;  // of R1
  const std::vector<double> reach = reachOf(frame);
  return bodiesOf(frame.cloud.points(), edges, places, {.reach = reach, .step = kHalfSection * frame.job.r1()}, context);
}

FrameBodies bodiesOf(const Frame& frame, const StageContext& context) {
  FrameBodies found{.edges = edgesOf(frame.curve), .bodies = {}};
  const PointArray& points = frame.cloud.points();
  const CurvePlaces places = points.empty() || found.edges.edges.empty() ? CurvePlaces() : project(points, found.edges, context);
  found.bodies = bodiesOf(frame, found.edges, places, context);
  return found;
}

bool hasBody(const Frame& frame) {
  return frame.job.curveKind() == CurveKind::network && !frame.cloud.empty() &&
         networkProfile(frame.cloud, frame.job.params) == NetworkProfile::surface;
}

std::function<std::vector<NodeBody>()> bodySource(const Frame& frame, std::stop_token stop) {
  return [&frame, stop = std::move(stop)] { return bodiesOf(frame, {*makeDevice(frame.job.onCpu()), stop, {}}).bodies.nodes; };
}

BranchTable branchesOf(const FrameBodies& found) { return branchesOf(found.edges, found.bodies, bodyRoots(found.edges, found.bodies)); }

}  // namespace arete
