#include "compute/cpu/network/node_graph.h"

#include <algorithm>

namespace arete::cpu {

void NodeGraph::add(uint32_t a, uint32_t b) {
  const auto insert = [](std::vector<uint32_t>& list, uint32_t node) { list.insert(std::ranges::lower_bound(list, node), node); };
  insert(neighbours_[a], b);
  insert(neighbours_[b], a);
}

void NodeGraph::remove(uint32_t a, uint32_t b) {
  std::erase(neighbours_[a], b);
  std::erase(neighbours_[b], a);
}

std::vector<Edge> NodeGraph::edges() const {
  std::vector<Edge> edges;
  for (uint32_t a = 0; a < neighbours_.size(); ++a)
    for (const uint32_t b : neighbours_[a])
      if (a < b) edges.push_back({a, b});
  return edges;
}

Branch branchOver(const NodeGraph& graph, std::span<const RidgeNode> nodes, uint32_t start, uint32_t next) {
  Branch branch{{start}, {0}};
  for (uint32_t at = next;;) {
    const uint32_t before = branch.nodes.back();
    branch.along.push_back(branch.along.back() + distance(nodes[before].place, nodes[at].place));
    branch.nodes.push_back(at);
    if (at == start || graph.degree(at) != 2) return branch;
    const auto both = graph.neighbours(at);
    at = both[0] == before ? both[1] : both[0];
  }
}

}  // namespace arete::cpu
