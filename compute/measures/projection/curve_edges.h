// A curve as edges along its paths: what distances from a curve, and places along it, are measured on. A value, made of a detection's curve or of the
// lines of a file; it knows neither frame nor job.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "compute/core/polylines.h"

namespace arete {

struct CurveEdge {
  uint32_t a = 0, b = 0;   ///< vertices
  uint32_t path = 0;       ///< the one that it belongs to
  bool backwards = false;  ///< the path goes from b to a
  double start = 0;        ///< arc length of the path where it enters the edge
  double length = 0;
};

/// A chain between ends and junctions, or a closed one; in a file, a line.
struct CurvePath {
  uint32_t component = 0;
  bool closed = false;
  double length = 0;
};

struct CurveEdges {
  int dimension = 0;
  std::vector<double> vertices;  ///< `dimension` local coordinates of the cloud each
  std::vector<CurveEdge> edges;  ///< from a detection: in the order of Curve::edges
  std::vector<CurvePath> paths;  ///< in the order of the polylines
  uint32_t components = 0;       ///< connected pieces with an edge, numbered by their lowest vertex

  std::span<const double> vertex(uint32_t i) const { return std::span(vertices).subspan(size_t(i) * size_t(dimension), size_t(dimension)); }
  double length() const;
};

CurveEdges edgesOf(const Curve& curve);
/// The edges of lines in file coordinates, for a cloud with this origin. Lines that share a vertex, to the bit, are one component.
CurveEdges edgesOf(const Polylines& lines, const PointCloud::Origin& origin);

}  // namespace arete
