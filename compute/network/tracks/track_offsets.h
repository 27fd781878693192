// How the offsets of tracks from a network hang together. Where its lines run along the middle of streets, passes that follow each other along a line
// lie left and right of it as chance has it; where it is too coarse (a bend cut, two streets made one) neighbours lie on the same side.
#pragma once

#include <optional>

#include "compute/core/curve.h"
#include "compute/core/device.h"
#include "compute/network/tracks/track_points.h"

namespace arete {

struct TrackOffsets {
  std::optional<double> correlation;  ///< of neighbours along the network, of different passes; none where there are too few
  double covered = 0;                 ///< share of the points that lie within 1.5 R1 of the network
};

/// The offsets of at most 160 000 of the points that the network was made of. Sums are of integers. Throws Cancelled.
TrackOffsets trackOffsets(const Curve& network, const TrackPoints& points, double r1, const StageContext& context);

}  // namespace arete
