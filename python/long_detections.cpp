#include "python/long_detections.h"

#include <memory>

#include "compute/core/error.h"
#include "compute/core/hash.h"
#include "compute/engine/edited_frame.h"
#include "compute/io/file_heads.h"
#include "compute/io/input_identity.h"

namespace arete::python {

namespace {

/// As of files, wherever they lie; points from no file are told by their coordinates.
std::vector<std::string> identityOf(const Cloud& cloud, const Job& job, const std::stop_token& stop) {
  if (!cloud.files.empty()) return inputIdentity(cloud.files, cloud.read, job.inputFilter());
  std::string text = "points in memory " + curveHash(cloud.points().points(), {}, stop);
  for (int k = 0; k < cloud.points().dimension(); ++k) text += ' ' + std::to_string(cloud.points().origin()[size_t(k)]);
  return {text};
}

/// Warnings are kept for the end; how it begins is news like any other.
void tellOfKeeping(cli::CheckpointFlags& checkpoints, std::vector<std::string>& said, Working& working) {
  checkpoints.sayBy([&](const std::string& text, bool isNote) {
    if (isNote) working.report(0, text);
    else said.push_back(text);
  });
}

}  // namespace

LongFlags longFrom(const Arguments& arguments) {
  cli::CommandApp app("detect", "");
  LongFlags flags;
  flags.memory.add(app);
  flags.checkpoints.add(app);
  parse(app, arguments);
  app.guardPaths();
  flags.memory.check();
  return flags;
}

void prepareKeeping(cli::CheckpointFlags& checkpoints, const Job& job, const Cloud& cloud, std::vector<std::string>& said, Working& working) {
  if (!checkpoints.given()) return;
  tellOfKeeping(checkpoints, said, working);
  checkpoints.prepare(job, identityOf(cloud, job, working.stop()), cloud.files);
}

SharedDetection detectOnDisk(const std::vector<std::string>& names, const Reading& reading, Job job, LongFlags& flags, std::vector<std::string>& said,
                             Working& working) {
  job.filter = reading.filter;
  const std::vector<std::filesystem::path> named(names.begin(), names.end());
  checkOnDisk(job);
  SoundFiles sound = soundFiles(named, reading.options, working.stop());
  if (!sound.leftOut.empty()) said.push_back(sound.warning());
  const std::vector<std::filesystem::path> files = std::move(sound.files);
  tellOfKeeping(flags.checkpoints, said, working);
  flags.checkpoints.prepare(job, files, reading.options, job.inputFilter());
  const cli::MemoryFlags::OnDisk on = flags.memory.open(
      files, reading.options, job, {},
      [&](const ReadProgress& done) {
        working.report(double(done.bytesDone) / double(std::max<uint64_t>(done.bytesTotal, 1)), "looking through the file");
      },
      working.stop());
  for (const std::string& warning : on.warnings()) said.push_back(warning);
  working.report(0, "choosing");
  JobRun run;
  if (working.isHeard()) run.step = [&](Detector& detector) { tell(working, detector); };
  flags.checkpoints.attach(run);
  const auto device = makeDevice(on.job);
  const auto frame = editedFrame(runJobOn(*device, on.facts, on.makeSteps, on.job, run, working.stop()), on.job.edits, working.stop());
  flags.checkpoints.finish();
  const auto cloud = std::make_shared<Cloud>(Cloud{on.about, files, reading.options, reading.filter, {}});
  cloud->file.cloud = frame->cloud;
  cloud->file.leftOut = std::move(sound.leftOut);
  return std::make_shared<Detection>(Detection{frame, cloud});
}

}  // namespace arete::python
