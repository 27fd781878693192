// A reference curve from a plain table of points: consecutive points that are close are joined.
#pragma once

#include <span>
#include <string>

#include "compute/core/polylines.h"

namespace arete {

/// Joins each row to the next one when both are in one group and nearer than `maxGap`. `rows`: `dimension` coordinates each; `groups`:
/// one name per row, or empty when all belong together. Rows joined to nothing are left out. Throws Error(wrongUse) when sizes do not fit.
Polylines joinRows(std::span<const double> rows, int dimension, std::span<const std::string> groups, double maxGap);

}  // namespace arete
