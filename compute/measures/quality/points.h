// Points as rows of coordinates, as the measures of quality pass them around.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "compute/core/segment_tree.h"

namespace arete::cpu {

/// Rows grouped by equal coordinates.
struct DistinctPoints {
  std::vector<uint32_t> rows;  ///< one row for each distinct point, in lexicographic order of the coordinates
  std::vector<uint32_t> of;    ///< per row the place in `rows` of its point
};

/// `points`: rows of d coordinates.
DistinctPoints distinctPoints(std::span<const double> points, size_t d);

/// A tree over points, as segments of length 0; its numbers are those of the rows.
SegmentTree treeOfPoints(std::span<const double> points, size_t d);

double squaredDistance(const double* a, const double* b, size_t d);

}  // namespace arete::cpu
