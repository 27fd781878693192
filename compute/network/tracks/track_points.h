// The points that a network is made of where its cloud has tracks. The places of points along tracks follow from sums of integers, so that neither
// threads nor the order of the tracks change a bit.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "compute/core/device.h"
#include "compute/core/point_cloud.h"
#include "compute/network/tracks/tracks.h"

namespace arete {

/// The number of points along tracks on each R1 of way.
inline constexpr int kPointsOnR1 = 4;

/// Fewer tracks are resampled point by point: one, two or three tracks say nothing about other tracks.
inline constexpr size_t kFewestResampledTracks = 4;

/// What is known of a point of such a cloud.
struct TrackPoint {
  uint32_t run;
  uint32_t step;  ///< how far along its run: in points of lines
};

struct TrackPoints {
  PointCloud cloud;                            ///< with origin, type and layout of the cloud that the tracks are of
  std::vector<TrackPoint> points;              ///< one each
  std::vector<shared::CoordinateHash> hashes;  ///< one per point, equal along a track, which a resample takes whole or not; empty for few tracks
};

/// A place every R1 / 4 along the tracks, from R1 / 8 on. Throws Error(badInput) where these are more than a cloud can have, Cancelled.
struct PlaceOnTrack {
  TrackPlace place;
  TrackPoint point;
  TrackPlace direction;  ///< of its leg, of length 1
};
std::vector<PlaceOnTrack> placesAlong(const Tracks& tracks, double r1, const StageContext& context);

/// The tracks of this cloud as points of lines, or as fixes: each place once, with the first track that has it. Throws as placesAlong() does.
TrackPoints pointsOfTracks(const Tracks& tracks, const PointCloud& cloud, double r1, TrackUse use, const StageContext& context);

/// What a network of these parameters is made of instead of the cloud's points; none where those are it: where there are no tracks, or they are off.
std::optional<TrackPoints> pointsOfTracks(const PointCloud& cloud, const ParamValues& params, double r1, const StageContext& context);

}  // namespace arete
