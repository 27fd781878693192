#include "compute/ondisk/network_on_disk.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <utility>

#include "compute/core/error.h"
#include "compute/core/machine_memory.h"
#include "compute/core/track_columns.h"
#include "compute/engine/run_job.h"
#include "compute/io/file_heads.h"
#include "compute/network/radius/deciding_points.h"
#include "compute/network/rules/network_params.h"
#include "compute/network/rules/sphere_places.h"
#include "compute/network/streamed/network_needs.h"
#include "compute/network/streamed/streamed_super_points.h"
#include "compute/network/tracks/tracks.h"

namespace arete {

namespace {

/// The points of a stream as the steps of a network see them.
class NetworkPoints {
 public:
  /// `standIn`: a cloud in place of theirs, which outlives the steps with this object.
  NetworkPoints(const PointStream& stream, PointCloud standIn, const Job& job, const DiskOptions& options)
      : stream_(stream),
        standIn_(std::move(standIn)),
        r1_(job.r1()),
        rules_(networkRules(standIn_, job.params)),
        allowed_bytes_(options.allowed_bytes),
        room_{options.allowed_bytes > kProgramBytes ? options.allowed_bytes - kProgramBytes : 0, options.scratch} {}

  const PointCloud& standIn() const { return standIn_; }

  SuperPoints superPoints(const StageContext& context) {
    constexpr double kDealt = 0.6;  // of the time, while the stream is read
    const auto part = [&](double from, double to) {
      return StageContext{context.device, context.stop, [&context, from, to](double done) { context.report(from + (to - from) * done); }};
    };
    cpu::DistinctStore points(stream_, room_, part(0, kDealt));
    SuperPoints made = cpu::streamedSuperPoints(points, {standIn_, r1_, rules_}, room_, mostNetworkCells(allowed_bytes_), part(kDealt, 1));
    report_ = {.memory_bytes = allowed_bytes_,
               .store_bytes = points.storedBytes(),
               .resident_bytes = std::min(points.residentBytes(), points.storedBytes()),
               .read_bytes = points.readBytes(),
               .written_bytes = points.writtenBytes(),
               .inputReads = 1};
    return made;
  }
  const StoreReport& report() const { return report_; }

 private:
  const PointStream& stream_;
  const PointCloud standIn_;
  const double r1_;
  const NetworkRules rules_;
  const uint64_t allowed_bytes_;
  const cpu::DistinctStore::Room room_;
  StoreReport report_;
};

}  // namespace

void checkNetworkOnDisk(const Job& job, std::string_view what) {
  const auto refuse = [what](std::string_view where, std::string_view reason, std::string_view hint) {
    throw Error(ErrorKind::wrongUse, what, where, reason, hint);
  };
  if (job.r1() == 0) refuse("--r1", "R1 of a network is searched for among points in memory", "give --r1");
  if (job.params.get(kBootstrapParam) > 0) refuse("--bootstrap", "points are drawn anew from memory", "leave it out, or --max-memory");
  const std::string& id = job.versionIds[size_t(Stage::super_points)];
  if (!id.empty() && id != "super_points.cpu.tables") refuse(id, "its points are in memory", "leave it out: the answer is the same");
}

static PointCloud standInFor(const CloudFacts& facts) {
  return PointCloud::inRange(PointArray(facts.scalar, facts.dimension, 0), facts.origin, facts.bounds, {});
}

/// Whether the bounds of points on the unit sphere would be these.
static bool mayBeOnSphere(const CloudFacts& facts) {
  constexpr double kNear = 1e-3;  // points may lie so far outside, and somewhat more
  if (facts.dimension != 3 || facts.count == 0) return false;
  for (size_t k = 0; k < 3; ++k)
    if (std::max(std::abs(facts.bounds.minimum[k] + facts.origin[k]), std::abs(facts.bounds.maximum[k] + facts.origin[k])) > 1 + kNear) return false;
  return true;
}

/// The automatic profile where only all points can tell it: the sphere.
static void settleProfile(const PointStream& stream, DiskDetection& made, const std::stop_token& stop) {
  if (int(made.job.params.get(kProfileParam)) != 0 || !mayBeOnSphere(made.facts)) return;
  bool areOn = true;
  stream.read(
      0, [&](const PointArray& block, uint64_t) { areOn = areOn && areOnUnitSphere(block, stream.origin()); }, stop);
  if (areOn) made.job.params.set(kProfileParam, 1 + double(NetworkProfile::sphere));
}

/// As networkRules() of the cloud in memory does.
static void checkRules(const PointStream& stream, const DiskDetection& made, const std::stop_token& stop) {
  if (!networkRules(standInFor(made.facts), made.job.params).onSphere) return;
  uint64_t first = 0;
  const auto check = [&](const PointArray& block, uint64_t) {
    checkDirections(PointCloud::inRange(block, stream.origin(), made.facts.bounds, {}), first);
    first += block.size();
  };
  stream.read(0, check, stop);
}

bool mayHaveTracks(std::span<const std::filesystem::path> files, const ReadOptions& read, const Job& job, const std::stop_token& stop) {
  const int profile = int(job.params.get(kProfileParam));
  const bool mayBeMap = profile == 0 || profile == 1 + int(NetworkProfile::map);
  if (!mayBeMap || TrackUse(int(job.params.get(kTracksParam))) == TrackUse::off) return false;
  return std::ranges::any_of(files, [&](const std::filesystem::path& file) {
    const FileHead head = headOf(file, read, stop);
    return !head.byRows || (head.dimension != 3 && head.columnBytes > 0) || read.dimension == 2;
  });
}

void refuseTracks(const FileStream& stream) {
  if (stream.dimension() != 2 || std::ranges::none_of(stream.columnNames(), isTrackName)) return;
  throw Error(ErrorKind::wrongUse, "cannot detect within bounded memory", "--max-memory", "the points have tracks, which are joined in memory",
              "leave it out, or say that the network is not to be made of tracks (--tracks off)");
}

void makeNetworkOnDisk(const PointStream& stream, DiskDetection& made, const DiskOptions& options, const std::stop_token& stop) {
  checkJob(made.job);
  settleProfile(stream, made, stop);
  checkRules(stream, made, stop);
  const bool asksForWidths = followsWidths(made.job.params) && made.facts.dimension == 2;
  PointCloud standIn = asksForWidths ? decidingPoints(stream, stop) : standInFor(made.facts);
  made.makeSteps = [&stream, standIn = std::move(standIn), options](const PointCloud&, const Job& job) {
    const auto points = std::make_shared<NetworkPoints>(stream, standIn, job, options);
    return makeNetworkSteps(
        points->standIn(), job,
        {.make = [points](const StageContext& context) { return points->superPoints(context); }, .report = [points] { return points->report(); }});
  };
}

}  // namespace arete
