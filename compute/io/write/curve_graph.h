// What writers say of a curve's graph besides its lines: the degree of every node, which component it is in, how long a line is.
#pragma once

#include <limits>
#include <optional>

#include "compute/io/write_curve.h"

namespace arete::write {

struct CurveGraph {
  static constexpr uint32_t kNone = std::numeric_limits<uint32_t>::max();

  explicit CurveGraph(const Curve& curve);

  std::vector<uint32_t> degree;     ///< of every node
  std::vector<uint32_t> component;  ///< of every node; from 0 in the order of their lowest nodes, kNone for a node without an edge
  uint32_t components = 0;
  std::optional<Edge> closing;  ///< the first edge (they ascend) whose nodes were joined by those before it: it lies on a loop
};

/// An edge has it in file coordinates.
double squaredLength(const CurveInput& input, const Edge& edge);
/// Along a polyline, back to its start where it is closed; file coordinates and their units.
double lengthOf(const CurveInput& input, const Polyline& polyline);

/// The axes of the curve, but no fewer than 2 and no more than `most`: further ones are zeros.
int axesWritten(const CurveInput& input, int most);

/// "12 at 433001.5 5412345.2 7": a node for people.
std::string nodeText(const CurveInput& input, uint32_t node);

}  // namespace arete::write
