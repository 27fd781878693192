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

template <class Graph>
static std::vector<Edge> edgesOf(const Graph& graph, size_t nodes) {
  std::vector<Edge> edges;
  for (uint32_t a = 0; a < nodes; ++a)
    for (const uint32_t b : graph.neighbours(a))
      if (a < b) edges.push_back({a, b});
  return edges;
}

std::vector<Edge> NodeGraph::edges() const { return edgesOf(*this, neighbours_.size()); }

ShrinkingGraph::ShrinkingGraph(size_t nodes, std::span<const Edge> edges) : starts_(nodes + 1), degrees_(nodes), neighbours_(2 * edges.size()) {
  for (const Edge& edge : edges) ++starts_[edge.a + 1], ++starts_[edge.b + 1];
  for (size_t i = 1; i <= nodes; ++i) starts_[i] += starts_[i - 1];
  const auto put = [&](uint32_t node, uint32_t other) { neighbours_[starts_[node] + degrees_[node]++] = other; };
  for (const Edge& edge : edges) put(edge.b, edge.a);  // the lower neighbours of each node first: edges ascend
  for (const Edge& edge : edges) put(edge.a, edge.b);
}

void ShrinkingGraph::remove(uint32_t a, uint32_t b) {
  const auto take = [&](uint32_t node, uint32_t other) {
    uint32_t *const first = &neighbours_[starts_[node]], *const last = first + degrees_[node], *const at = std::find(first, last, other);
    if (at == last) return;
    std::copy(at + 1, last, at);
    --degrees_[node];
  };
  take(a, b), take(b, a);
}

std::vector<Edge> ShrinkingGraph::edges() const { return edgesOf(*this, degrees_.size()); }

}  // namespace arete::cpu
