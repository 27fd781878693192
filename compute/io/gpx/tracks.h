// The tracks and routes of a GPX file, of versions 1.0 and 1.1.
// Source: Topografix, "GPX 1.1 Schema Documentation".
#pragma once

#include <functional>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace arete::gpx {

struct TrackPoint {
  double longitude = 0, latitude = 0;  ///< degrees of WGS 84
  double elevation = std::numeric_limits<double>::quiet_NaN();
  double time = std::numeric_limits<double>::quiet_NaN();  ///< seconds since 1970, UTC
};

/// What the receiver recorded without a break: a segment of a track, or a route.
struct TrackPiece {
  uint32_t track = 0;    ///< from 1; routes are counted behind tracks
  uint32_t segment = 0;  ///< of the track, from 1
  std::vector<TrackPoint> points;
};

struct Tracks {
  std::vector<TrackPiece> pieces;  ///< in the order of the file
  size_t waypoints = 0;            ///< which are on no track
  size_t badTimes = 0;             ///< that were not understood
};

/// Throws what went wrong.
using Refuse = std::function<void(std::string_view place, std::string_view reason, std::string_view hint)>;

/// `refuse` is told the line. Throws std::bad_alloc.
Tracks readTracks(std::string_view text, const Refuse& refuse);

}  // namespace arete::gpx
