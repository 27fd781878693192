// How far an end of a network moves, whatever looks for the super-points: `Grid` has visitBall() of compute/cpu/network/ball_grid.h, `Graph` is one
// of compute/cpu/network/node_graph.h. Source: 2D, step 13; 3D, F; network, step 13.
#pragma once

#include <algorithm>
#include <cmath>

#include "compute/cpu/network/node_graph.h"
#include "compute/stages/ends.h"

namespace arete::cpu {

/// How far from a branch's nodes is looked, in balls of the end: edges are at most 2.5 R long, so all is seen that is within a ball's radius of them.
inline constexpr double kEndSight = 1.5;

/// Weight at a place along a branch; below 0 beyond its tip.
struct Mass {
  double along;
  int64_t weight;
};

inline int64_t between(std::span<const Mass> masses, double from, double to) {
  int64_t sum = 0;
  for (const Mass& mass : masses) sum += mass.along >= from && mass.along < to ? mass.weight : 0;
  return sum;
}

template <class Graph, class Grid>
class EndFinder {
 public:
  EndFinder(const EndsInput& in, std::span<const RidgeNode> nodes, const Graph& graph, const Grid& grid)
      : in_(in), nodes_(nodes), graph_(graph), grid_(grid) {}

  /// How far the tip of the branch goes inwards; outwards below 0.
  double inwards(const Branch& branch) const;

 private:
  std::vector<Mass> masses(const Branch& branch, double upTo) const;
  Mass nearest(const Branch& branch, size_t edges, shared::Vector3 place, double& squared) const;
  double outwardsByPlainRule(const Branch& branch) const;

  const EndsInput& in_;
  std::span<const RidgeNode> nodes_;
  const Graph& graph_;
  const Grid& grid_;
};

/// The nearest place of the first `edges` edges of a branch, and its squared distance.
template <class Graph, class Grid>
Mass EndFinder<Graph, Grid>::nearest(const Branch& branch, size_t edges, shared::Vector3 place, double& squared) const {
  Mass result{};
  squared = HUGE_VAL;
  for (size_t i = 0; i < edges; ++i) {
    const shared::Vector3 start = nodes_[branch.nodes[i]].place, edge = nodes_[branch.nodes[i + 1]].place - start;
    if (squaredLength(edge) == 0) continue;
    const double part = dot(place - start, edge) / squaredLength(edge), clamped = std::clamp(part, 0.0, 1.0);
    const double found = squaredDistance(place, start + edge * clamped);
    if (found >= squared) continue;
    squared = found;
    result.along = branch.along[i] + (i == 0 ? std::min(part, 1.0) : clamped) * (branch.along[i + 1] - branch.along[i]);
  }
  return result;
}

/// Of the super-points around the branch up to this length.
template <class Graph, class Grid>
std::vector<Mass> EndFinder<Graph, Grid>::masses(const Branch& branch, double upTo) const {
  const double width = in_.rules.ball * nodes_[branch.nodes[0]].radius;
  size_t edges = 1;
  while (edges + 1 < branch.nodes.size() && branch.along[edges] <= upTo) ++edges;
  std::vector<uint32_t> around;
  for (size_t i = 0; i <= edges; ++i)
    grid_.visitBall(nodes_[branch.nodes[i]].place, kEndSight * width, [&](uint32_t point, double) { around.push_back(point); });
  std::ranges::sort(around);
  const auto doubles = std::ranges::unique(around);
  around.erase(doubles.begin(), doubles.end());
  std::vector<Mass> result;
  for (const uint32_t point : around) {
    double squared = 0;
    const Mass mass = nearest(branch, edges, in_.points.places[point], squared);
    if (squared <= width * width) result.push_back({mass.along, in_.points.weights[point]});
  }
  return result;
}

template <class Graph, class Grid>
double EndFinder<Graph, Grid>::outwardsByPlainRule(const Branch& branch) const {
  const double radius = nodes_[branch.nodes[0]].radius, to = std::min(in_.rules.plainStretch * radius, branch.length());
  const std::vector<Mass> found = masses(branch, to);
  const int64_t on = between(found, 0, to), beyond = between(found, -HUGE_VAL, 0);
  if (on == 0) return 0;
  return std::min(double(beyond) * to / double(on), in_.rules.endOutwards * radius);
}

template <class Graph, class Grid>
double EndFinder<Graph, Grid>::inwards(const Branch& branch) const {
  const NetworkRules& rules = in_.rules;
  const double radius = nodes_[branch.nodes[0]].radius, from = rules.endFrom * radius;
  const double clear = (graph_.degree(branch.nodes.back()) == 1 ? rules.endFrom : rules.endClear) * radius;
  const double to = std::min(rules.endTo * radius, branch.length() - clear);
  if (to - from < rules.endStretch * radius) return -outwardsByPlainRule(branch);
  const std::vector<Mass> found = masses(branch, to);
  const int64_t on = between(found, from, to), tip = between(found, -HUGE_VAL, from);
  if (on == 0 || (rules.endWeightOfTip ? tip : on) < rules.endWeight) return -outwardsByPlainRule(branch);
  return std::clamp(from - double(tip) * (to - from) / double(on), -rules.endOutwards * radius, rules.endInwards * radius);
}

/// What becomes of one end: `cut` nodes go from its branch, and the node after them stands at `place`.
struct MovedEnd {
  Branch branch;
  size_t cut;
  shared::Vector3 place;
};

inline MovedEnd movedEnd(Branch branch, double inwards, std::span<const RidgeNode> nodes) {
  const auto placeOf = [&](size_t i) { return nodes[branch.nodes[i]].place; };
  if (inwards <= 0) {
    const shared::Vector3 direction = unit(placeOf(0) - placeOf(std::min<size_t>(2, branch.nodes.size() - 1)));
    return {branch, 0, placeOf(0) - direction * inwards};
  }
  size_t next = 1;
  while (next + 1 < branch.nodes.size() && branch.along[next] <= inwards) ++next;
  const double part = (branch.along[next] - inwards) / (branch.along[next] - branch.along[next - 1]);
  return {branch, next - 1, placeOf(next) + (placeOf(next - 1) - placeOf(next)) * part};
}

/// All at once, from where they were found.
template <class Graph>
void moveEnds(std::span<const MovedEnd> moved, Graph& graph, std::span<RidgeNode> nodes) {
  for (const MovedEnd& end : moved) {
    for (size_t i = 0; i < end.cut; ++i) graph.remove(end.branch.nodes[i], end.branch.nodes[i + 1]);
    nodes[end.branch.nodes[end.cut]].place = end.place;
  }
}

}  // namespace arete::cpu
