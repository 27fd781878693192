#include "compute/cpu/network/loops.h"

#include <algorithm>
#include <queue>

namespace arete::cpu {

void Loops::take(const Edge& edge) {
  const double length = distance(in_.nodes[edge.a].place, in_.nodes[edge.b].place);
  graph_.add(edge.a, edge.b);
  joined_[edge.a] += length, joined_[edge.b] += length;
}

bool Loops::mayClose(const Edge& edge, int64_t weight) { return isWitnessed(edge, weight) && isDense(edge, weight) && isFarRound(edge); }

bool Loops::isWitnessed(const Edge& edge, int64_t weight) const {
  const bool joinsEnds = graph_.degree(edge.a) == 1 && graph_.degree(edge.b) == 1;
  return weight >= (joinsEnds ? in_.rules.endWitnesses : in_.rules.loopWitnesses);
}

bool Loops::isDense(const Edge& edge, int64_t weight) const {
  const double length = distance(in_.nodes[edge.a].place, in_.nodes[edge.b].place);
  const auto density = [&](uint32_t node) { return double(in_.witnesses.nearestTo[node]) / (joined_[node] + length); };
  const double one = density(edge.a), other = density(edge.b);
  const double expected = in_.rules.poissonShare * length * (in_.rules.poissonLesserEnd ? std::min(one, other) : std::max(one, other));
  return double(weight) + in_.rules.poissonDeviations * std::sqrt(double(weight)) + in_.rules.poissonOffset >= expected;
}

/// Dijkstra's search from one node to the other, no farther than a way that would be too short.
bool Loops::isFarRound(const Edge& edge) {
  const double enough = in_.rules.girth - inRadii(in_.nodes[edge.a], in_.nodes[edge.b]);
  std::vector<uint32_t> seen{edge.a};
  std::priority_queue<std::pair<double, uint32_t>, std::vector<std::pair<double, uint32_t>>, std::greater<>> queue;
  way_[edge.a] = 0;
  queue.push({0, edge.a});
  while (!queue.empty()) {
    const auto [way, node] = queue.top();
    queue.pop();
    if (node == edge.b) break;
    if (way > way_[node]) continue;
    for (const uint32_t next : graph_.neighbours(node)) {
      const double farther = way + inRadii(in_.nodes[node], in_.nodes[next]);
      if (farther >= enough || farther >= way_[next]) continue;
      if (way_[next] == kFar) seen.push_back(next);
      way_[next] = farther;
      queue.push({farther, next});
    }
  }
  const bool isFar = way_[edge.b] == kFar;
  for (const uint32_t node : seen) way_[node] = kFar;
  return isFar;
}

}  // namespace arete::cpu
