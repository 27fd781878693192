// --checkpoint, --checkpoint-every and --resume: what keeps a detection that takes long, and goes on with it.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>

#include "app/cli/path_flags.h"
#include "compute/engine/run_job.h"
#include "compute/filter/filter.h"
#include "compute/io/read_cloud.h"

namespace arete::cli {

class CheckpointFlags {
 public:
  void add(CommandApp& app);
  bool given() const { return !folder().empty(); }
  /// What is found, and what goes wrong later, is told by this function instead of standard error; a note is no warning.
  using Say = std::function<void(const std::string& text, bool isNote)>;
  void sayBy(Say say) { say_ = std::move(say); }
  /// Before anything is read or computed: whether the folder has a checkpoint or may not have one, and whether it is of these files. Throws Error.
  void prepare(const Job& job, std::span<const std::filesystem::path> files, const ReadOptions& options, const Filter& filter);
  /// The same of points with this identity (inputIdentity()); `files` may be none.
  void prepare(const Job& job, std::vector<std::string> identity, std::span<const std::filesystem::path> files);
  /// Has the detection start at the checkpoint and keep new ones.
  void attach(JobRun& run) const;
  /// The number of steps that are known already: 0 where it starts anew.
  size_t stepsKept() const;
  /// What was asked for is written: checkpoints are needed no more.
  void finish() const;

 private:
  struct Given {
    std::string checkpoint, resume;
    double every_s = 600;
  };
  struct Kept;
  static void sayToStandardError(const std::string& text, bool isNote);
  const std::string& folder() const { return given_->resume.empty() ? given_->checkpoint : given_->resume; }

  std::shared_ptr<Given> given_ = std::make_shared<Given>();
  std::shared_ptr<Kept> kept_;
  Say say_ = sayToStandardError;
};

}  // namespace arete::cli
