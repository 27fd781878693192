// How thick the curve of a frame is: the radii of its nodes and the table of its branches, from the cloud's points.
#pragma once

#include <functional>
#include <stop_token>
#include <vector>

#include "compute/engine/frame.h"
#include "compute/measures/bodies/branches.h"

namespace arete {

struct FrameBodies {
  CurveEdges edges;  ///< of the frame's curve, in its order
  CurveBodies bodies;
};

/// Points within kReachInR1 R1 belong to an edge, or within the radius of its nodes where a network has larger ones; the shortest sections are R1
/// long. Without points nothing is known. Throws Cancelled.
FrameBodies bodiesOf(const Frame& frame, const StageContext& context);
/// The same by places that are known already.
CurveBodies bodiesOf(const Frame& frame, const CurveEdges& edges, std::span<const CurvePlace> places, const StageContext& context);

/// Whether the radii of its nodes say something by themselves: a network of surfaces in memory.
bool hasBody(const Frame& frame);

/// Calls bodiesOf() when it is asked for the nodes' bodies, on the CPU. The frame must outlive it.
std::function<std::vector<NodeBody>()> bodySource(const Frame& frame, std::stop_token stop);

/// Begins each component at its root (bodyRoots).
BranchTable branchesOf(const FrameBodies& found);

}  // namespace arete
