// What a user says of a whole component: it is right, or it is noise.
#include <algorithm>

#include "compute/core/segment_distance.h"
#include "compute/edit/operations.h"

namespace arete {

/// The nodes of the edit where all of them and its edges are there as it knows them, else nothing.
static std::vector<uint32_t> asItWas(const Edit& edit, const EditGraph& graph) {
  std::vector<uint32_t> nodes;
  for (size_t i = 0; i < edit.size(); ++i) {
    const auto node = graph.exactly(edit.place(i), edit.number(i));
    if (!node) return {};
    nodes.push_back(*node);
  }
  for (const Edge& edge : edit.edges)
    if (!graph.joined(nodes[edge.a], nodes[edge.b])) return {};
  return nodes;
}

/// Within `reach` of an edge of the edit, or of a node where it has none.
static bool isNear(std::span<const double> place, const Edit& edit) {
  const double reach = edit.reach * edit.reach;
  const auto near = [&](size_t a, size_t b) {
    return shared::squaredDistanceToSegment(place.data(), edit.place(a).data(), edit.place(b).data(), edit.dimension) <= reach;
  };
  if (edit.edges.empty())
    for (size_t i = 0; i < edit.size(); ++i)
      if (near(i, i)) return true;
  return std::ranges::any_of(edit.edges, [&](const Edge& edge) { return near(edge.a, edge.b); });
}

EditStatus keepAsRight(const Edit& edit, const EditWork& work) {
  EditGraph& graph = work.graph;
  std::vector<uint32_t> nodes = asItWas(edit, graph);
  if (!nodes.empty()) {
    for (const uint32_t node : nodes) graph.setRight(node);
    return applied("it is as it was");
  }
  size_t replaced = 0;
  for (uint32_t node = 0, before = graph.size(); node < before; ++node) {
    work.checkStop();
    if (graph.alive(node) && !graph.right(node) && isNear(graph.at(node), edit)) graph.remove(node), ++replaced;
  }
  for (size_t i = 0; i < edit.size(); ++i) {
    work.checkStop();
    nodes.push_back(graph.add(edit.place(i), EditGraph::kNone));
    graph.setRight(nodes.back());
  }
  for (const Edge& edge : edit.edges) graph.join(nodes[edge.a], nodes[edge.b]);
  return applied("kept as it was, instead of " + counted(replaced, "node") + " found there");
}

EditStatus dropAsNoise(const Edit& edit, const EditWork& work) {
  if (edit.inForce) return applied("its points are left out");
  size_t removed = 0;
  for (size_t i = 0; i < edit.size(); ++i) {
    work.checkStop();
    if (const auto node = work.node(edit, i)) work.graph.remove(*node), ++removed;
  }
  if (removed == 0) return gone("no node is there any more");
  return applied("removed " + counted(removed, "node") + "; its points are left out of the next detection");
}

}  // namespace arete
