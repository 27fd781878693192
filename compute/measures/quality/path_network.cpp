#include "compute/measures/quality/path_network.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "compute/core/union_find.h"
#include "compute/measures/quality/points.h"

namespace arete::cpu {

namespace {

/// Vertices where chains begin or end, numbered in order of appearance.
struct Nodes {
  std::vector<uint32_t> vertexOf, component;
  std::vector<std::pair<uint32_t, uint32_t>> endsOf;  ///< per chain its two nodes
  uint32_t components = 0;
};

Nodes nodesOf(const VertexGraph& graph, const std::vector<VertexChain>& chains) {
  Nodes nodes;
  std::vector<uint32_t> nodeOf(graph.size(), PathNetwork::kNone);
  const auto number = [&](uint32_t vertex) {
    if (nodeOf[vertex] == PathNetwork::kNone) {
      nodeOf[vertex] = uint32_t(nodes.vertexOf.size());
      nodes.vertexOf.push_back(vertex);
    }
    return nodeOf[vertex];
  };
  for (const VertexChain& chain : chains) {
    const uint32_t from = number(chain.vertices.front()), to = number(chain.vertices.back());
    nodes.endsOf.emplace_back(from, to);
  }
  UnionFind joined(nodes.vertexOf.size());
  for (const auto& [from, to] : nodes.endsOf) joined.join(from, to);
  nodes.component.resize(nodes.vertexOf.size());
  for (uint32_t node = 0; node < nodes.component.size(); ++node)  // the lowest node of each comes first
    nodes.component[node] = joined.find(node) == node ? nodes.components++ : nodes.component[joined.find(node)];
  return nodes;
}

/// Indices ordered by component, and within a component as they were.
template <class ComponentOf>
std::vector<uint32_t> byComponent(size_t count, ComponentOf&& componentOf) {
  std::vector<uint32_t> order(count);
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) { return componentOf(a) < componentOf(b); });
  return order;
}

}  // namespace

PathNetwork::PathNetwork(const VertexGraph& graph, double step, const StageContext& context)
    : dimension_(graph.dimension), tree_(std::vector<double>(), int(graph.dimension)) {
  const std::vector<VertexChain> ways = chainsOf(graph, context);
  const Nodes nodes = nodesOf(graph, ways);
  const auto chainComponent = [&](uint32_t way) { return nodes.component[nodes.endsOf[way].first]; };
  const std::vector<uint32_t> nodeOrder = byComponent(nodes.vertexOf.size(), [&](uint32_t node) { return nodes.component[node]; });
  const std::vector<uint32_t> wayOrder = byComponent(ways.size(), chainComponent);
  nodePlace_.resize(nodes.vertexOf.size());
  size_t nextNode = 0, nextWay = 0;
  for (uint32_t component = 0; component < nodes.components; ++component) {
    context.checkStop();
    const uint32_t begin = placeCount();
    for (; nextNode < nodeOrder.size() && nodes.component[nodeOrder[nextNode]] == component; ++nextNode) {
      const uint32_t node = nodeOrder[nextNode];
      nodePlace_[node] = addPlace({kNone, node}, graph.point(nodes.vertexOf[node]));
    }
    for (; nextWay < wayOrder.size() && chainComponent(wayOrder[nextWay]) == component; ++nextWay) {
      const VertexChain& way = ways[wayOrder[nextWay]];
      const auto& [from, to] = nodes.endsOf[wayOrder[nextWay]];
      constexpr double kRounding = 1e-9;  // of the length: the same chain in other pieces gets as many steps
      const auto steps = uint32_t(std::max(1.0, std::ceil(way.length / step * (1 - kRounding))));
      chains_.push_back({from, to, steps, placeCount(), way.length});
      placeAlong(graph, way, uint32_t(chains_.size()) - 1);
    }
    components_.push_back({begin, placeCount()});
  }
  linkChains();
  weigh();
  context.checkStop();
  tree_ = treeOfPoints(points_, dimension_);
}

uint32_t PathNetwork::addPlace(Place place, const double* point) {
  places_.push_back(place);
  points_.insert(points_.end(), point, point + dimension_);
  return uint32_t(places_.size()) - 1;
}

/// Even steps by length along the way.
void PathNetwork::placeAlong(const VertexGraph& graph, const VertexChain& way, uint32_t chain) {
  const Chain& added = chains_[chain];
  std::vector<double> point(dimension_);
  size_t piece = 0;
  double before = 0, pieceLength = graph.length({way.vertices[0], way.vertices[1]});
  for (uint32_t at = 1; at < added.steps; ++at) {
    const double wanted = added.length * at / added.steps;
    while (before + pieceLength < wanted && piece + 2 < way.vertices.size()) {
      before += pieceLength;
      ++piece;
      pieceLength = graph.length({way.vertices[piece], way.vertices[piece + 1]});
    }
    const double share = pieceLength > 0 ? std::min(1.0, (wanted - before) / pieceLength) : 0;
    const double *a = graph.point(way.vertices[piece]), *b = graph.point(way.vertices[piece + 1]);
    for (size_t k = 0; k < dimension_; ++k) point[k] = a[k] + share * (b[k] - a[k]);
    addPlace({chain, at}, point.data());
  }
}

void PathNetwork::linkChains() {
  linkBegin_.assign(nodePlace_.size() + 1, 0);
  for (const Chain& chain : chains_) ++linkBegin_[chain.from + 1], ++linkBegin_[chain.to + 1];
  for (size_t node = 1; node < linkBegin_.size(); ++node) linkBegin_[node] += linkBegin_[node - 1];
  std::vector<size_t> next(linkBegin_.begin(), linkBegin_.end() - 1);
  links_.resize(2 * chains_.size());
  for (uint32_t chain = 0; chain < chains_.size(); ++chain)
    for (const uint32_t node : {chains_[chain].from, chains_[chain].to}) links_[next[node]++] = chain;
}

void PathNetwork::weigh() {
  lengthBefore_.assign(places_.size() + 1, 0);
  for (size_t i = 0; i < places_.size(); ++i) {
    double length = 0;
    if (places_[i].chain != kNone) length = chains_[places_[i].chain].step();
    else
      for (const uint32_t chain : chainsAt(places_[i].at)) length += chains_[chain].step() / 2;
    lengthBefore_[i + 1] = lengthBefore_[i] + length;
  }
}

const PathNetwork::Component& PathNetwork::componentOf(uint32_t place) const {
  return *(std::upper_bound(components_.begin(), components_.end(), place, [](uint32_t p, const Component& c) { return p < c.begin; }) - 1);
}

uint32_t PathNetwork::placeAt(const Component& component, double share) const {
  const double low = lengthBefore_[component.begin], high = lengthBefore_[component.end];
  const auto begin = lengthBefore_.begin() + component.begin + 1, end = lengthBefore_.begin() + component.end;
  return component.begin + uint32_t(std::upper_bound(begin, end, low + share * (high - low)) - begin);
}

uint32_t PathNetwork::nearest(std::span<const double> point, double radius) const {
  std::pair<double, uint32_t> best{0, kNone};
  tree_.forEachWithin(point, radius, [&](uint32_t place) {
    const std::pair at{squaredDistance(point.data(), &points_[place * dimension_], dimension_), place};
    if (best.second == kNone || at < best) best = at;
  });
  return best.second;
}

}  // namespace arete::cpu
