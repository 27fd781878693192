// The graph of a network while edges come and go, and its branches: what spanner, prune, polish and ends walk on.
#pragma once

#include <span>
#include <vector>

#include "compute/core/curve.h"
#include "compute/stages/ridge_shift.h"

namespace arete::cpu {

class NodeGraph {
 public:
  explicit NodeGraph(size_t nodes, std::span<const Edge> edges = {}) : neighbours_(nodes) {
    for (const Edge& edge : edges) add(edge.a, edge.b);
  }
  void add(uint32_t a, uint32_t b);
  void remove(uint32_t a, uint32_t b);
  std::span<const uint32_t> neighbours(uint32_t node) const { return neighbours_[node]; }  ///< ascending
  size_t degree(uint32_t node) const { return neighbours_[node].size(); }
  std::vector<Edge> edges() const;  ///< ascending

 private:
  std::vector<std::vector<uint32_t>> neighbours_;
};

/// From a node over one of its neighbours to the next node that has not two of them.
struct Branch {
  std::vector<uint32_t> nodes;  ///< in walking order
  std::vector<double> along;    ///< of each the length of the way to it, in the cloud's units

  double length() const { return along.back(); }
};

/// The branch that begins at `start`, an end or a junction, over `next`.
Branch branchOver(const NodeGraph& graph, std::span<const RidgeNode> nodes, uint32_t start, uint32_t next);
/// That of an end.
inline Branch branchOfEnd(const NodeGraph& graph, std::span<const RidgeNode> nodes, uint32_t end) {
  return branchOver(graph, nodes, end, graph.neighbours(end)[0]);
}

/// Length of the edge between two nodes over the mean of their local radii.
inline double inRadii(const RidgeNode& a, const RidgeNode& b) { return distance(a.place, b.place) / (0.5 * (a.radius + b.radius)); }

}  // namespace arete::cpu
