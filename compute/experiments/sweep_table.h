// A sweep over R1 as a table and plots, for files.
#pragma once

#include "compute/engine/radius_sweep.h"
#include "compute/experiments/experiment.h"

namespace arete {

/// r1, chosen, components, loops, ends, junctions, length, unexplained, mean_distance, steady_from, steady_to, milliseconds; with the quality of any
/// point also f_score, precision, recall, hausdorff and mean_recovering_error.
ResultTable tableOf(std::span<const SweepPoint> points);
/// Over R1, one for each of these that changes with it.
std::vector<Plot> plotsOf(const ResultTable& sweep);

}  // namespace arete
