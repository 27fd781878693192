// A curve as trees: what formats hold that know parents only.
#pragma once

#include <vector>

#include "compute/io/write_curve.h"

namespace arete::write {

struct OpenedCurve {
  Curve tree;                 ///< with the nodes of the curve
  std::vector<Edge> leftOut;  ///< one of each loop, ascending
};

/// Leaves out the edge of each loop that fewest resamples support; where that is not known, or alike, the longest one, and of equal ones the last.
OpenedCurve withOpenLoops(const CurveInput& input);

}  // namespace arete::write
