#include "compute/network/tree/contract.h"

#include <algorithm>
#include <vector>

#include "compute/core/curve.h"

namespace arete {

bool isNearlyTree(size_t nodes, std::span<const Edge> edges, const NetworkRules& rules) {
  const Curve curve = makeCurve(PointArray::fromRows(std::vector<double>(nodes), 1), {edges.begin(), edges.end()});
  return curve.loops > 0 && double(curve.loops) <= rules.treeLoops * double(curve.junctions);
}

NetworkRules treeRules(NetworkRules rules) {
  rules.girth = std::min(rules.girth, rules.treeGirth);
  rules.loopWitnesses = rules.treeWitnesses;
  return rules;
}

}  // namespace arete
