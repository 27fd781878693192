#include "compute/cpu/network/way_search.h"

#include <functional>
#include <queue>

namespace arete::cpu {

double WaySearch::way(const NodeGraph& graph, uint32_t from, uint32_t to, double limit) {
  std::vector<uint32_t> seen{from};
  std::priority_queue<std::pair<double, uint32_t>, std::vector<std::pair<double, uint32_t>>, std::greater<>> queue;
  way_[from] = 0;
  queue.push({0, from});
  while (!queue.empty()) {
    const auto [way, node] = queue.top();
    queue.pop();
    if (node == to) break;
    if (way > way_[node]) continue;
    for (const uint32_t next : graph.neighbours(node)) {
      const double farther = way + inRadii(nodes_[node], nodes_[next]);
      if (farther >= limit || farther >= way_[next]) continue;
      if (way_[next] == kFar) seen.push_back(next);
      way_[next] = farther;
      queue.push({farther, next});
    }
  }
  const double found = way_[to];
  for (const uint32_t node : seen) way_[node] = kFar;
  return found;
}

}  // namespace arete::cpu
