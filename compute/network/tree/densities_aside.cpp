// tree.cpu.densities_aside: the strength of edges is found on all threads, the three places on the way of each in one look at the super-points; then
// the tree is built in order.
// Memory: the grids (compute/network/look/row_grid.h) and 16 bytes an edge. Cost: for each edge the super-points of a ball and a half, 3 ns each, and
// a sort. Floor: those terms. Loses to row 0 for a few dozen edges. Source: 3D, E; Kruskal 1956, "On the shortest spanning subtree of a graph and the
// traveling salesman problem".
#include <algorithm>

#include "compute/core/sort_parts.h"
#include "compute/network/look/ball_look.h"
#include "compute/network/tree/contract.h"
#include "compute/network/tree/strongest_tree.h"

namespace arete::cpu {

static double strength(BallLook& look, const RidgeNode& a, const RidgeNode& b, const NetworkRules& rules) {
  const double radius = rules.ball * std::min(a.radius, b.radius);
  const shared::Vector3 way = b.place - a.place, on[] = {a.place + way * 0.25, a.place + way * 0.5, a.place + way * 0.75};
  const double away = std::max(distance(on[0], on[1]), distance(on[2], on[1]));
  return look.leastDensity(on, on[1], away, radius) / radius;
}

std::vector<Edge> treeDensitiesAside(const TreeInput& in, const StageContext& context) {
  constexpr size_t kGrain = 32;
  if (in.edges.empty()) return {};
  double smallest = in.nodes[0].radius, largest = smallest;
  for (const RidgeNode& node : in.nodes) smallest = std::min(smallest, node.radius), largest = std::max(largest, node.radius);
  auto looks = looksOfThreads(in.points, in.rules.ball * smallest, in.rules.ball * largest, context);
  std::vector<std::pair<double, Edge>> edges(in.edges.size());
  context.device.threads().forEachRange(edges.size(), kGrain, [&](size_t begin, size_t end, int thread) {
    context.checkStop();
    for (size_t i = begin; i < end; ++i) {
      const Edge& edge = in.edges[i];
      edges[i] = {-strength(looks[size_t(thread)], in.nodes[edge.a], in.nodes[edge.b], in.rules), edge};
    }
  });
  sortParts(edges, context);
  return strongestTree(edges, in.nodes.size());
}

}  // namespace arete::cpu
