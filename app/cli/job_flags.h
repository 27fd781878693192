// The flags that say what to compute: a version per stage, and every parameter of the job and of the versions.
#pragma once

#include <memory>

#include "app/cli/param_flags.h"
#include "app/cli/path_flags.h"
#include "compute/engine/job.h"

namespace arete::cli {

class JobFlags {
 public:
  void add(CLI::App& app);
  /// --preset: what holds where no flag says otherwise.
  void addPreset(CommandApp& app);
  bool given(const ParamInfo& info) const { return params_.given(info); }
  /// Throws Error(wrongUse): an unknown version, one that cannot run here, a value out of range, a backend that is not there; what readSession
  /// throws for the preset.
  Job job() const;
  /// --threads, before anything is known of the job.
  int threads() const;

 private:
  struct Given {
    std::array<std::string, kStages.size()> versionIds;
    std::string backend, preset;  // "" where not given
  };
  std::shared_ptr<Given> given_ = std::make_shared<Given>();
  ParamFlags params_;
};

/// cpu, cuda, or auto: cuda where a version of it can run. Throws Error(wrongUse) with the reason when cuda is asked for and cannot run.
Backend backendNamed(const std::string& name);

/// The flag that chooses a version of a stage, or of that one among several which runs.
void addVersionFlag(CLI::App& app, std::span<const Stage> stages, std::string& id, const std::string& group, const std::string& flag);

}  // namespace arete::cli
