// How thick the lines of a curve are in space, for tubes. No GL.
#pragma once

#include <vector>

#include "compute/engine/curve_explanation.h"
#include "render/view.h"

namespace arete {

struct EndRadii {
  float a = 0, b = 0;
};

/// For each edge of the frame's curve the radii of the body around its ends, as its path has them: a branch is thin where it leaves a thick one.
/// Where a path has none they are those of the nodes around it; 0 where nothing is known of the whole component. `explanation` is of the frame.
std::vector<EndRadii> tubeRadii(const Frame& frame, const CurveExplanation& explanation);

/// Whether the curve is drawn as tubes, which hide what runs inside of them: asked for, three coordinates drawn, and the radii known.
bool drawsTubes(const View& view, const Viewport& viewport, const Frame& frame, const CurveExplanation* explanation);

}  // namespace arete
