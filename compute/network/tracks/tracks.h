// Tracks of a cloud: the way of a receiver as a sequence of places, from the columns that say which points are one. A network in the plane is made of
// them, as lines or as fixes, instead of from the cloud's points one by one.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "compute/core/coordinate_hash.h"
#include "compute/core/param_info.h"
#include "compute/core/point_cloud.h"

namespace arete {

/// What a network is made of.
enum class TrackUse : uint8_t {
  automatic,  ///< of tracks, where the cloud has any: of their lines, unless the search of R1 found that their fixes are better
  off,        ///< of the cloud's points
  lines,      ///< of points along the tracks
  fixes       ///< of the tracks' places
};
extern const ParamInfo kTracksParam;    ///< a TrackUse
extern const ParamInfo kTrackGapParam;  ///< where tracks are cut

/// What the search of R1 found, for lines or for fixes.
struct TrackFinding {
  TrackUse use = TrackUse::lines;
  double r1 = 0;                      ///< in the cloud's units
  std::optional<double> correlation;  ///< of offsets, at the rung that R1 was found at
  std::optional<double> spread;       ///< beside that of the passes, at that rung; lines only
  double joined = 0;                  ///< share of the legs that the network of R1 joins
  bool isGood = true;                 ///< false: no radius is; this one is the least bad
  friend bool operator==(const TrackFinding&, const TrackFinding&) = default;
};

using TrackPlace = std::array<double, 2>;

/// A track without its breaks is a run or several. Tracks are in an order that follows from their places alone, and so is everything made of them.
struct Tracks {
  std::vector<TrackPlace> places;              ///< of run after run, local coordinates of the cloud
  std::vector<size_t> firsts;                  ///< of each run its first place, and one more; a run has at least two
  std::vector<uint32_t> trackOf;               ///< of each run
  std::vector<shared::CoordinateHash> hashes;  ///< of each track: of its first and last place and the number of its places; of equal ones also which

  size_t runs() const { return trackOf.size(); }
  bool empty() const { return trackOf.empty(); }
  std::span<const TrackPlace> run(size_t i) const { return std::span(places).subspan(firsts[i], firsts[i + 1] - firsts[i]); }
};

double legLength(const TrackPlace& from, const TrackPlace& to);

/// Those of a cloud in the plane; none where no column says so, or where no track has a leg. Fixes that stand still count once. A leg is left out,
/// and its track cut there, where it is longer than ten times the 90 % quantile of all, where a track before has it exactly, in either direction, or
/// where it takes more than `gap`, if that is above 0: in seconds where the cloud has times, else in its units.
Tracks tracksOf(const PointCloud& cloud, double gap);

/// Those that a network of these parameters is made of: none where they are off, or where the profile is no map.
Tracks tracksOf(const PointCloud& cloud, const ParamValues& params);

/// Whether the points of a cloud in the plane, which no column divides into tracks, come one after the other as fixes of a receiver do: the median
/// step from a point to the next is at most a tenth of the median way to the point that is half of the cloud further on. Looks at 10 000 steps at
/// most.
bool followEachOther(const PointCloud& cloud);

/// Half of the tracks' length lies on legs that are no longer.
double typicalLeg(const Tracks& tracks);

}  // namespace arete
