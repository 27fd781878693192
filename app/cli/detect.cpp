// detect: cloud in, curve out.
#include "app/cli/command.h"
#include "app/cli/detect_on_disk.h"
#include "app/cli/detection.h"
#include "app/cli/job_flags.h"
#include "app/cli/plan.h"
#include "app/cli/read_flags.h"
#include "app/cli/read_in_order.h"
#include "app/cli/under_mpi.h"
#include "app/cli/version_files.h"
#include "compute/core/error.h"
#include "compute/core/machine_memory.h"
#include "compute/io/edit_json.h"
#include "compute/io/file_heads.h"
#include "compute/io/save_session.h"

namespace arete::cli {

static EditList editsFrom(const std::string& path) {
  const EditFile file = readEdits(path);
  warn(file.warnings);
  return file.edits;
}

Run addDetect(CommandApp& app) {
  struct Options {
    std::vector<std::string> files, versionFiles;
    std::string edits, session;
    ReadFlags read;
    JobFlags job;
    OutputFlags output;
    CheckpointFlags checkpoints;
    MemoryFlags memory;
    bool dryRun = false;
  };
  const auto options = std::make_shared<Options>();
  app.addInputs("FILE", options->files, "The point cloud; several files are one cloud.")->required();
  options->output.add(app);
  app.addInput("--edits", options->edits, "Edits of the curve (docs/editing.md): made on what is found, in their order; the report lists them.",
               "JSON")
      ->group("Output");
  options->memory.add(app);
  app.add_flag("--dry-run", options->dryRun,
               "Only say what would be done: points, bounds, classes, memory needed, and with --max-memory what is read again and again.")
      ->group("Long detections");
  options->checkpoints.add(app);
  app.addOutput("--session", options->session,
                "A session (.arete): the cloud by name, the job and its hash. The window, 'arete-cli replay', Python and the library open it.")
      ->excludes(app.get_option("--max-memory"))
      ->group("Output");
  options->job.addPreset(app);
  options->job.add(app);
  addVersionFiles(app, options->versionFiles, "How to compute it (the answer is the same for all exact versions)");
  options->read.add(app);
  return [options](std::stop_token stop) {
    refuseUnderMpi();
    options->memory.check();
    std::stop_source reading;
    const std::stop_callback both(stop, [&] { reading.request_stop(); });
    Job given;
    given.filter = options->read.filter();
    if (!options->edits.empty()) given.edits = editsFrom(options->edits);
    const auto wanted = [&] {
      Job job = options->job.job();
      job.filter = given.filter, job.edits = given.edits;
      return job;
    };
    std::vector<std::filesystem::path> files(options->files.begin(), options->files.end());
    EarlyDevice device(wanted, files, reading);
    CloudFile file;
    try {
      options->output.prepare();
      if (!options->session.empty()) checkSession(options->session, files);
      ReadOptions read = options->read.options();
      read.threads = options->job.threads();
      if (options->memory.given() && !options->dryRun) checkOnDisk(device.job());
      if (options->memory.given() && !options->output.assignment().empty())
        throw Error(ErrorKind::wrongUse, "cannot write an assignment", "--assignment", "with --max-memory it is not in memory",
                    "leave one of the two out");
      options->output.checkAssignment(device.job());
      SoundFiles sound = soundFiles(files, read, reading.get_token());
      if (!sound.leftOut.empty()) warn(sound.warning());
      files = std::move(sound.files);
      options->output.leftOut(std::move(sound.leftOut));
      if (options->dryRun)
        return printDryRun(files, read, device.job(), options->memory.allowed_bytes(), reading.get_token(), planText, options->memory.store());
      if (options->checkpoints.given()) options->checkpoints.prepare(device.job(), files, read, given.inputFilter());
      if (options->memory.given()) return options->memory.run(files, read, device.job(), options->output, options->checkpoints, stop);
      keepFreedBlocks();
      file = readFor(options->output, files, read, given.inputFilter(), reading.get_token());
    } catch (...) {
      device.job();  // what is wrong with the flags is said first
      throw;
    }
    const auto frame = options->output.run(file.cloud, device.job(), device, stop, file.crs, options->checkpoints);
    if (options->session.empty()) return;
    warn(saveSession(options->session, {file, files, options->read.options(), given.filter}, frame.get(), stop));
  };
}

}  // namespace arete::cli
