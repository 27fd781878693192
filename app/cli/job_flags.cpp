#include "app/cli/job_flags.h"

#include <algorithm>

#include "compute/core/error.h"

namespace arete::cli {

/// The stages that a detection may run.
static std::vector<Stage> flagStages() {
  std::vector<Stage> stages;
  for (const Stage stage : kStages)
    if (stageInfo(stage).use != StageUse::neighbours) stages.push_back(stage);
  return stages;
}

std::string versionFlag(Stage stage) {
  const bool ofNetworks = stageInfo(stage).use == StageUse::network;  // whose names are words that other flags want: thin, background
  return "--" + std::string(name(stage)) + (ofNetworks ? "-version" : "");
}

void addVersionFlag(CLI::App& app, Stage stage, std::string& id, const std::string& group, const std::string& flag) {
  std::string ids;
  for (const Version& version : versions(stage)) ids += (ids.empty() ? "" : ", ") + std::string(version.id);
  const std::string stageName(name(stage));
  const std::string help = "Version of " + stageName + ": " + ids + ". Default: the fastest exact one of the backend.";
  app.add_option(flag.empty() ? versionFlag(stage) : flag, id, help)->type_name("ID")->group(group);
}

static constexpr const char* kHow = "How to compute it (the answer is the same for all exact versions)";
static constexpr const char* kHowNetworks = "How to compute a network";

void JobFlags::add(CLI::App& app) {
  params_.add(app, jobParameters(), "What to compute");
  params_.add(app, bootstrapParameters(), "How sure a network is");
  for (Stage stage : flagStages())
    addVersionFlag(app, stage, given_->versionIds[size_t(stage)], stageInfo(stage).use == StageUse::network ? kHowNetworks : kHow,
                   versionFlag(stage));
  app.add_option("--backend", given_->backend, "Where stages without a named version run: cpu, cuda, auto (cuda where there is one; default auto).")
      ->type_name("NAME")
      ->check(CLI::IsMember({"cpu", "cuda", "auto"}))
      ->group(kHow);
  for (Stage stage : flagStages())
    for (const Version& version : versions(stage)) params_.add(app, version.parameters, "Parameters of " + std::string(name(stage)) + " versions");
}

Backend backendNamed(const std::string& name) {
  if (name == "cpu") return Backend::cpu;
  std::string_view reason = "this build has no CUDA version of any stage";
  for (const Version& version : catalog()) {
    if (version.backend != Backend::cuda) continue;
    if (version.available()) return Backend::cuda;
    reason = version.unavailable;
  }
  if (name == "auto") return Backend::cpu;
  throw Error(ErrorKind::wrongUse, "cannot compute on this backend", "--backend cuda", reason,
              "leave --backend out or give cpu: the answer is the same");
}

int JobFlags::threads() const {
  ParamValues values;
  params_.apply(values);
  return int(values.get(kThreadsParam));
}

Job JobFlags::job() const {
  Job job;
  if (given_->backend == "auto") job.backend.reset();
  else job.backend = backendNamed(given_->backend);
  job.versionIds = given_->versionIds;
  params_.apply(job.params);
  for (Stage stage : flagStages()) job.version(stage);  // throws for an unknown one before anything is read or computed
  return job;
}

}  // namespace arete::cli
