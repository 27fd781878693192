#include "app/cli/checkpoint_flags.h"

#include <iostream>
#include <map>

#include "app/cli/read_flags.h"
#include "app/cli/terminal.h"
#include "app/cli/text.h"
#include "compute/core/error.h"
#include "compute/io/checkpoint.h"
#include "compute/io/input_identity.h"
#include "compute/text/printable.h"

namespace arete::cli {

namespace fs = std::filesystem;

/// A detection that is being kept. A checkpoint that cannot be written is no reason to lose the detection.
struct CheckpointFlags::Kept {
  CheckpointFolder folder;
  std::vector<std::string> input;
  Say say;
  std::shared_ptr<const Checkpoint> from;
  std::chrono::duration<double> every;
  std::chrono::steady_clock::time_point last = std::chrono::steady_clock::now();
  uint32_t keptStep = UINT32_MAX;  // a step that is in the folder

  void write(const Detector& at) {
    if (at.step() == keptStep) return;
    try {
      Checkpoint checkpoint = at.checkpoint();
      checkpoint.input = input;
      for (const std::string& warning : folder.write(checkpoint)) say(warning, false);
      keptStep = at.step();
    } catch (const Error& error) {
      say(std::string(error.what()) + "\n  the detection goes on without this checkpoint", false);
    }
    last = std::chrono::steady_clock::now();
  }
};

void CheckpointFlags::add(CommandApp& app) {
  constexpr const char* kGroup = "Long detections";
  const auto files = [](const fs::path& folder) {
    if (folder.empty()) return std::vector<fs::path>();
    const auto both = CheckpointFolder::files(folder);
    return std::vector<fs::path>(both.begin(), both.end());
  };
  CLI::Option* const checkpoint =
      app.addOutputFolder("--checkpoint", given_->checkpoint,
                          "Keep the detection in this folder after rounds, so that --resume can go on with it: some 40 bytes a chosen point, twice. "
                          "Removed at the end.",
                          files)
          ->group(kGroup);
  app.addOutputFolder("--resume", given_->resume,
                      "Go on with the detection that --checkpoint kept in this folder, and go on keeping it: with the same files and parameters, "
                      "with any versions, threads and parts.",
                      files)
      ->group(kGroup)
      ->excludes(checkpoint);
  app.add_option("--checkpoint-every", given_->every_s, "At the first end of a round after this time: 90s, 10m, 2h (default 10m).")
      ->transform(CLI::AsNumberWithUnit(std::map<std::string, double>{{"s", 1}, {"m", 60}, {"h", 3600}}))
      ->check(CLI::NonNegativeNumber)
      ->type_name("TIME")
      ->group(kGroup);
}

size_t CheckpointFlags::stepsKept() const { return kept_ && kept_->from ? kept_->from->history.size() : 0; }

void CheckpointFlags::sayToStandardError(const std::string& text, bool isNote) {
  if (isNote) remark(text);
  else warn(text);
}

void CheckpointFlags::prepare(const Job& job, std::span<const fs::path> files, const ReadOptions& options, const Filter& filter) {
  if (!given()) return;
  checkCanBeKept(job);
  prepare(job, inputIdentity(files, options, filter), files);
}

void CheckpointFlags::prepare(const Job& job, std::vector<std::string> identity, std::span<const fs::path> files) {
  if (!given()) return;
  checkCanBeKept(job);
  kept_ = std::make_shared<Kept>(Kept{.folder = CheckpointFolder(folder()),
                                      .input = std::move(identity),
                                      .say = say_,
                                      .from = {},
                                      .every = std::chrono::duration<double>(given_->every_s)});
  if (given_->resume.empty()) {
    if (kept_->folder.any())
      throw Error(ErrorKind::wrongUse, "cannot keep checkpoints", given_->checkpoint, "a detection is kept there already",
                  "go on with it (--resume), or give another folder");
    return;
  }
  std::vector<std::string> warnings;
  auto found = kept_->folder.newest(warnings);
  for (const std::string& warning : warnings) say_(warning, false);
  if (!found) return say_("There is no checkpoint in '" + given_->resume + "' yet: starting from the beginning", true);
  checkSameInput(*found, kept_->input, files);
  const StepRecord& step = found->history.back();
  say_("Going on after round " + std::to_string(step.round) + " with " + plural(step.chosen, "chosen point"), true);
  kept_->keptStep = uint32_t(found->history.size()) - 1;
  kept_->from = std::make_shared<const Checkpoint>(std::move(*found));
}

void CheckpointFlags::attach(JobRun& run) const {
  if (!kept_) return;
  run.from = kept_->from;
  run.roundEnded = [kept = kept_](const Detector& at) {
    if (std::chrono::steady_clock::now() - kept->last >= kept->every) kept->write(at);
  };
  run.interrupted = [kept = kept_](const Detector& at) { kept->write(at); };
}

void CheckpointFlags::finish() const {
  if (kept_) kept_->folder.remove();
}

}  // namespace arete::cli
