#include "app/cli/detect_on_disk.h"

#include <algorithm>
#include <iostream>

#include "app/cli/progress.h"
#include "app/cli/read_flags.h"
#include "app/cli/terminal.h"
#include "app/cli/text.h"
#include "compute/chains/paged/detection_needs.h"
#include "compute/chains/paged/paged_points.h"
#include "compute/core/error.h"
#include "compute/engine/run_job.h"
#include "compute/files/standard_streams.h"
#include "compute/io/file_stream.h"
#include "compute/neighbours/knn/contract.h"
#include "compute/network/radius/suggest_radius.h"

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
  app.addKept("--store", given_->store,
              "With --max-memory: keep the sorted points here, coordinates and 12 bytes a cell. The next detection of the same files with the same "
              "filters, "
              "order and R1 takes them from there and does not go through the files; everything else may differ, and the answer is the same.",
              {})
      ->group(kGroup);
}

bool MemoryFlags::given() const { return given_->memory.given(kMaxMemoryParam); }

uint64_t MemoryFlags::allowed_bytes() const {
  ParamValues params;
  given_->memory.apply(params);
  return given() ? uint64_t(params.get(kMaxMemoryParam)) << 20 : 0;
}

void MemoryFlags::check() const {
  if (given_->store.empty() || given()) return;
  throw Error(ErrorKind::wrongUse, "cannot keep a store", "--store", "points in memory are sorted in less time than a store is read",
              "add --max-memory, or leave it out");
}

std::vector<std::string> MemoryFlags::OnDisk::warnings() const {
  std::vector<std::string> said = about.warnings;
  if (about.nonFinite > 0)
    said.push_back(countText(about.nonFinite) + " of " + plural(about.pointsInFile, "point") + " left out: a coordinate is missing or not finite");
  return said;
}

MemoryFlags::OnDisk MemoryFlags::open(std::span<const fs::path> files, const ReadOptions& read, Job job, const fs::path& scratch,
                                      const Reading& progress, const std::stop_token& stop) const {
  given_->memory.apply(job.params);
  const DiskOptions options{allowed_bytes(), given_->scratch.empty() ? scratch : fs::path(given_->scratch), store()};
  return {fileDetection(files, read, job, options, progress, stop)};
}

/// As reading a cloud into memory does.
static void tellAbout(const MemoryFlags::OnDisk& on) {
  warn(on.warnings());
  const CloudFile& about = on.about;
  if (!on.job.inputFilter().empty() && about.points() > 0)
    remark("the filter keeps " + countText(on.facts.count) + " of " + plural(about.points(), "point"));
  if (on.suggested) remark(suggestionText(*on.suggested));
  if (on.isStored) remark("The points are in the store already");
}

void MemoryFlags::run(std::span<const fs::path> files, const ReadOptions& read, Job job, const OutputFlags& output,
                      const CheckpointFlags& checkpoints, std::stop_token stop) const {
  Progress progress;
  const fs::path scratch = (isStream(output.curve()) ? fs::path() : fs::path(output.curve())).parent_path();
  const OnDisk on = open(
      files, read, std::move(job), scratch,
      [&](const ReadProgress& done) {
        if (progress.due()) progress.show(double(done.bytesDone) / double(std::max<uint64_t>(done.bytesTotal, 1)), "looking through the file");
      },
      stop);
  progress.clear();
  tellAbout(on);
  output.runStreamed(on, stop, on.about.crs, checkpoints);
}

}  // namespace arete::cli
