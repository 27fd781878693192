#include "render/tube_radii.h"

#include <algorithm>
#include <cmath>

namespace arete {

namespace {

/// A weighted mean of squares at a node.
struct MeanSquare {
  double weight = 0, sum = 0;
  void add(double by, double value) { weight += by, sum += by * value * value; }
  float root() const { return weight > 0 ? float(std::sqrt(sum / weight)) : 0; }
};

/// From known nodes on to those beside them, until all of a component have a radius.
void fill(std::vector<float>& radii, const std::vector<Edge>& edges) {
  for (bool found = true; found;) {
    found = false;
    std::vector<MeanSquare> around(radii.size());
    for (const auto& [a, b] : edges) {
      if (radii[a] == 0 && radii[b] > 0) around[a].add(1, radii[b]), found = true;
      if (radii[b] == 0 && radii[a] > 0) around[b].add(1, radii[a]), found = true;
    }
    for (size_t node = 0; node < radii.size(); ++node)
      if (around[node].weight > 0) radii[node] = around[node].root();
  }
}

}  // namespace

std::vector<EndRadii> tubeRadii(const Frame& frame, const CurveExplanation& explanation) {
  const std::vector<Edge>& edges = frame.curve.edges;
  const CurveBodies& bodies = explanation.bodies;
  std::vector<float> nodes(frame.curve.nodes.size());
  for (size_t i = 0; i < std::min(nodes.size(), bodies.nodes.size()); ++i) nodes[i] = float(bodies.nodes[i].radius);
  fill(nodes, edges);
  std::vector<EndRadii> radii;
  for (size_t e = 0; e < edges.size(); ++e) {
    const CurveEdge& edge = explanation.edges.edges[e];
    const auto at = [&](bool isA) {
      const double own = bodies.enters.empty() ? 0 : bodies.atEdge(edge, e, isA != edge.backwards).radius;
      return own > 0 ? float(own) : nodes[isA ? edges[e].a : edges[e].b];
    };
    radii.push_back({at(true), at(false)});
  }
  return radii;
}

bool drawsTubes(const View& view, const Viewport& viewport, const Frame& frame, const CurveExplanation* explanation) {
  const bool inSpace = view.axes[2] >= 0 && view.axes[2] < frame.cloud.dimension();
  return view.style(LayerId::tubes).visible && inSpace && explanation != nullptr && explanation->isOf(frame) && showsCurve(frame, view, viewport);
}

}  // namespace arete
