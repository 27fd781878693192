// A curve in even steps, for programs that want such skeletons.
#pragma once

#include <vector>

#include "compute/io/write_curve.h"

namespace arete::write {

struct SteppedCurve {
  Curve curve;
  std::vector<NodeBody> bodies;  ///< of its nodes, between those of the curve; none where that has none
};

/// Between its ends and junctions, which stay, each line has nodes at equal distances along it, as near to `step` as they can be: at least one piece,
/// of a closed line three. A node lies on the line that it replaces, so that corners are cut by less than a step. Nodes without an edge go.
SteppedCurve withStep(const Curve& curve, std::span<const NodeBody> bodies, double step);

}  // namespace arete::write
