// How thick the lines of a curve are in space, for tubes. No GL.
#pragma once

#include <vector>

#include "compute/engine/curve_explanation.h"
#include "render/view.h"

namespace arete {

/// For each node of the frame's curve, the root mean square distance from it of the points that are nearest to its edges: on the wall of a tube that
/// is the tube's radius. Nodes whose edges have no points take that of the nodes around them; 0 where nothing is known of the whole component.
/// `explanation` is of the frame.
std::vector<float> tubeRadii(const Frame& frame, const CurveExplanation& explanation);

/// Whether the curve is drawn as tubes, which hide what runs inside of them: asked for, three coordinates drawn, and the radii known.
bool drawsTubes(const View& view, const Viewport& viewport, const Frame& frame, const CurveExplanation* explanation);

}  // namespace arete
