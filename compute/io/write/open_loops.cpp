#include "compute/io/write/open_loops.h"

#include <algorithm>
#include <numeric>
#include <tuple>

#include "compute/core/union_find.h"
#include "compute/io/write/curve_graph.h"

namespace arete::write {

/// The surest edges first.
static std::vector<uint32_t> bySureness(const CurveInput& input) {
  const NetworkSupport* const support = input.support();
  std::vector<std::tuple<double, double, uint32_t>> keys;
  for (uint32_t e = 0; e < input.curve.edges.size(); ++e) {
    const Edge& edge = input.curve.edges[e];
    keys.emplace_back(support != nullptr ? -support->edgeSupport[e] : 0, squaredLength(input, edge), e);
  }
  std::ranges::sort(keys);
  std::vector<uint32_t> order;
  for (const auto& key : keys) order.push_back(std::get<2>(key));
  return order;
}

OpenedCurve withOpenLoops(const CurveInput& input) {
  UnionFind joined(input.curve.nodes.size());
  std::vector<Edge> kept;
  OpenedCurve opened;
  for (const uint32_t e : bySureness(input)) {
    const Edge& edge = input.curve.edges[e];
    (joined.join(edge.a, edge.b) ? kept : opened.leftOut).push_back(edge);
  }
  std::ranges::sort(kept);
  std::ranges::sort(opened.leftOut);
  opened.tree = makeCurve(input.curve.nodes, kept);
  return opened;
}

}  // namespace arete::write
