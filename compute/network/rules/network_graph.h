// The rules for nodes and edges of a network: which edge a place supports, what a candidate costs, where a node is drawn. Source:
// network, steps 6, 7 and 12.
#pragma once

#include <cmath>
#include <cstdint>

#include "compute/core/distance.h"
#include "compute/core/vector3.h"

namespace arete::shared {

struct FoundNode {
  uint32_t node = UINT32_MAX;  ///< UINT32_MAX: none
  double squared = 0;          ///< squared distance
};

/// The two nodes nearest to a place among those offered, each once; ties: the lower index.
struct TwoNearest {
  FoundNode first, second;

  ARETE_HD void offer(uint32_t node, double squared) {
    if (before(node, squared, first)) second = first, first = {node, squared};
    else if (before(node, squared, second)) second = {node, squared};
  }
  static ARETE_HD bool before(uint32_t node, double squared, const FoundNode& found) {
    return found.node == UINT32_MAX || nearer(squared, node, found.squared, found.node);
  }
};

/// Whether a place, projected onto the edge of its two nodes, lies more than `middle` of the edge's length from both of them.
ARETE_HD bool projectsIntoMiddle(const TwoNearest& two, double edgeSquared, double middle) {
  return edgeSquared > 0 && 0.5 + (two.first.squared - two.second.squared) / (2 * edgeSquared) > middle;
}

/// The properties of a node on which an edge's cost depends.
struct EdgeEnd {
  Vector3 place, tangent;
  double density, radius;
};

/// Cost of a candidate: its length, more where it turns off from the tangents or crosses a dip, less where the ridge is dense. `dip`: the least
/// density on the way over that of the sparser end.
ARETE_HD double edgeCost(const EdgeEnd& a, const EdgeEnd& b, double dip, double r1) {
  const double length = distance(a.place, b.place);
  const Vector3 direction = unit(b.place - a.place);
  const double aligned = std::abs(dot(direction, a.tangent)) * std::abs(dot(direction, b.tangent));
  const double density = r1 * lesser(a.density / a.radius, b.density / b.radius);
  return length * (2 - aligned) * (2 - dip) / std::sqrt(density);
}

/// How many witnesses an edge needs to close a loop. Source: network, step 8.
struct LoopEvidence {
  int64_t loopWitnesses, endWitnesses;
  double deviations, offset, share;  ///< of the Poisson bound
  bool lesserEnd;

  ARETE_HD bool isWitnessed(int64_t weight, bool joinsEnds) const { return weight >= (joinsEnds ? endWitnesses : loopWitnesses); }
  /// `one`, `other`: linear densities at its nodes.
  ARETE_HD bool isDense(int64_t weight, double length, double one, double other) const {
    const double expected = share * length * (lesserEnd ? lesser(one, other) : greater(one, other)), seen = static_cast<double>(weight);
    return seen + deviations * std::sqrt(seen) + offset >= expected;
  }
};

/// A node between two neighbours, drawn this share of the way to their mean.
ARETE_HD Vector3 towardsMean(Vector3 place, Vector3 one, Vector3 other, double share) { return place + ((one + other) * 0.5 - place) * share; }
/// A junction, drawn to the mean of `count` neighbours, from the sum of their places in their order.
ARETE_HD Vector3 towardsMean(Vector3 place, Vector3 sum, uint32_t count, double share) {
  return place + (sum * (1.0 / static_cast<double>(count)) - place) * share;
}

}  // namespace arete::shared
