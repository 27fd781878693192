// How far an end of a network moves, and what becomes of it, however points beside its branch are counted. Source: 2D, step 13; 3D, F; network,
// step 13.
#pragma once

#include <algorithm>
#include <optional>

#include "compute/network/beside_branch.h"
#include "compute/stages/ends.h"

namespace arete {

/// The largest ball that is looked into: that around the middle of an edge holds all that is within the ball of an end of it. A bridge may be as long
/// as several balls.
inline double widestEndBall(const EndsInput& in, std::span<const RidgeNode> nodes) {
  double radius = 0, longest = 0;
  for (const RidgeNode& node : nodes) radius = std::max(radius, node.radius);
  for (const Edge& edge : in.edges) longest = std::max(longest, distance(nodes[edge.a].place, nodes[edge.b].place));
  return in.rules.ball * radius + longest / 2;
}

/// Weight beside a branch: before a stretch, also beyond its tip, and in it.
struct EndMass {
  int64_t before = 0, in = 0;
};

/// How an end is decided: by the balance of mass, or by the old rule, which only lengthens.
enum class EndRule { balance, plain };

/// `Graph` is one of compute/network/node_graph.h.
template <class Graph>
class EndFinder {
 public:
  EndFinder(const EndsInput& in, std::span<const RidgeNode> nodes, const Graph& graph) : in_(in), nodes_(nodes), graph_(graph) {}

  /// What must be counted for a rule: beside the first part of the branch, up to the end of this stretch. None where the rule does not hold.
  std::optional<Stretch> stretch(const Branch& branch, EndRule rule) const;
  /// How far off the branch it is counted.
  double width(const Branch& branch) const { return in_.rules.ball * nodes_[branch.nodes[0]].radius; }
  /// How far the tip of the branch moves inwards; below 0: outwards. `count(rule)`: the mass for a rule that has a stretch.
  template <class Count>
  double inwards(const Branch& branch, const Count& count) const;

 private:
  const EndsInput& in_;
  std::span<const RidgeNode> nodes_;
  const Graph& graph_;
};

template <class Graph>
std::optional<Stretch> EndFinder<Graph>::stretch(const Branch& branch, EndRule rule) const {
  const NetworkRules& rules = in_.rules;
  const double radius = nodes_[branch.nodes[0]].radius, from = rules.endFrom * radius;
  if (rule == EndRule::plain) return Stretch{0, std::min(rules.plainStretch * radius, branch.length())};
  const double clear = (graph_.degree(branch.nodes.back()) == 1 ? rules.endFrom : rules.endClear) * radius;
  const double to = std::min(rules.endTo * radius, branch.length() - clear);
  return to - from < rules.endStretch * radius ? std::nullopt : std::optional(Stretch{from, to});
}

template <class Graph>
template <class Count>
double EndFinder<Graph>::inwards(const Branch& branch, const Count& count) const {
  const NetworkRules& rules = in_.rules;
  const double radius = nodes_[branch.nodes[0]].radius;
  if (const auto seen = stretch(branch, EndRule::balance)) {
    const EndMass mass = count(EndRule::balance);
    if (mass.in != 0 && (rules.endWeightOfTip ? mass.before : mass.in) >= rules.endWeight)
      return std::clamp(seen->from - double(mass.before) * (seen->to - seen->from) / double(mass.in), -rules.endOutwards * radius,
                        rules.endInwards * radius);
  }
  const EndMass mass = count(EndRule::plain);
  const double most = rules.endOutwards * radius, to = stretch(branch, EndRule::plain)->to;
  return -(mass.in == 0 ? 0 : std::min(double(mass.before) * to / double(mass.in), most));
}

/// From a search of the super-points: `Grid` has visitBall() of compute/network/ball_grid.h.
template <class Graph, class Grid>
EndMass endMass(const EndsInput& in, std::span<const RidgeNode> nodes, const EndFinder<Graph>& finder, const Grid& grid, const Branch& branch,
                EndRule rule) {
  const Stretch stretch = *finder.stretch(branch, rule);
  EndMass mass;
  for (const Beside& beside : besideBranch(in.points, grid, nodes, firstPart(branch, stretch.to), finder.width(branch))) {
    if (beside.along < stretch.from) mass.before += beside.weight;
    else if (beside.along < stretch.to) mass.in += beside.weight;
  }
  return mass;
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

}  // namespace arete
