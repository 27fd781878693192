// Points are sorted by track, then by time or by their place in the cloud; tracks by their places; legs by their ends, so that equal ones are side by
// side. Memory while it runs: about 100 bytes a point.
#include "compute/network/tracks/tracks.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <tuple>

#include "compute/core/track_columns.h"
#include "compute/network/rules/network_params.h"

namespace arete {

static constexpr std::string_view kTrackUses[] = {"automatic", "off", "lines", "fixes"};
const ParamInfo kTracksParam{
    .id = "tracks",
    .label = "Tracks",
    .unit = "",
    .kind = ParamKind::choice,
    .defaultValue = double(TrackUse::automatic),
    .help =
        "What a network in the plane is made of where the cloud has tracks: 'lines', points along them; 'fixes', the places that were recorded; "
        "'off', points as if there were no tracks. 'automatic' takes what joins more of the ways between fixes.",
    .choices = kTrackUses};
const ParamInfo kTrackGapParam{.id = "track_gap",
                               .label = "Gap of tracks",
                               .unit = "seconds, or cloud units",
                               .kind = ParamKind::real,
                               .minimum = 0,
                               .maximum = 1e30,
                               .defaultValue = 0,
                               .help =
                                   "Tracks are cut between two fixes that are farther apart: in seconds where the cloud has a column of times, "
                                   "else in its units. A leg that is ten times longer than most is cut in any case.",
                               .logarithmic = true,
                               .zeroText = "none"};

double legLength(const TrackPlace& from, const TrackPlace& to) {
  const double x = to[0] - from[0], y = to[1] - from[1];
  return std::sqrt(x * x + y * y);
}

namespace {

/// A track as it was recorded, but that a place where the receiver stood counts once.
struct Recording {
  std::vector<TrackPlace> places;
  std::vector<std::array<double, 2>> times;  ///< when each was reached and left; NaN where that is not known

  /// Tracks that differ in their middle alone have one hash, but for their number.
  auto ends() const { return std::tuple(places.size(), places.front(), places.back()); }
  std::tuple<size_t, const TrackPlace&, const TrackPlace&, const decltype(places)&, const decltype(times)&> order() const {
    return {places.size(), places.front(), places.back(), places, times};
  }
  void add(const TrackPlace& place, double time) {
    if (!places.empty() && places.back() == place) times.back()[1] = time;
    else places.push_back(place), times.push_back({time, time});
  }
};

/// A point that lies on a track.
struct TrackRow {
  double file, track, segment, time, fix;
  uint32_t point;
  auto key() const { return std::tuple(file, track, segment); }
};

double valueOf(const Attribute* column, uint32_t point, double without) {
  if (column == nullptr) return without;
  const double value = column->values[point];
  return std::isnan(value) ? without : value;
}

std::vector<TrackRow> rowsOf(const PointCloud& cloud, const TrackColumns& columns) {
  std::vector<TrackRow> rows;
  for (uint32_t i = 0; i < cloud.size(); ++i) {
    const double track = columns.track->values[i];
    if (std::isnan(track)) continue;
    const double time = columns.time == nullptr ? std::numeric_limits<double>::quiet_NaN() : columns.time->values[i];
    rows.push_back({valueOf(columns.file, i, 0), track, valueOf(columns.segment, i, 0), time, valueOf(columns.fix, i, i), i});
  }
  std::ranges::sort(rows, [](const TrackRow& a, const TrackRow& b) {
    return std::tuple(a.file, a.track, a.segment, a.fix, a.point) < std::tuple(b.file, b.track, b.segment, b.fix, b.point);
  });
  return rows;
}

Recording recordingOf(std::span<TrackRow> rows, const PointCloud& cloud) {
  if (std::ranges::none_of(rows, [](const TrackRow& row) { return std::isnan(row.time); })) std::ranges::stable_sort(rows, {}, &TrackRow::time);
  Recording recording;
  for (const TrackRow& row : rows)
    recording.add({cloud.points().coordinate(row.point, 0) + 0.0, cloud.points().coordinate(row.point, 1) + 0.0}, row.time);  // -0 is 0
  for (auto& times : recording.times)
    for (double& time : times)
      if (std::isnan(time)) time = -std::numeric_limits<double>::infinity();  // which can be ordered
  return recording;
}

std::vector<Recording> recordingsOf(const PointCloud& cloud, const TrackColumns& columns) {
  std::vector<TrackRow> rows = rowsOf(cloud, columns);
  std::vector<Recording> all;
  for (size_t begin = 0, end = 0; begin < rows.size(); begin = end) {
    while (end < rows.size() && rows[end].key() == rows[begin].key()) ++end;
    Recording recording = recordingOf(std::span(rows).subspan(begin, end - begin), cloud);
    if (recording.places.size() > 1) all.push_back(std::move(recording));
  }
  std::ranges::sort(all, [](const Recording& a, const Recording& b) { return a.order() < b.order(); });
  return all;
}

shared::CoordinateHash hashOf(const Recording& recording, size_t number) {
  const TrackPlace &first = recording.places.front(), &last = recording.places.back();
  const double values[] = {first[0], first[1], last[0], last[1], double(recording.places.size()), double(number)};
  return shared::coordinateHash(values, 1, int(std::size(values)));
}

std::vector<shared::CoordinateHash> hashesOf(std::span<const Recording> recordings) {
  std::vector<shared::CoordinateHash> hashes;
  size_t number = 0;
  for (size_t i = 0; i < recordings.size(); ++i) {
    number = i > 0 && recordings[i].ends() == recordings[i - 1].ends() ? number + 1 : 0;
    hashes.push_back(hashOf(recordings[i], number));
  }
  return hashes;
}

struct RecordedLeg {
  TrackPlace low, high;  ///< its ends, the lesser one first
  uint32_t track, from;  ///< the number of its first place on the track
  double length, time;
  bool left = true;

  auto ends() const { return std::tie(low, high); }
};

std::vector<RecordedLeg> legsOf(std::span<const Recording> recordings) {
  std::vector<RecordedLeg> legs;
  for (uint32_t track = 0; track < recordings.size(); ++track) {
    const auto& [places, times] = recordings[track];
    for (uint32_t i = 0; i + 1 < places.size(); ++i)
      legs.push_back({std::min(places[i], places[i + 1]), std::max(places[i], places[i + 1]), track, i, legLength(places[i], places[i + 1]),
                      times[i + 1][0] - times[i][1]});  // NaN where a time is not known
  }
  return legs;
}

void leaveOutLong(std::vector<RecordedLeg>& legs, double gap, bool hasTimes) {
  constexpr double kTimesMost = 10;
  std::vector<double> lengths;
  for (const RecordedLeg& leg : legs) lengths.push_back(leg.length);
  const auto most = lengths.begin() + ptrdiff_t((lengths.size() - 1) / 10 * 9 + (lengths.size() - 1) % 10 * 9 / 10);
  std::ranges::nth_element(lengths, most);
  for (RecordedLeg& leg : legs) leg.left = leg.length <= kTimesMost * *most && !(gap > 0 && (hasTimes ? leg.time : leg.length) > gap);
}

/// The first track in the order of tracks has them.
void leaveOutCopies(std::vector<RecordedLeg>& legs) {
  std::vector<uint32_t> order(legs.size());
  std::iota(order.begin(), order.end(), 0u);
  std::ranges::sort(order, [&](uint32_t a, uint32_t b) { return std::tuple(legs[a].ends(), a) < std::tuple(legs[b].ends(), b); });
  uint32_t owner = 0;
  for (size_t i = 0; i < order.size(); ++i) {
    RecordedLeg& leg = legs[order[i]];
    if (i == 0 || leg.ends() != legs[order[i - 1]].ends()) owner = leg.track;
    if (leg.track != owner) leg.left = false;
  }
}

}  // namespace

Tracks tracksOf(const PointCloud& cloud, double gap) {
  Tracks tracks;
  const auto columns = trackColumns(cloud);
  if (!columns || cloud.dimension() != 2) return tracks;
  const std::vector<Recording> recordings = recordingsOf(cloud, *columns);
  std::vector<RecordedLeg> legs = legsOf(recordings);
  if (legs.empty()) return tracks;
  leaveOutLong(legs, gap, columns->time != nullptr);
  leaveOutCopies(legs);
  tracks.hashes = hashesOf(recordings);
  const RecordedLeg* before = nullptr;
  for (const RecordedLeg& leg : legs) {
    if (!leg.left) continue;
    const std::vector<TrackPlace>& places = recordings[leg.track].places;
    if (before == nullptr || before->track != leg.track || before->from + 1 != leg.from) {
      tracks.firsts.push_back(tracks.places.size());
      tracks.trackOf.push_back(leg.track);
      tracks.places.push_back(places[leg.from]);
    }
    tracks.places.push_back(places[leg.from + 1]);
    before = &leg;
  }
  tracks.firsts.push_back(tracks.places.size());
  return tracks;
}

Tracks tracksOf(const PointCloud& cloud, const ParamValues& params) {
  const bool isOff = TrackUse(int(params.get(kTracksParam))) == TrackUse::off;
  if (isOff || !trackColumns(cloud) || networkProfile(cloud, params) != NetworkProfile::map) return {};
  return tracksOf(cloud, params.get(kTrackGapParam));
}

double typicalLeg(const Tracks& tracks) {
  std::vector<double> lengths;
  for (size_t run = 0; run < tracks.runs(); ++run)
    for (size_t i = 1; i < tracks.run(run).size(); ++i) lengths.push_back(legLength(tracks.run(run)[i - 1], tracks.run(run)[i]));
  std::ranges::sort(lengths);
  double sum = 0, before = 0;
  for (const double length : lengths) sum += length;
  for (const double length : lengths)
    if ((before += length) >= sum / 2) return length;
  return 0;
}

/// The median way from a point to the one `further` on, over points evenly spread over the cloud.
static double medianWay(const PointArray& points, uint32_t further) {
  constexpr uint32_t kMostSteps = 10'000;
  const uint32_t count = std::min(points.size(), kMostSteps);
  const auto place = [&](uint64_t i) { return TrackPlace{points.coordinate(i % points.size(), 0), points.coordinate(i % points.size(), 1)}; };
  std::vector<double> ways(count);
  for (uint32_t k = 0; k < count; ++k) {
    const uint64_t i = uint64_t(k) * points.size() / count;
    ways[k] = legLength(place(i), place(i + further));
  }
  const auto middle = ways.begin() + count / 2;
  std::ranges::nth_element(ways, middle);
  return *middle;
}

bool followEachOther(const PointCloud& cloud) {
  constexpr uint32_t kFewest = 100;
  constexpr double kNear = 0.1;
  if (cloud.dimension() != 2 || cloud.size() < kFewest || trackColumns(cloud)) return false;
  return medianWay(cloud.points(), 1) <= kNear * medianWay(cloud.points(), cloud.size() / 2);
}

}  // namespace arete
