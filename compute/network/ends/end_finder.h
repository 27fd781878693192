// How far an end of a network moves, however points beside its branch are counted. Source: network, step 13.
#pragma once

#include <algorithm>

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

/// Weight beside the part of a branch that counts: beyond its tip, and along it.
struct EndMass {
  int64_t beyond = 0, along = 0;
};

/// The part of an end's branch beside which weight counts.
struct EndPart {
  Branch branch;
  double width;   ///< how far off it
  double length;  ///< of its stretch: not of all edges

  template <class Graph>
  EndPart(const EndsInput& in, std::span<const RidgeNode> nodes, const Graph& graph, uint32_t end)
      : width(in.rules.ball * nodes[end].radius), length(in.rules.endStretch * nodes[end].radius) {
    constexpr size_t kNodes = 3;  // they say where the end points
    branch = walk(graph, nodes, end, graph.neighbours(end)[0],
                  [&](const Branch& walked) { return walked.length() > length && walked.nodes.size() >= kNodes; });
    length = std::min(length, branch.length());
  }

  /// Where the end goes.
  shared::Vector3 place(const EndMass& mass, const EndsInput& in, std::span<const RidgeNode> nodes) const {
    const RidgeNode& end = nodes[branch.nodes[0]];
    if (mass.along == 0) return end.place;
    const double longer = std::min(double(mass.beyond) * length / double(mass.along), in.rules.endOutwards * end.radius);
    return in.points.held(end.place + outwards(branch, nodes, 2) * longer);
  }
};

/// By a search of the super-points: `Grid` has visitBall() of compute/network/look/ball_grid.h.
template <class Grid>
EndMass endMass(const EndsInput& in, std::span<const RidgeNode> nodes, const Grid& grid, const EndPart& part) {
  EndMass mass;
  for (const Beside& beside : besideBranch(in.points, grid, nodes, part.branch, part.width)) {
    if (beside.along < 0) mass.beyond += beside.weight;
    else if (beside.along < part.length) mass.along += beside.weight;
  }
  return mass;
}

}  // namespace arete
