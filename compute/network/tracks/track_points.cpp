// The length of a leg in 1024ths of the distance of points is rounded to an integer; point j lies at 1024 j + 512 of its run. So each run knows how
// many points it has before they are made, and threads writeAlong each to its place. Memory: 48 bytes a point along tracks, and the cloud.
#include "compute/network/tracks/track_points.h"

#include <algorithm>
#include <numeric>

#include "compute/core/error.h"
#include "compute/core/portable_math.h"

namespace arete {

namespace {

constexpr int64_t kUnitsOfStep = 1024;  ///< from point to point
constexpr size_t kRunsAtOnce = 16;      ///< that a thread takes at a time
constexpr int64_t kFarthestUnits = int64_t(1) << 60;

int64_t unitsOf(const TrackPlace& from, const TrackPlace& to, double r1) {
  return shared::nearestInteger(std::min(double(kUnitsOfStep * kPointsOnR1) * legLength(from, to) / r1, double(kFarthestUnits)));
}

int64_t lengthOf(std::span<const TrackPlace> run, double r1) {
  int64_t length = 0;
  for (size_t i = 1; i < run.size(); ++i) length += unitsOf(run[i - 1], run[i], r1);
  return length;
}

/// Those at 1024 j + 512 below the length.
size_t pointsOn(int64_t length) { return size_t((length + kUnitsOfStep / 2 - 1) / kUnitsOfStep); }

void checkPointCount(const Tracks& tracks, double r1) {
  constexpr double kMost = 4e9;
  double length = 0;
  for (size_t run = 0; run < tracks.runs(); ++run)
    for (size_t i = 1; i < tracks.run(run).size(); ++i) length += legLength(tracks.run(run)[i - 1], tracks.run(run)[i]);
  if (length / r1 * kPointsOnR1 <= kMost) return;
  throw Error(ErrorKind::badInput, "cannot take tracks as lines", "--r1", "there would be more than 4 000 000 000 points along them, four on each R1",
              "give a larger --r1, or --tracks fixes");
}

void writeAlong(std::span<const TrackPlace> places, uint32_t run, double r1, std::span<PlaceOnTrack> out) {
  int64_t before = 0;
  uint32_t step = 0;
  for (size_t i = 1; i < places.size() && step < out.size(); ++i) {
    const TrackPlace &a = places[i - 1], &c = places[i];
    const int64_t units = unitsOf(a, c, r1);
    const double length = legLength(a, c);
    for (int64_t at; step < out.size() && (at = kUnitsOfStep * step + kUnitsOfStep / 2) < before + units; ++step) {
      const double part = double(at - before) / double(units);
      out[step] = {{a[0] + (c[0] - a[0]) * part, a[1] + (c[1] - a[1]) * part}, {run, step}, {(c[0] - a[0]) / length, (c[1] - a[1]) / length}};
    }
    before += units;
  }
}

/// A fix that no fix before has.
struct KeptFix {
  TrackPlace place;
  TrackPoint point;
};

std::vector<KeptFix> fixesOf(const Tracks& tracks, double r1) {
  std::vector<KeptFix> fixes;
  for (uint32_t run = 0; run < tracks.runs(); ++run) {
    const auto places = tracks.run(run);
    int64_t way = 0;
    for (size_t i = 0; i < places.size(); ++i) {
      if (i > 0) way = std::min(way + unitsOf(places[i - 1], places[i], r1), kFarthestUnits);
      fixes.push_back({places[i], {run, uint32_t(way / kUnitsOfStep)}});
    }
  }
  std::ranges::stable_sort(fixes, {}, &KeptFix::place);
  const auto [from, to] = std::ranges::unique(fixes, {}, &KeptFix::place);
  fixes.erase(from, to);
  return fixes;
}

template <class Placed>
TrackPoints trackCloudOf(std::span<const Placed> placed, const Tracks& tracks, const PointCloud& cloud) {
  TrackPoints made;
  PointArray points = PointArray::toBeWritten(cloud.scalar(), 2, uint32_t(placed.size()));
  withScalarType(cloud.scalar(), [&]<class T>() {
    T* out = points.elements<T>().data();
    for (const Placed& each : placed)
      for (const double x : each.place) *out++ = T(x);
  });
  for (const Placed& each : placed) made.points.push_back(each.point);
  if (tracks.hashes.size() >= kFewestResampledTracks)
    for (const Placed& each : placed) made.hashes.push_back(tracks.hashes[tracks.trackOf[each.point.run]]);
  if (cloud.distancesInRange()) made.cloud = PointCloud::inRange(std::move(points), cloud.origin(), {});
  else made.cloud = PointCloud(std::move(points), cloud.origin());
  made.cloud = made.cloud.withLayout(cloud.layout());
  return made;
}

}  // namespace

std::vector<PlaceOnTrack> placesAlong(const Tracks& tracks, double r1, const StageContext& context) {
  checkPointCount(tracks, r1);
  std::vector<size_t> firsts(tracks.runs() + 1);
  ThreadPool& threads = context.device.threads();
  threads.forEachRange(tracks.runs(), kRunsAtOnce, [&](size_t begin, size_t end, int) {
    for (size_t run = begin; run < end; ++run) firsts[run + 1] = pointsOn(lengthOf(tracks.run(run), r1));
  });
  context.checkStop();
  std::partial_sum(firsts.begin(), firsts.end(), firsts.begin());
  std::vector<PlaceOnTrack> places(firsts.back());
  threads.forEachRange(tracks.runs(), kRunsAtOnce, [&](size_t begin, size_t end, int) {
    for (size_t run = begin; run < end; ++run)
      writeAlong(tracks.run(run), uint32_t(run), r1, std::span(places).subspan(firsts[run], firsts[run + 1] - firsts[run]));
  });
  context.checkStop();
  return places;
}

TrackPoints pointsOfTracks(const Tracks& tracks, const PointCloud& cloud, double r1, TrackUse use, const StageContext& context) {
  if (use == TrackUse::fixes) return trackCloudOf<KeptFix>(fixesOf(tracks, r1), tracks, cloud);
  return trackCloudOf<PlaceOnTrack>(placesAlong(tracks, r1, context), tracks, cloud);
}

std::optional<TrackPoints> pointsOfTracks(const PointCloud& cloud, const ParamValues& params, double r1, const StageContext& context) {
  const Tracks tracks = tracksOf(cloud, params);
  if (tracks.empty()) return {};
  TrackPoints made = pointsOfTracks(tracks, cloud, r1, TrackUse(int(params.get(kTracksParam))), context);
  if (made.cloud.empty()) return {};  // all are shorter than R1 / 8
  return made;
}

}  // namespace arete
