// Which columns of a cloud say on which track a point lies, and where on it. Tracks are attributes as all others, so that filters, joined files and
// files that are written keep them.
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "compute/core/point_cloud.h"

namespace arete {

/// Points with one value in such a column are a track; the first of these names wins, and case does not matter.
inline constexpr std::array<std::string_view, 5> kTrackNames = {"track", "track_id", "trip", "trip_id", "trajectory"};
/// The column that another one is called when it is asked for as the tracks' column.
inline constexpr std::string_view kTrackName = kTrackNames[0];
/// Seconds, by which the points of a track are ordered.
inline constexpr std::array<std::string_view, 3> kTimeNames = {"time", "timestamp", "t"};
/// Numbers points in the order of their track, where a cloud has them in another one.
inline constexpr std::string_view kFixName = "fix";
/// A part of the track of GPX that the receiver recorded without a break.
inline constexpr std::string_view kSegmentName = "segment";
/// The number of the file, from 1, where a cloud is made of several.
inline constexpr std::string_view kSourceFile = "source_file";

/// Points lie on one track where `track`, `segment` and `file` agree. Null where the cloud has no such column.
struct TrackColumns {
  const Attribute *track = nullptr, *segment = nullptr, *file = nullptr, *time = nullptr, *fix = nullptr;
};

bool isTrackName(std::string_view name);
bool isTimeName(std::string_view name);
/// Whether it is one of those that TrackColumns names.
bool isOfTracks(std::string_view name);

/// None where no column names tracks.
std::optional<TrackColumns> trackColumns(const PointCloud& cloud);

}  // namespace arete
