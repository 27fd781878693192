// GPX as a curve: a line for each segment of a track and each route, longitude and latitude.
#include "compute/core/error.h"
#include "compute/crs/about_crs.h"
#include "compute/io/gpx/tracks.h"
#include "compute/io/read_curve/curve_readers.h"

namespace arete::read_curve {

CurveFile gpx(std::string_view text, const std::string& name) {
  const arete::gpx::Tracks tracks = arete::gpx::readTracks(text, [&](std::string_view place, std::string_view reason, std::string_view hint) {
    throw Error(ErrorKind::badInput, "cannot read the curve", place.empty() ? name : name + ' ' + std::string(place), reason, hint);
  });
  CurveFile file;
  size_t lonely = 0;
  for (const arete::gpx::TrackPiece& piece : tracks.pieces) {
    if (piece.points.size() < 2) {
      ++lonely;
      continue;
    }
    std::vector<double> line;
    for (const arete::gpx::TrackPoint& point : piece.points) line.push_back(point.longitude), line.push_back(point.latitude);
    file.polylines.dimension = 2;
    file.polylines.lines.push_back(std::move(line));
    file.polylines.closed.push_back(false);
  }
  if (lonely > 0) file.warnings.push_back("track segments of a single point are left out: " + std::to_string(lonely));
  if (tracks.waypoints > 0) file.warnings.push_back("waypoints, which are on no track, are left out: " + std::to_string(tracks.waypoints));
  file.crs = kWgs84;
  return file;
}

}  // namespace arete::read_curve
