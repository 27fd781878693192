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

std::vector<float> tubeRadii(const Frame& frame, const CurveExplanation& explanation) {
  const std::vector<Edge>& edges = frame.curve.edges;
  std::vector<MeanSquare> at(frame.curve.nodes.size());
  for (size_t e = 0; e < edges.size(); ++e) {
    const double width = explanation.figures.width[e], points = explanation.figures.density[e] * explanation.edges.edges[e].length;
    if (!std::isfinite(width) || !(points > 0)) continue;
    at[edges[e].a].add(points, width), at[edges[e].b].add(points, width);
  }
  std::vector<float> radii(at.size());
  std::ranges::transform(at, radii.begin(), &MeanSquare::root);
  fill(radii, edges);
  return radii;
}

bool drawsTubes(const View& view, const Viewport& viewport, const Frame& frame, const CurveExplanation* explanation) {
  const bool inSpace = view.axes[2] >= 0 && view.axes[2] < frame.cloud.dimension();
  return view.style(LayerId::tubes).visible && inSpace && explanation != nullptr && explanation->isOf(frame) && showsCurve(frame, view, viewport);
}

}  // namespace arete
