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

std::vector<std::string> MemoryFlags::OnDisk::warnings() const {
  std::vector<std::string> said = stream->about().warnings;
  if (stream->about().nonFinite > 0)
    said.push_back(countText(stream->about().nonFinite) + " of " + plural(stream->about().pointsInFile, "point") +
                   " left out: a coordinate is missing or not finite");
  return said;
}

MemoryFlags::OnDisk MemoryFlags::open(std::span<const fs::path> files, const ReadOptions& read, Job job, const fs::path& scratch,
                                      const Reading& progress, const std::stop_token& stop) const {
  given_->memory.apply(job.params);
  OnDisk on{std::make_unique<FileStream>(files, read, job.inputFilter(), stop, progress)};
  static_cast<DiskDetection&>(on) =
      diskDetection(*on.stream, job, {allowed_bytes(), given_->scratch.empty() ? scratch : fs::path(given_->scratch)}, stop);
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
