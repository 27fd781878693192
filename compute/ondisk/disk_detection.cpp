#include "compute/ondisk/disk_detection.h"

#include <algorithm>
#include <utility>

#include "compute/chains/paged/detection_needs.h"
#include "compute/core/error.h"
#include "compute/core/fixed_scale.h"
#include "compute/engine/run_job.h"
#include "compute/engine/streamed_steps.h"
#include "compute/io/file_heads.h"
#include "compute/io/read/spool.h"
#include "compute/ondisk/making_detections.h"
#include "compute/ondisk/network_on_disk.h"

namespace arete {

void checkOnDisk(const Job& job, std::string_view what) {
  const auto refuse = [what](std::string_view where, std::string_view reason, std::string_view hint) {
    throw Error(ErrorKind::wrongUse, what, where, reason, hint);
  };
  if (job.tileDetection() != TileDetection::whole) refuse("--tile-detection", "tiles are made of points in memory", "leave it out, or --max-memory");
  const Filter filter = job.inputFilter();
  const bool scattered = filter.order == PointOrder::scattered;
  if (job.curveKind() == CurveKind::network) checkNetworkOnDisk(job, what);
  if (filter.thin > 0) refuse("--thin", "which cells have a point already is known in memory only", "thin the files first (arete-cli convert)");
  if (filter.every > 1 && scattered)
    refuse("--every " + std::to_string(filter.every), "it counts points in scattered order, which is known in memory only",
           "leave it or --point-order out");
  if (job.curveKind() == CurveKind::network) return;
  if (job.r1() == 0 && scattered)
    refuse("--r1", "it is suggested from some points in scattered order, which is known in memory only", "give --r1, or leave --point-order out");
  for (const auto& [stage, version] : {std::pair(Stage::choose, "choose.cpu.rounds"), std::pair(Stage::evolve, "evolve.cpu.accelerated")})
    if (const std::string& id = job.versionIds[size_t(stage)]; !id.empty() && id != version)
      refuse("--" + std::string(name(stage)) + " " + id, "its points are in memory", "leave it out: the answer is the same");
}

CloudFacts factsOf(const PointStream& points, const std::stop_token& stop) {
  CloudFacts facts{.count = points.size(),
                   .dimension = points.dimension(),
                   .scalar = points.scalar(),
                   .origin = points.origin(),
                   .bounds = points.bounds(stop),
                   .distancesInRange = true,
                   .scale = {}};
  facts.scale = makeFixedScale(facts);
  return facts;
}

RadiusSuggestion suggestedBy(const PointStream& points, const CloudFacts& facts, const Job& job, const std::stop_token& stop) {
  const auto some = [&](std::span<const uint64_t> places) { return pointsAt(points, places, stop); };
  return explainRadius(facts, some, stop, int(job.params.get(kThreadsParam)));
}

DiskDetection withoutPoints(const CloudFacts& facts, const Job& job) {
  DiskDetection made{.job = job.onCpu(), .facts = facts, .makeSteps = {}};
  made.job.versionIds[size_t(Stage::choose)] = "choose.cpu.rounds", made.job.versionIds[size_t(Stage::evolve)] = "evolve.cpu.accelerated";
  return made;
}

void suggestRadius(const PointStream& stream, DiskDetection& made, const std::stop_token& stop) {
  if (made.job.r1() != 0) return;
  made.suggested = suggestedBy(stream, made.facts, made.job, stop);
  takeSuggestion(*made.suggested, made.job);
  checkJob(made.job);
}

StepsMaker stepsOf(std::shared_ptr<StreamedPoints> points) {
  return [points = std::move(points)](const PointCloud& cloud, const Job& job) { return makeStreamedSteps(cloud, job, points); };
}

cpu::PagedOptions pagedOptions(const Job& job, const DiskOptions& options) {
  return {.r1 = job.r1(),
          .params = job.params,
          .scattered = job.inputFilter().order == PointOrder::scattered,
          .memory_bytes = options.allowed_bytes > kProgramBytes ? options.allowed_bytes - kProgramBytes : 0,
          .allowed_bytes = options.allowed_bytes,
          .scratch = options.scratch,
          .ahead = !options.everyStep};
}

DiskDetection diskDetection(const PointStream& stream, const Job& job, const DiskOptions& options, const std::stop_token& stop) {
  DiskDetection made = withoutPoints(factsOf(stream, stop), job);
  if (made.job.curveKind() == CurveKind::network) return makeNetworkOnDisk(stream, made, options, stop), made;
  suggestRadius(stream, made, stop);
  made.makeSteps = stepsOf(cpu::makePagedPoints(stream, pagedOptions(made.job, options)));
  return made;
}

std::optional<uint64_t> boundFor(std::span<const std::filesystem::path> files, const ReadOptions& read, uint64_t asked_bytes, uint64_t free_bytes,
                                 size_t besides, const std::stop_token& stop) {
  DetectionSize size;
  for (const std::filesystem::path& file : files) {
    if (namesPipe(file)) return {};
    try {
      const FileHead head = headOf(file, read, stop);
      if (!head.byRows) return {};  // it is read whole
      size.points += head.rows;
      size.dimension = std::max(size.dimension, head.dimension);
      size.columnBytes = std::max(size.columnBytes, head.columnBytes);
    } catch (const Error&) {  // whoever reads it says what is wrong
      return {};
    }
  }
  const uint64_t most = asked_bytes > 0 ? asked_bytes : free_bytes;
  if (most == 0 || needsOf(size).memory_bytes + size.points * besides <= most) return {};
  return asked_bytes > 0 ? asked_bytes : free_bytes / 2;
}

FilesOnDisk::FilesOnDisk(Paths files, const ReadOptions& read, DiskOptions options, const std::stop_token& stop, const ReadProgressFunction& progress)
    : files_(std::move(files)),
      read_(read),
      options_(std::move(options)),
      all_(std::make_shared<const FileStream>(files_, read, Filter(), stop, progress, true)),
      kept_(all_) {
  options_.everyStep = true;  // the window shows them
}

DetectionElsewhere FilesOnDisk::detection(const Job& job, const std::stop_token& stop, const std::function<void(double)>& progress) {
  checkOnDisk(job);
  if (job.curveKind() == CurveKind::network)
    throw Error(ErrorKind::wrongUse, "cannot detect within bounded memory", "--curve network", "only chains are found with points on disk",
                "leave it out, or --max-memory");
  Filter filter = job.inputFilter();
  filter.order = PointOrder::file;  // which decides nothing about which points there are
  if (filter != filter_) {
    const auto report = [&](const ReadProgress& done) {
      if (progress && done.bytesTotal > 0) progress(double(done.bytesDone) / double(done.bytesTotal));
    };
    kept_ = filter.empty() ? all_ : std::make_shared<const FileStream>(files_, read_, filter, stop, report);
    filter_ = std::move(filter);
  }
  DiskDetection made = diskDetection(*kept_, job, options_, stop);
  const auto makeSteps = [stream = kept_, made = std::move(made.makeSteps)](const PointCloud& cloud, const Job& own) { return made(cloud, own); };
  return {std::move(made.facts), std::move(made.job), makeSteps};
}

/// The coarse levels of a COPC file, as the points of the whole file are; nothing for other files.
static std::optional<PointCloud> coarseLevels(const std::filesystem::path& file, ReadOptions read, uint32_t most, const CloudFacts& facts,
                                              const std::stop_token& stop) {
  read.maxPoints = std::min<uint64_t>(most, read.maxPoints.value_or(most));
  read.asInFile = true;
  read.scalar = Scalar::float64;
  CloudFile levels;
  try {
    levels = readCloud(file, read, stop);
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::wrongUse) throw;
    return {};
  }
  const PointArray& rows = levels.cloud.points();
  if (rows.dimension() != facts.dimension || rows.size() > most) return {};
  PointArray local(facts.scalar, facts.dimension, rows.size());
  for (uint32_t i = 0; i < rows.size(); ++i)
    for (int k = 0; k < facts.dimension; ++k) local.setCoordinate(i, k, rows.coordinate(i, k) - facts.origin[size_t(k)]);
  const std::span<const Attribute> columns = levels.cloud.attributes();
  return PointCloud::inRange(std::move(local), facts.origin, facts.bounds, {columns.begin(), columns.end()});
}

FilesOnDisk::Sample FilesOnDisk::sample(uint32_t most, const std::stop_token& stop) const {
  Sample sample{all_->about(), {}};
  const CloudFacts facts = factsOf(*all_, stop);
  const std::optional<PointCloud> levels = files_.size() == 1 ? coarseLevels(files_.front(), read_, most, facts, stop) : std::nullopt;
  if (levels) {
    sample.file.cloud = *levels;
  } else {
    std::vector<uint64_t> places(std::min<uint64_t>(facts.count, most));
    for (size_t i = 0; i < places.size(); ++i) places[i] = uint64_t(double(facts.count) * double(i) / double(places.size()));
    sample.file.cloud = all_->some(places, stop);
  }
  sample.suggested = suggestedBy(*all_, facts, {}, stop);
  return sample;
}

}  // namespace arete
