#include "compute/io/write/curve_graph.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace arete::write {

CurveGraph::CurveGraph(const Curve& curve) : degree(curve.nodes.size()), component(curve.nodes.size(), kNone) {
  std::vector<uint32_t> above(curve.nodes.size());  // towards the lowest node of what is joined so far
  std::iota(above.begin(), above.end(), 0u);
  const auto lowest = [&](uint32_t node) {
    while (above[node] != node) node = above[node] = above[above[node]];
    return node;
  };
  for (const Edge& edge : curve.edges) {
    ++degree[edge.a], ++degree[edge.b];
    const uint32_t a = lowest(edge.a), b = lowest(edge.b);
    if (a == b && !closing) closing = edge;
    above[std::max(a, b)] = std::min(a, b);
  }
  for (uint32_t node = 0; node < curve.nodes.size(); ++node) {
    if (degree[node] == 0) continue;
    const uint32_t first = lowest(node);
    component[node] = first == node ? components++ : component[first];
  }
}

double squaredLength(const CurveInput& input, const Edge& edge) {
  double sum = 0;
  for (int k = 0; k < input.dimension(); ++k) {
    const double step = input.coordinate(edge.b, k) - input.coordinate(edge.a, k);
    sum += step * step;
  }
  return sum;
}

double lengthOf(const CurveInput& input, const Polyline& polyline) {
  double length = 0;
  const size_t count = polyline.nodes.size(), segments = polyline.closed ? count : count - 1;
  for (size_t i = 0; i < segments; ++i) length += std::sqrt(squaredLength(input, {polyline.nodes[i], polyline.nodes[(i + 1) % count]}));
  return length;
}

int axesWritten(const CurveInput& input, int most) { return std::clamp(input.dimension(), 2, most); }

std::string nodeText(const CurveInput& input, uint32_t node) {
  std::string text = std::to_string(node) + " at";
  for (int k = 0; k < input.dimension(); ++k)
    withNumberText(input.written(node, k), [&](std::string_view number) { text.append(" ").append(number); });
  return text;
}

}  // namespace arete::write
