// Compares the curve with a reference curve, in the numbers that the panels show.
#pragma once

#include <stop_token>
#include <vector>

#include "compute/core/polylines.h"
#include "compute/engine/frame.h"
#include "ui/panels.h"

namespace arete {

/// The frame's curve is known; both of the same dimension. Computes on all cores. Throws Cancelled.
std::vector<QualityLine> qualityLines(const Frame& frame, const Polylines& reference, const std::stop_token& stop);

}  // namespace arete
