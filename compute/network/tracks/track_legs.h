// How many of the ways from fix to fix a network joins. The order of fixes says what points cannot: that there is a way between two places.
#pragma once

#include "compute/core/curve.h"
#include "compute/core/device.h"
#include "compute/network/tracks/tracks.h"

namespace arete {

/// Among 600 legs that are longer than R1 / 2, or all where they are fewer: the share of those whose fixes both lie within 1.5 R1 of a node, and
/// where the way between these nodes is at most 1.5 times as long as the leg and 4 R1. 0 where there is no such leg. Throws Cancelled.
double joinedLegs(const Tracks& tracks, const Curve& network, double r1, const StageContext& context);

}  // namespace arete
