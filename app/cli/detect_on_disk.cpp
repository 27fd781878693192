#include "app/cli/detect_on_disk.h"

#include <algorithm>
#include <iostream>

#include "app/cli/progress.h"
#include "app/cli/read_flags.h"
#include "app/cli/text.h"
#include "compute/core/error.h"
#include "compute/cpu/paged/paged_points.h"
#include "compute/engine/run_job.h"
#include "compute/io/file_stream.h"
#include "compute/stages/detection_needs.h"
#include "compute/stages/knn.h"
#include "compute/stages/suggest_radius.h"

namespace arete::cli {

namespace fs = std::filesystem;

void MemoryFlags::add(CommandApp& app) {
  constexpr const char* kGroup = "Long detections";
  static constexpr const ParamInfo* kParams[] = {&kMaxMemoryParam};
  given_->memory.add(app, kParams, kGroup);
  app.addOutputFolder(
         "--scratch", given_->scratch,
         "With --max-memory: where points are kept meanwhile, some 40 bytes each, in files that are gone at the end, however the program "
         "ends (default: the folder of the output).",
         [](const fs::path&) { return std::vector<fs::path>(); })
      ->group(kGroup);
}

bool MemoryFlags::given() const { return given_->memory.given(kMaxMemoryParam); }

uint64_t MemoryFlags::allowed_bytes() const {
  ParamValues params;
  given_->memory.apply(params);
  return given() ? uint64_t(params.get(kMaxMemoryParam)) << 20 : 0;
}

void MemoryFlags::check(const Job& job, std::string_view what) {
  const auto refuse = [what](std::string_view where, std::string_view reason, std::string_view hint) {
    throw Error(ErrorKind::wrongUse, what, where, reason, hint);
  };
  const std::string_view leaveOut = "leave it out, or --max-memory";
  if (job.curveKind() == CurveKind::network) refuse("--curve network", "only chains are found with points on disk", leaveOut);
  if (job.tileDetection() != TileDetection::whole) refuse("--tile-detection", "tiles are made of points in memory", leaveOut);
  const Filter filter = job.inputFilter();
  const bool scattered = filter.order == PointOrder::scattered;
  if (filter.thin > 0) refuse("--thin", "which cells have a point already is known in memory only", "thin the files first (arete-cli convert)");
  if (filter.every > 1 && scattered)
    refuse("--every " + std::to_string(filter.every), "it counts points in scattered order, which is known in memory only",
           "leave it or --point-order out");
  if (job.r1() == 0 && scattered)
    refuse("--r1", "it is suggested from some points in scattered order, which is known in memory only", "give --r1, or leave --point-order out");
  for (const auto& [stage, version] : {std::pair(Stage::choose, "choose.cpu.rounds"), std::pair(Stage::evolve, "evolve.cpu.accelerated")})
    if (const std::string& id = job.versionIds[size_t(stage)]; !id.empty() && id != version)
      refuse("--" + std::string(name(stage)) + " " + id, "its points are in memory", "leave it out: the answer is the same");
}

std::vector<std::string> MemoryFlags::OnDisk::warnings() const {
  std::vector<std::string> said = stream->about().warnings;
  if (stream->about().nonFinite > 0)
    said.push_back(countText(stream->about().nonFinite) + " of " + plural(stream->about().pointsInFile, "point") +
                   " left out: a coordinate is missing or not finite");
  return said;
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

MemoryFlags::OnDisk MemoryFlags::open(std::span<const fs::path> files, const ReadOptions& read, Job job, const fs::path& scratch,
                                      const Reading& progress, const std::stop_token& stop) const {
  given_->memory.apply(job.params);
  const uint64_t allowed = allowed_bytes();
  const Filter filter = job.inputFilter();
  OnDisk on{std::make_unique<FileStream>(files, read, filter, stop, progress), job.onCpu(), {}, {}, {}};
  on.job.versionIds[size_t(Stage::choose)] = "choose.cpu.rounds", on.job.versionIds[size_t(Stage::evolve)] = "evolve.cpu.accelerated";
  on.facts = factsOf(*on.stream, stop);
  if (on.job.r1() == 0) {
    on.suggested = suggestedBy(*on.stream, on.facts, on.job, stop);
    takeSuggestion(*on.suggested, on.job);
    checkJob(on.job);
  }
  on.points = cpu::makePagedPoints(*on.stream, {.r1 = on.job.r1(),
                                                .params = on.job.params,
                                                .scattered = filter.order == PointOrder::scattered,
                                                .memory_bytes = allowed > kProgramBytes ? allowed - kProgramBytes : 0,
                                                .allowed_bytes = allowed,
                                                .scratch = given_->scratch.empty() ? scratch : fs::path(given_->scratch)});
  return on;
}

/// As reading a cloud into memory does.
static void tellAbout(const MemoryFlags::OnDisk& on) {
  warn(on.warnings());
  const CloudFile& about = on.stream->about();
  if (!on.job.inputFilter().empty() && about.pointsInFile > about.nonFinite)
    std::cerr << "the filter keeps " << countText(on.facts.count) << " of " << plural(about.pointsInFile - about.nonFinite, "point") << '\n';
  if (on.suggested) std::cerr << "R1 is not given: taking " << numberText(on.suggested->r1) << ", suggested from the cloud; --r1 changes it\n";
}

void MemoryFlags::run(std::span<const fs::path> files, const ReadOptions& read, Job job, const OutputFlags& output,
                      const CheckpointFlags& checkpoints, std::stop_token stop) const {
  Progress progress;
  const fs::path scratch = fs::path(output.curve() == "-" ? "" : output.curve()).parent_path();
  const OnDisk on = open(
      files, read, std::move(job), scratch,
      [&](const ReadProgress& done) {
        if (progress.due()) progress.show(double(done.bytesDone) / double(std::max<uint64_t>(done.bytesTotal, 1)), "looking through the file");
      },
      stop);
  progress.clear();
  tellAbout(on);
  output.runStreamed(on.facts, on.points, on.job, stop, on.stream->about().crs, checkpoints);
}

}  // namespace arete::cli
