// tree.cpu.sequential: row 0 of its stage. Removing the weakest edge of the loops again and again leaves the tree that adding the strongest edge
// that closes no loop builds (reverse delete and Kruskal's algorithm); the latter needs no search for loops. Memory: a grid and a strength per edge.
// Cost: three kernel densities per edge, and a sort. Loses to one thread per edge. Source: 3D, E; Kruskal 1956, "On the shortest spanning subtree of
// a graph and the traveling salesman problem".
#include <algorithm>

#include "compute/network/look/kernel_look.h"
#include "compute/network/tree/contract.h"
#include "compute/network/tree/strongest_tree.h"

namespace arete::cpu {

static double strength(const KernelLook& look, const RidgeNode& a, const RidgeNode& b, const NetworkRules& rules) {
  const double radius = rules.ball * std::min(a.radius, b.radius);
  double least = look.density(a.place + (b.place - a.place) * 0.5, radius);
  for (const double part : {0.25, 0.75}) least = std::min(least, look.density(a.place + (b.place - a.place) * part, radius));
  return least / radius;
}

std::vector<Edge> treeSequential(const TreeInput& in, const StageContext& context) {
  if (in.edges.empty()) return {};
  double smallest = in.nodes[0].radius, largest = smallest;
  for (const RidgeNode& node : in.nodes) smallest = std::min(smallest, node.radius), largest = std::max(largest, node.radius);
  const KernelLook look(in.points, in.rules.ball * smallest, in.rules.ball * largest, context);
  StopTicker tick(context);
  std::vector<std::pair<double, Edge>> edges;
  for (const Edge& edge : in.edges) tick(), edges.emplace_back(-strength(look, in.nodes[edge.a], in.nodes[edge.b], in.rules), edge);
  std::ranges::sort(edges);
  return strongestTree(edges, in.nodes.size());
}

}  // namespace arete::cpu
