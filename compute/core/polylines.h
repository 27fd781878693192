// A curve as plain lines of coordinates: the content of curve files, and the input of quality measures. No graph, no cloud.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "compute/core/curve.h"
#include "compute/core/point_cloud.h"

namespace arete {

struct Polylines {
  int dimension = 0;                       ///< coordinates per vertex; 0 while there is no line
  std::vector<std::vector<double>> lines;  ///< per line its vertices one after the other, `dimension` file coordinates each
  std::vector<bool> closed;                ///< one per line; a closed line does not repeat its first vertex at the end

  size_t size() const { return lines.size(); }
  bool empty() const { return lines.empty(); }
  size_t vertexCount(size_t line) const { return lines[line].size() / size_t(dimension); }
  /// The `dimension` coordinates of a vertex.
  std::span<const double> vertex(size_t line, size_t i) const { return std::span(lines[line]).subspan(i * size_t(dimension), size_t(dimension)); }
  friend bool operator==(const Polylines&, const Polylines&) = default;
};

/// The polylines of a curve in file coordinates (local coordinate + origin, in double). Nodes without an edge are in no line.
Polylines polylinesOf(const Curve& curve, const PointCloud::Origin& origin);

}  // namespace arete
