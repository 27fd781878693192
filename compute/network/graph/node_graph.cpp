#include "compute/network/graph/node_graph.h"

#include <algorithm>

namespace arete {

/// Where the list of each node begins that has room for its ends of all these edges; the end of the last one.
static std::vector<uint32_t> startsOf(size_t nodes, std::initializer_list<std::span<const Edge>> all) {
  std::vector<uint32_t> starts(nodes + 1);
  for (const std::span<const Edge> edges : all)
    for (const Edge& edge : edges) ++starts[edge.a + 1], ++starts[edge.b + 1];
  for (size_t i = 1; i <= nodes; ++i) starts[i] += starts[i - 1];
  return starts;
}

/// Into the lists of their nodes, which have none so far.
static void putEdges(std::span<const Edge> edges, std::span<const uint32_t> starts, std::span<uint32_t> degrees, std::span<uint32_t> neighbours) {
  const auto put = [&](uint32_t node, uint32_t other) { neighbours[starts[node] + degrees[node]++] = other; };
  for (const Edge& edge : edges) put(edge.b, edge.a);  // the lower neighbours of each node first, as edges ascend
  for (const Edge& edge : edges) put(edge.a, edge.b);
}

ListedGraph::ListedGraph(size_t nodes, std::span<const Edge> edges, std::span<const Edge> possible)
    : starts_(startsOf(nodes, {edges, possible})), degrees_(nodes), neighbours_(starts_.back()) {
  putEdges(edges, starts_, degrees_, neighbours_);
}

std::vector<Edge> ListedGraph::edges() const {
  const auto nodes = uint32_t(degrees_.size());
  size_t ends = 0;
  for (const uint32_t degree : degrees_) ends += degree;
  std::vector<Edge> edges;
  edges.reserve(ends / 2);
  for (uint32_t a = 0; a < nodes; ++a)
    for (const uint32_t b : neighbours(a))
      if (a < b) edges.push_back({a, b});
  return edges;
}

void ListedGraph::remove(uint32_t a, uint32_t b) {
  const auto take = [&](uint32_t node, uint32_t other) {
    uint32_t *const first = &neighbours_[starts_[node]], *const last = first + degrees_[node], *const at = std::find(first, last, other);
    if (at == last) return;
    std::copy(at + 1, last, at);
    --degrees_[node];
  };
  take(a, b), take(b, a);
}

void ListedGraph::add(uint32_t a, uint32_t b) {
  const auto insert = [&](uint32_t node, uint32_t other) {
    uint32_t *const first = &neighbours_[starts_[node]], *const last = first + degrees_[node]++, *const at = std::lower_bound(first, last, other);
    std::copy_backward(at, last, last + 1);
    *at = other;
  };
  insert(a, b), insert(b, a);
}

NodeGraph::NodeGraph(size_t nodes, std::span<const Edge> edges) : ListedGraph(nodes, edges, {}), rooms_(degrees_) {}

void NodeGraph::add(uint32_t a, uint32_t b) {
  makeRoom(a), makeRoom(b);
  ListedGraph::add(a, b);
}

bool NodeGraph::has(uint32_t a, uint32_t b) const { return std::ranges::binary_search(neighbours(a), b); }

void NodeGraph::makeRoom(uint32_t node) {
  if (degrees_[node] < rooms_[node]) return;
  constexpr uint32_t kFewest = 4;
  rooms_[node] = std::max(2 * degrees_[node], kFewest);
  const size_t from = starts_[node], start = neighbours_.size();
  neighbours_.resize(start + rooms_[node]);
  std::copy_n(neighbours_.begin() + ptrdiff_t(from), degrees_[node], neighbours_.begin() + ptrdiff_t(start));
  starts_[node] = uint32_t(start);
}

void sortEdges(std::vector<Edge>& edges, size_t nodes) {
  std::vector<uint32_t> starts(nodes + 1);
  for (const Edge& edge : edges) ++starts[edge.a + 1];
  for (size_t i = 1; i <= nodes; ++i) starts[i] += starts[i - 1];
  std::vector<Edge> sorted(edges.size());
  std::vector<uint32_t> next(starts.begin(), starts.end() - 1);
  for (const Edge& edge : edges) sorted[next[edge.a]++] = edge;
  for (size_t i = 0; i < nodes; ++i)
    if (starts[i + 1] > starts[i] + 1) std::sort(sorted.begin() + starts[i], sorted.begin() + starts[i + 1]);
  edges = std::move(sorted);
}

shared::Vector3 outwards(const Branch& branch, std::span<const RidgeNode> nodes, size_t behind) {
  return unit(nodes[branch.nodes[0]].place - nodes[branch.nodes[std::min(behind, branch.nodes.size() - 1)]].place);
}

Branch partOf(const Branch& branch, size_t first, size_t last) {
  Branch part;
  for (size_t i = first; i <= last; ++i) part.nodes.push_back(branch.nodes[i]), part.along.push_back(branch.along[i] - branch.along[first]);
  return part;
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
