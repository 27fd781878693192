#include "compute/network/spanner/loops.h"

namespace arete::cpu {

void Loops::take(const Edge& edge) {
  const double length = distance(in_.nodes[edge.a].place, in_.nodes[edge.b].place);
  graph_.add(edge.a, edge.b);
  joined_[edge.a] += length, joined_[edge.b] += length;
}

bool Loops::mayClose(const Edge& edge, int64_t weight) { return isWitnessed(edge, weight) && isDense(edge, weight) && isFarRound(edge); }

bool Loops::isWitnessed(const Edge& edge, int64_t weight) const {
  const bool joinsEnds = graph_.degree(edge.a) == 1 && graph_.degree(edge.b) == 1;
  return evidence_.isWitnessed(weight, joinsEnds);
}

bool Loops::isDense(const Edge& edge, int64_t weight) const {
  const double length = distance(in_.nodes[edge.a].place, in_.nodes[edge.b].place);
  const auto density = [&](uint32_t node) { return double(in_.witnesses.nearestTo[node]) / (joined_[node] + length); };
  return evidence_.isDense(weight, length, density(edge.a), density(edge.b));
}

bool Loops::isFarRound(const Edge& edge) {
  const double enough = in_.rules.girth - inRadii(in_.nodes[edge.a], in_.nodes[edge.b]);
  return ways_.way(graph_, edge.a, edge.b, enough) == WaySearch::kFar;
}

}  // namespace arete::cpu
