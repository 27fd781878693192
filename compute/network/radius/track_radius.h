// R1 of a network that is made of tracks: the coarsest radius whose network leaves nothing but noise. Two measures say what it leaves: offsets that
// hang together (track_offsets.h), and distances that are greater than the passes' own spread (track_spread.h). Networks are made from coarse to fine
// until both are content; whether of lines or of fixes is decided by the legs that they join (track_legs.h).
#pragma once

#include <optional>

#include "compute/network/radius/network_radius.h"
#include "compute/network/tracks/tracks.h"

namespace arete {

/// `use`: lines or fixes, or automatic for the better of both. `networkAt` is asked for networks of points of these tracks, one after the other on
/// all threads. None where no network can be judged: where hardly any street was passed twice. The result depends on the set of tracks alone, as long
/// as `networkAt` does. Throws Cancelled, and what `networkAt` throws.
std::optional<TrackFinding> trackRadius(const Tracks& tracks, const PointCloud& cloud, TrackUse use, const NetworkAt& networkAt,
                                        const StageContext& context);

/// Lines or fixes, where R1 is given.
TrackUse usefulOfTracks(const Tracks& tracks, const PointCloud& cloud, double r1, const NetworkAt& networkAt, const StageContext& context);

}  // namespace arete
