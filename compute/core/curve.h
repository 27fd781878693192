// The result: a graph over the chosen points. Its chains between nodes of degree ≠ 2 are the polylines that are shown and exported.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <stop_token>
#include <vector>

#include "compute/core/point_array.h"

namespace arete {

/// An undirected edge between two chosen points, a < b.
struct Edge {
  uint32_t a = 0, b = 0;
  friend auto operator<=>(const Edge&, const Edge&) = default;
};

/// Node indices in walking order; a closed one does not repeat its first node at the end.
struct Polyline {
  std::vector<uint32_t> nodes;
  bool closed = false;
  friend bool operator==(const Polyline&, const Polyline&) = default;
};

struct Curve {
  PointArray nodes;                 ///< the chosen points, local coordinates of the cloud, row layout
  std::vector<Edge> edges;          ///< ascending, unique
  std::vector<Polyline> polylines;  ///< every edge in exactly one; isolated nodes in none
  uint32_t components = 0;          ///< connected components with at least one edge
  uint32_t loops = 0;               ///< independent loops: edges − nodes + components over nodes that have an edge
  uint32_t junctions = 0;           ///< nodes of degree > 2
  uint32_t ends = 0;                ///< nodes of degree 1
  double length = 0;                ///< in the cloud's units
};

/// Sorts the edges, drops duplicates, walks the graph and fills in all counts. Polylines start at their lower end node; open ones come first,
/// in order of their start, then closed ones starting at their lowest node towards its lower neighbour. Throws Cancelled.
Curve makeCurve(PointArray nodes, std::vector<Edge> edges, std::stop_token stop = {});

}  // namespace arete
