// Where a tree begins.
#include <algorithm>

#include "compute/measures/bodies/branches.h"

namespace arete {

std::vector<uint32_t> bodyRoots(std::span<const double> radius, std::span<const uint32_t> degree, std::span<const uint32_t> component,
                                uint32_t components) {
  constexpr uint32_t kNone = BodyBranch::kNone;
  std::vector<uint32_t> ends(components, kNone), balls(components, kNone);
  const auto take = [&](uint32_t& best, uint32_t vertex) {
    if (best == kNone || radius[vertex] > radius[best]) best = vertex;
  };
  for (uint32_t vertex = 0; vertex < component.size(); ++vertex) {
    if (component[vertex] == kNone) continue;
    take(balls[component[vertex]], vertex);
    if (degree[vertex] == 1) take(ends[component[vertex]], vertex);
  }
  for (uint32_t i = 0; i < components; ++i)
    if (ends[i] == kNone || radius[balls[i]] > kSoma * radius[ends[i]]) ends[i] = balls[i];
  return ends;
}

std::vector<uint32_t> bodyRoots(const CurveEdges& curve, const CurveBodies& bodies) {
  std::vector<uint32_t> degree(bodies.nodes.size()), component(degree.size(), BodyBranch::kNone);
  for (const CurveEdge& edge : curve.edges)
    for (const uint32_t vertex : {edge.a, edge.b}) ++degree[vertex], component[vertex] = curve.paths[edge.path].component;
  std::vector<double> radius(degree.size());
  std::ranges::transform(bodies.nodes, radius.begin(), &NodeBody::radius);
  return bodyRoots(radius, degree, component, curve.components);
}

}  // namespace arete
