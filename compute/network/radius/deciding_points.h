// The few points of a stream that decide what the stage "radius" sees of all of them.
#pragma once

#include <stop_token>

#include "compute/core/point_cloud.h"
#include "compute/core/point_stream.h"

namespace arete {

/// A cloud with the bounds of the stream, of which the stage says what it says of all points of the stream, to the bit: those that the lattice of all
/// keeps. Of the plane or of space. Memory: 40 bytes each of at most 131 072 points. Goes through all points. Throws what reading them throws.
PointCloud decidingPoints(const PointStream& points, const std::stop_token& stop);

}  // namespace arete
