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
#include "compute/stages/knn.h"

namespace arete::cli {

namespace fs = std::filesystem;

/// What the program takes before it holds any points, its threads' stacks and buffers of reading included.
static constexpr size_t kProgramBytes = 24 << 20;

static constexpr std::string_view kCannot = "cannot detect within bounded memory";

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

void MemoryFlags::check(const Job& job, std::span<const fs::path> files, const Filter& filter) const {
  const auto refuse = [](std::string_view where, std::string_view reason, std::string_view hint) {
    throw Error(ErrorKind::wrongUse, kCannot, where, reason, hint);
  };
  const std::string_view leaveOut = "leave it out, or --max-memory";
  if (job.curveKind() == CurveKind::network) refuse("--curve network", "only chains are found with points on disk", leaveOut);
  if (job.tileDetection() != TileDetection::whole) refuse("--tile-detection", "tiles are made of points in memory", leaveOut);
  if (files.size() > 1) refuse(files[1].string(), "only one file is read piece by piece", "join the files first (arete-cli convert)");
  if (job.r1() == 0) refuse("--r1", "it is suggested from points in memory", "give --r1");
  Filter other = filter;
  other.order = PointOrder::file;
  if (!other.empty()) refuse("the filter", "it is applied to points in memory", "filter the file first (arete-cli convert)");
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

MemoryFlags::OnDisk MemoryFlags::open(const fs::path& file, const ReadOptions& read, Job job, const fs::path& scratch, const Reading& progress,
                                      const std::stop_token& stop) const {
  given_->memory.apply(job.params);
  const size_t allowed = size_t(job.params.get(kMaxMemoryParam)) << 20;
  const bool scattered = job.filter.order == PointOrder::scattered;
  OnDisk on{std::make_unique<FileStream>(file, read, stop, progress), job.onCpu(), {}, {}};
  on.job.versionIds[size_t(Stage::choose)] = "choose.cpu.rounds", on.job.versionIds[size_t(Stage::evolve)] = "evolve.cpu.accelerated";
  on.facts = {.count = on.stream->size(),
              .dimension = on.stream->dimension(),
              .scalar = on.stream->scalar(),
              .origin = on.stream->origin(),
              .bounds = on.stream->bounds(stop),
              .distancesInRange = true,
              .scale = {}};
  on.facts.scale = makeFixedScale(on.facts);
  on.points = cpu::makePagedPoints(*on.stream, {.r1 = on.job.r1(),
                                                .params = on.job.params,
                                                .scattered = scattered,
                                                .memory_bytes = allowed > kProgramBytes ? allowed - kProgramBytes : 0,
                                                .allowed_bytes = allowed,
                                                .scratch = given_->scratch.empty() ? scratch : fs::path(given_->scratch)});
  return on;
}

void MemoryFlags::run(const fs::path& file, const ReadOptions& read, Job job, const OutputFlags& output, const CheckpointFlags& checkpoints,
                      std::stop_token stop) const {
  Progress progress;
  const fs::path scratch = fs::path(output.curve() == "-" ? "" : output.curve()).parent_path();
  const OnDisk on = open(
      file, read, std::move(job), scratch,
      [&](const ReadProgress& done) {
        if (progress.due()) progress.show(double(done.bytesDone) / double(std::max<uint64_t>(done.bytesTotal, 1)), "looking through the file");
      },
      stop);
  progress.clear();
  warn(on.warnings());
  output.runStreamed(on.facts, on.points, on.job, stop, on.stream->about().crs, checkpoints);
}

}  // namespace arete::cli
