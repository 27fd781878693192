// Spans of the wires of a cloud: each line of a network is cut at pylons, and every part gets its catenary.
//
// Steps    points to the nearest line; cuts at pylons (split_wires.h); a fit each; what a gap cut in two is joined; pylons where spans meet, and ends
//          that nearly reach one are extended to it (pylons.h); points to the nearest catenary, and fits again; bands; numbers (numbering.h).
// Cost     some fifty passes over the points of the wires.
#pragma once

#include "compute/core/device.h"
#include "compute/core/point_array.h"
#include "compute/measures/projection/curve_edges.h"
#include "compute/wires/spans.h"

namespace arete {

/// `curve`: the wires, in the cloud's coordinates. The third coordinate goes up. Throws Error(wrongUse) where there is none, Error(badInput) where no
/// line has a span, Cancelled. The same bits on any number of threads.
WireSpans findSpans(const PointArray& points, const CurveEdges& curve, const SpanOptions& options, const StageContext& context);

}  // namespace arete
