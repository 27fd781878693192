// GPX as a cloud: the points of tracks and routes, longitude and latitude, with track, segment, elevation and time. With --dim 3 the elevation is the
// third coordinate; else it is an attribute, since it is in metres and the others in degrees.
#include <algorithm>
#include <cmath>

#include "compute/crs/about_crs.h"
#include "compute/io/gpx/tracks.h"
#include "compute/io/read/cloud_builder.h"
#include "compute/io/read/column_names.h"
#include "compute/io/read/readers.h"

namespace arete {

namespace {

constexpr uint64_t kTickPoints = 1 << 16;

std::vector<size_t> coordinatesOf(const Source& source, std::span<const std::string> names) {
  std::vector<size_t> columns = columnsByOption(source, names);
  if (!columns.empty()) return columns;
  const int dimension = source.options().dimension.value_or(2);
  if (dimension < 2 || dimension > 3)
    source.refuseOption("points of tracks have two coordinates, or three with the elevation", "give --dim 2 or 3, or none");
  columns = {0, 1, 2};
  columns.resize(size_t(dimension));
  return columns;
}

}  // namespace

CloudFile readGpx(const Source& source) {
  const gpx::Tracks tracks = gpx::readTracks(
      source.text(), [&](std::string_view place, std::string_view reason, std::string_view hint) { source.refuse(place, reason, hint); });
  static const std::vector<std::string> kNames = {"longitude", "latitude", "elevation", "time", "track", "segment"};
  const std::vector<size_t> coordinates = coordinatesOf(source, kNames);
  std::vector<size_t> columns = coordinates;
  std::vector<std::string> attributes;
  for (size_t i = 0; i < kNames.size(); ++i) {
    if (std::ranges::find(coordinates, i) != coordinates.end()) continue;
    columns.push_back(i);
    attributes.push_back(kNames[i]);
  }
  CloudBuilder builder(source, coordinates.size(), attributes);
  std::vector<double> row(columns.size());
  for (const gpx::TrackPiece& piece : tracks.pieces)
    for (const gpx::TrackPoint& point : piece.points) {
      const double values[] = {point.longitude, point.latitude, point.elevation, point.time, double(piece.track), double(piece.segment)};
      for (size_t i = 0; i < columns.size(); ++i) row[i] = values[columns[i]];
      builder.add(row.data());
      if (builder.pointsInFile() % kTickPoints == 0) builder.tick(source.size());
    }
  if (builder.pointsInFile() == 0)
    source.refuse("", "it has no points of tracks or routes", tracks.waypoints > 0 ? "it has waypoints only, which are no tracks" : "");
  if (tracks.waypoints > 0) builder.warn("Waypoints, which are on no track, were left out: " + std::to_string(tracks.waypoints) + ".");
  if (tracks.badTimes > 0) builder.warn("Times that are not understood were left out: " + std::to_string(tracks.badTimes) + ".");
  const size_t pieces = tracks.pieces.size();
  CloudFile file = std::move(builder).finish("GPX, " + std::to_string(pieces) + (pieces == 1 ? " track segment" : " track segments"));
  file.crs = kWgs84;
  return file;
}

}  // namespace arete
