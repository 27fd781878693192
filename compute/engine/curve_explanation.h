// What the curve of a frame explains of its cloud, in the form that pictures and panels show: how far each point is from it, the figures of its
// edges, and profiles along its paths.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "compute/core/large_vector.h"
#include "compute/engine/frame.h"
#include "compute/measures/bodies/branches.h"
#include "compute/measures/explanation/explanation.h"

namespace arete {

struct CurveExplanation {
  std::string hash;     ///< Frame::hash of the frame
  double r1 = 0;        ///< of its job
  Explanation figures;  ///< for the reach, kReachInR1 times R1
  // Of each point of the cloud, at its nearest place on the curve.
  LargeVector<float> distances;      ///< from the curve
  LargeVector<float> offsets;        ///< the same; in 2D negative on the right of the path
  LargeVector<float> arcLengths;     ///< along the path; NaN without a curve
  LargeVector<uint32_t> components;  ///< connected pieces as CurvePath counts them; kNowhere without a curve
  CurveEdges edges;                  ///< of the frame's curve, in its order
  std::vector<PathProfile> paths;    ///< of the points within reach, in pieces of R1 / 2 or longer
  CurveBodies bodies;                ///< how thick it is
  BranchTable branches;              ///< the same as a table

  /// Whether it is of this frame, and not of another step or another choice of points.
  bool isOf(const Frame& frame) const {
    return !hash.empty() && hash == frame.hash && distances.size() == frame.cloud.size() && edges.edges.size() == frame.curve.edges.size();
  }
};

/// Null where the curve of the frame is not known. Throws Cancelled.
std::shared_ptr<const CurveExplanation> explainCurve(const Frame& frame, const StageContext& context);

}  // namespace arete
