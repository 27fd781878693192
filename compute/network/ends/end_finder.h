// How far an end of a network moves, and what becomes of it, however points beside its branch are counted. Source: 2D, step 13; 3D, F; network,
// step 13.
#pragma once

#include <algorithm>
#include <optional>

#include "compute/network/ends/contract.h"
#include "compute/network/graph/beside_branch.h"

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

/// `Graph` is one of compute/network/graph/node_graph.h. What is counted is the weight beside the first part of a branch, up to the end of a stretch.
template <class Graph>
class EndFinder {
 public:
  EndFinder(const EndsInput& in, std::span<const RidgeNode> nodes, const Graph& graph) : in_(in), nodes_(nodes), graph_(graph) {}

  /// How far off the branch it is counted.
  double width(const Branch& branch) const { return in_.rules.ball * nodes_[branch.nodes[0]].radius; }
  /// How far the tip of the branch moves inwards; below 0: outwards. `count(stretch)`: the mass before and in a stretch.
  template <class Count>
  double inwards(const Branch& branch, const Count& count) const;

  /// All stretches that may be counted before anything is known of the branch.
  std::vector<Stretch> stretches(const Branch& branch) const;
  /// The one that may be counted after these, if any.
  template <class Count>
  std::optional<Stretch> lastStretch(const Branch& branch, const Count& count) const;

 private:
  double radius(const Branch& branch) const { return nodes_[branch.nodes[0]].radius; }
  double clamped(const Branch& branch, double inwards) const {
    return std::clamp(inwards, -in_.rules.endOutwards * radius(branch), in_.rules.endInwards * radius(branch));
  }
  /// How far along the branch is clear of its other end.
  double clearTo(const Branch& branch) const {
    return branch.length() - (graph_.degree(branch.nodes.back()) == 1 ? in_.rules.endFrom : in_.rules.endClear) * radius(branch);
  }
  /// Near where the end would be if it moved so far.
  std::optional<Stretch> nearStretch(const Branch& branch, double inwards) const;
  std::optional<Stretch> farStretch(const Branch& branch) const;
  /// For the old rule, which only lengthens.
  Stretch plainStretch(const Branch& branch) const { return {0, std::min(in_.rules.plainStretch * radius(branch), branch.length())}; }
  /// None where the stretch holds too little.
  template <class Count>
  std::optional<double> balanced(const Branch& branch, const std::optional<Stretch>& stretch, const Count& count) const;

  const EndsInput& in_;
  std::span<const RidgeNode> nodes_;
  const Graph& graph_;
};

template <class Graph>
std::optional<Stretch> EndFinder<Graph>::nearStretch(const Branch& branch, double inwards) const {
  if (in_.rules.endNear == 0) return std::nullopt;
  const double from = inwards + in_.rules.endNear * radius(branch), to = from + in_.rules.endStretch * radius(branch);
  return to > clearTo(branch) ? std::nullopt : std::optional(Stretch{from, to});
}

template <class Graph>
std::optional<Stretch> EndFinder<Graph>::farStretch(const Branch& branch) const {
  const double from = in_.rules.endFrom * radius(branch), to = std::min(in_.rules.endTo * radius(branch), clearTo(branch));
  return to - from < in_.rules.endStretch * radius(branch) ? std::nullopt : std::optional(Stretch{from, to});
}

template <class Graph>
std::vector<Stretch> EndFinder<Graph>::stretches(const Branch& branch) const {
  std::vector<Stretch> found{plainStretch(branch)};
  for (const auto& stretch : {nearStretch(branch, 0), farStretch(branch)})
    if (stretch) found.push_back(*stretch);
  return found;
}

template <class Graph>
template <class Count>
std::optional<Stretch> EndFinder<Graph>::lastStretch(const Branch& branch, const Count& count) const {
  const auto first = balanced(branch, nearStretch(branch, 0), count);
  return first ? nearStretch(branch, *first) : std::nullopt;
}

template <class Graph>
template <class Count>
std::optional<double> EndFinder<Graph>::balanced(const Branch& branch, const std::optional<Stretch>& stretch, const Count& count) const {
  if (!stretch) return std::nullopt;
  const EndMass mass = count(*stretch);
  if (mass.in == 0 || (in_.rules.endWeightOfTip ? mass.before : mass.in) < in_.rules.endWeight) return std::nullopt;
  return clamped(branch, stretch->from - double(mass.before) * stretch->length() / double(mass.in));
}

template <class Graph>
template <class Count>
double EndFinder<Graph>::inwards(const Branch& branch, const Count& count) const {
  if (const auto first = balanced(branch, nearStretch(branch, 0), count))
    return balanced(branch, nearStretch(branch, *first), count).value_or(*first);
  if (const auto far = balanced(branch, farStretch(branch), count)) return *far;
  const Stretch plain = plainStretch(branch);
  const EndMass mass = count(plain);
  const double most = in_.rules.endOutwards * radius(branch);
  return -(mass.in == 0 ? 0 : std::min(double(mass.before) * plain.to / double(mass.in), most));
}

/// From a search of the super-points: `Grid` has visitBall() of compute/network/look/ball_grid.h.
template <class Grid>
EndMass endMass(const EndsInput& in, std::span<const RidgeNode> nodes, const Grid& grid, const Branch& branch, double width, const Stretch& stretch) {
  EndMass mass;
  for (const Beside& beside : besideBranch(in.points, grid, nodes, firstPart(branch, stretch.to), width)) {
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
