// Rules about lengths: what is too short or too long to be part of the curve.
#include <algorithm>
#include <utility>

#include "compute/edit/operations.h"

namespace arete {

namespace {

/// The nodes from an end on, up to the first that is no node on the way.
struct Chain {
  std::vector<uint32_t> nodes;
  double length = 0;
};

Chain chainFrom(uint32_t end, const EditGraph& graph) {
  Chain chain{{end}};
  for (uint32_t before = EditGraph::kNone, node = end;;) {
    const std::vector<uint32_t>& others = graph.neighbours(node);
    const uint32_t next = others.front() == before ? others.back() : others.front();
    chain.length += graph.distance(node, next);
    chain.nodes.push_back(next);
    before = std::exchange(node, next);
    if (graph.degree(node) != 2) return chain;
  }
}

bool isSpur(const Chain& chain, const EditGraph& graph) { return graph.degree(chain.nodes.back()) > 2; }

bool holdsRight(const std::vector<uint32_t>& nodes, const EditGraph& graph) {
  return std::ranges::any_of(nodes, [&](uint32_t node) { return graph.right(node); });
}

/// The nodes of the connected piece that a node is in, and its length.
Chain componentOf(uint32_t start, const EditGraph& graph, std::vector<uint8_t>& seen) {
  Chain component{{start}};
  seen[start] = 1;
  for (size_t i = 0; i < component.nodes.size(); ++i) {
    const uint32_t node = component.nodes[i];
    for (const uint32_t other : graph.neighbours(node)) {
      if (node < other) component.length += graph.distance(node, other);
      if (seen[other] == 0) seen[other] = 1, component.nodes.push_back(other);
    }
  }
  return component;
}

size_t removeComponents(double length, const EditWork& work) {
  EditGraph& graph = work.graph;
  std::vector<uint8_t> seen(graph.size());
  size_t removed = 0;
  for (uint32_t node = 0; node < graph.size(); ++node) {
    if (!graph.alive(node) || seen[node] != 0 || graph.degree(node) == 0) continue;
    work.checkStop();
    const Chain component = componentOf(node, graph, seen);
    if (component.length >= length || holdsRight(component.nodes, graph)) continue;
    for (const uint32_t each : component.nodes) graph.remove(each);
    ++removed;
  }
  return removed;
}

/// The shortest ones first, because a junction that loses one may be none any more, and then the others are longer. True when one went.
bool removeSpurs(double length, const EditWork& work, size_t& removed) {
  EditGraph& graph = work.graph;
  std::vector<std::pair<double, uint32_t>> spurs;
  for (uint32_t node = 0; node < graph.size(); ++node) {
    if (!graph.alive(node) || graph.degree(node) != 1) continue;
    const Chain chain = chainFrom(node, graph);
    if (chain.length < length && isSpur(chain, graph) && !holdsRight(chain.nodes, graph)) spurs.emplace_back(chain.length, node);
  }
  std::ranges::sort(spurs);
  bool any = false;
  for (const auto& [was, end] : spurs) {
    work.checkStop();
    const Chain chain = chainFrom(end, graph);
    if (chain.length != was || !isSpur(chain, graph)) continue;  // looked at again in the next round
    for (size_t i = 0; i + 1 < chain.nodes.size(); ++i) graph.remove(chain.nodes[i]);
    ++removed, any = true;
  }
  return any;
}

}  // namespace

EditStatus removeShorterThan(double length, const EditWork& work) {
  const size_t components = removeComponents(length, work);
  size_t spurs = 0;
  while (removeSpurs(length, work, spurs)) {
  }
  if (components + spurs == 0) return applied("nothing is shorter");
  const std::string both = components > 0 && spurs > 0 ? " and " : "";
  return applied("removed " + (components > 0 ? counted(components, "component") : "") + both + (spurs > 0 ? counted(spurs, "spur") : ""));
}

EditStatus removeLongerThan(double length, const EditWork& work) {
  EditGraph& graph = work.graph;
  size_t removed = 0;
  for (uint32_t node = 0; node < graph.size(); ++node) {
    work.checkStop();
    const std::vector<uint32_t> others = graph.neighbours(node);
    for (const uint32_t other : others) {
      if (other < node || graph.distance(node, other) <= length || (graph.right(node) && graph.right(other))) continue;
      graph.cutAway(node, other);
      ++removed;
    }
  }
  return applied(removed == 0 ? "no edge is longer" : "removed " + counted(removed, "edge"));
}

}  // namespace arete
