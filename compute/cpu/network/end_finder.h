// How far an end of a network moves, for any search of super-points: `Grid` has visitBall() of compute/cpu/network/ball_grid.h, `Graph` is one
// of compute/cpu/network/node_graph.h. Source: 2D, step 13; 3D, F; network, step 13.
#pragma once

#include <algorithm>
#include <cmath>

#include "compute/cpu/network/beside_branch.h"
#include "compute/stages/ends.h"

namespace arete::cpu {

/// The largest balls that are looked into, in units of the end's ball: those around the middle of an edge hold all that is within a ball's radius of
/// it.
inline constexpr double kEndSight = 2;

inline int64_t between(std::span<const Beside> masses, double from, double to) {
  int64_t sum = 0;
  for (const Beside& mass : masses) sum += mass.along >= from && mass.along < to ? mass.weight : 0;
  return sum;
}

template <class Graph, class Grid>
class EndFinder {
 public:
  EndFinder(const EndsInput& in, std::span<const RidgeNode> nodes, const Graph& graph, const Grid& grid)
      : in_(in), nodes_(nodes), graph_(graph), grid_(grid) {}

  /// How far the tip of the branch moves inwards; below 0: outwards.
  double inwards(const Branch& branch) const;

 private:
  std::vector<Beside> masses(const Branch& branch, double upTo) const {
    return besideBranch(in_.points, grid_, nodes_, firstPart(branch, upTo), in_.rules.ball * nodes_[branch.nodes[0]].radius);
  }
  double outwardsByPlainRule(const Branch& branch) const;

  const EndsInput& in_;
  std::span<const RidgeNode> nodes_;
  const Graph& graph_;
  const Grid& grid_;
};

template <class Graph, class Grid>
double EndFinder<Graph, Grid>::outwardsByPlainRule(const Branch& branch) const {
  const double radius = nodes_[branch.nodes[0]].radius, to = std::min(in_.rules.plainStretch * radius, branch.length());
  const std::vector<Beside> found = masses(branch, to);
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
  const std::vector<Beside> found = masses(branch, to);
  const int64_t on = between(found, from, to), tip = between(found, -HUGE_VAL, from);
  if (on == 0 || (rules.endWeightOfTip ? tip : on) < rules.endWeight) return -outwardsByPlainRule(branch);
  return std::clamp(from - double(tip) * (to - from) / double(on), -rules.endOutwards * radius, rules.endInwards * radius);
}

/// What becomes of one end: `cut` nodes are removed from its branch, and the next node moves to `place`.
struct MovedEnd {
  Branch branch;
  size_t cut;
  shared::Vector3 place;
};

inline MovedEnd movedEnd(Branch branch, double inwards, std::span<const RidgeNode> nodes) {
  const auto placeOf = [&](size_t i) { return nodes[branch.nodes[i]].place; };
  if (inwards <= 0) return {branch, 0, placeOf(0) - outwards(branch, nodes, 2) * inwards};
  size_t next = 1;
  while (next + 1 < branch.nodes.size() && branch.along[next] <= inwards) ++next;
  const double part = (branch.along[next] - inwards) / (branch.along[next] - branch.along[next - 1]);
  return {branch, next - 1, placeOf(next) + (placeOf(next - 1) - placeOf(next)) * part};
}

/// All ends at once, from the places where they were found.
template <class Graph>
void moveEnds(std::span<const MovedEnd> moved, const SuperPoints& points, Graph& graph, std::span<RidgeNode> nodes) {
  for (const MovedEnd& end : moved) {
    for (size_t i = 0; i < end.cut; ++i) graph.remove(end.branch.nodes[i], end.branch.nodes[i + 1]);
    nodes[end.branch.nodes[end.cut]].place = points.held(end.place);
  }
}

}  // namespace arete::cpu
