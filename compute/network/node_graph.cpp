#include "compute/network/node_graph.h"

#include <algorithm>

namespace arete {

void NodeGraph::add(uint32_t a, uint32_t b) {
  const auto insert = [](std::vector<uint32_t>& list, uint32_t node) { list.insert(std::ranges::lower_bound(list, node), node); };
  insert(neighbours_[a], b);
  insert(neighbours_[b], a);
}

void NodeGraph::remove(uint32_t a, uint32_t b) {
  std::erase(neighbours_[a], b);
  std::erase(neighbours_[b], a);
}

bool NodeGraph::has(uint32_t a, uint32_t b) const { return std::ranges::binary_search(neighbours_[a], b); }

template <class Graph>
static std::vector<Edge> edgesOf(const Graph& graph, size_t nodes) {
  size_t ends = 0;
  for (uint32_t a = 0; a < nodes; ++a) ends += graph.degree(a);
  std::vector<Edge> edges;
  edges.reserve(ends / 2);
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
  for (const Edge& edge : edges) put(edge.b, edge.a);  // the lower neighbours of each node first, as edges ascend
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

shared::Vector3 outwards(const Branch& branch, std::span<const RidgeNode> nodes, size_t behind) {
  return unit(nodes[branch.nodes[0]].place - nodes[branch.nodes[std::min(behind, branch.nodes.size() - 1)]].place);
}

Branch partOf(const Branch& branch, size_t first, size_t last) {
  Branch part;
  for (size_t i = first; i <= last; ++i) part.nodes.push_back(branch.nodes[i]), part.along.push_back(branch.along[i] - branch.along[first]);
  return part;
}

Branch firstPart(const Branch& branch, double length) {
  size_t last = 1;
  while (last + 1 < branch.nodes.size() && branch.along[last] <= length) ++last;
  return partOf(branch, 0, last);
}

Branch turned(const Branch& branch) {
  Branch result;
  for (size_t i = branch.nodes.size(); i-- > 0;) result.nodes.push_back(branch.nodes[i]), result.along.push_back(branch.length() - branch.along[i]);
  return result;
}

double lengthInRadii(const Branch& branch, std::span<const RidgeNode> nodes) {
  double sum = 0;
  for (size_t i = 1; i < branch.nodes.size(); ++i) sum += inRadii(nodes[branch.nodes[i - 1]], nodes[branch.nodes[i]]);
  return sum;
}

double meanRadius(const Branch& branch, std::span<const RidgeNode> nodes) {
  double sum = 0;
  for (const uint32_t node : branch.nodes) sum += nodes[node].radius;
  return sum / double(branch.nodes.size());
}

void add(NodeGraph& graph, const Branch& branch) {
  for (size_t i = 1; i < branch.nodes.size(); ++i) graph.add(branch.nodes[i - 1], branch.nodes[i]);
}

Stretch clearOf(double atStart, double atEnd, double length) {
  const double share = 2 * (atStart + atEnd) > length ? 0.5 * length / (atStart + atEnd) : 1;
  return {atStart * share, length - atEnd * share};
}

}  // namespace arete
