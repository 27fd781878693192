#include "compute/network/tree/contract.h"

#include <vector>

#include "compute/core/curve.h"

namespace arete {

bool isNearlyTree(size_t nodes, std::span<const Edge> edges, const NetworkRules& rules) {
  const Curve curve = makeCurve(PointArray::fromRows(std::vector<double>(nodes), 1), {edges.begin(), edges.end()});
  return curve.loops > 0 && double(curve.loops) <= rules.treeLoops * double(curve.junctions);
}

}  // namespace arete
