#include "app/cli/job_flags.h"

#include <algorithm>

#include "compute/chains/parts/partition.h"
#include "compute/core/cuda_support.h"
#include "compute/core/error.h"
#include "compute/core/gpu_params.h"

namespace arete::cli {

/// The stages that a detection may run.
static std::vector<Stage> flagStages() {
  std::vector<Stage> stages;
  for (const Stage stage : kStages)
    if (stageInfo(stage).use != StageUse::neighbours) stages.push_back(stage);
  return stages;
}

void addVersionFlag(CLI::App& app, std::span<const Stage> stages, std::string& id, const std::string& group, const std::string& flag) {
  std::string help;
  for (const Stage stage : stages) {
    std::string ids;
    for (const Version& version : versions(stage)) ids += (ids.empty() ? "" : ", ") + std::string(version.id);
    help += (help.empty() ? "Version of " : "; of ") + std::string(name(stage)) + ": " + ids;
  }
  app.add_option(flag, id, help + ". Default: the fastest exact one of the backend.")->type_name("ID")->group(group);
}

static constexpr const char* kHow = "How to compute it (the answer is the same for all exact versions)";
static constexpr const char* kHowNetworks = "How to compute a network";

void JobFlags::add(CLI::App& app) {
  params_.add(app, jobParameters(), "What to compute");
  params_.add(app, bootstrapParameters(), "How sure a network is");
  for (Stage stage : flagStages())
    addVersionFlag(app, {&stage, 1}, given_->versionIds[size_t(stage)], stageInfo(stage).use == StageUse::network ? kHowNetworks : kHow,
                   versionFlag(stage));
  for (const FormerStage& former : kFormerStages)  // no help tells of these
    app.add_option(versionFlag(former.now, former.name), given_->versionIds[size_t(former.now)])->type_name("ID")->group("");
  app.add_option("--backend", given_->backend,
                 "Where stages without a named version run: cpu, cuda, auto (cuda where there is one, but small clouds on the CPU, which has "
                 "finished before CUDA "
                 "has started; default auto).")
      ->type_name("NAME")
      ->check(CLI::IsMember({"cpu", "cuda", "auto"}))
      ->group(kHow);
  for (Stage stage : flagStages())
    for (const Version& version : versions(stage)) params_.add(app, version.parameters, "Parameters of " + std::string(name(stage)) + " versions");
}

void JobFlags::addPreset(CommandApp& app) {
  app.addInput("--preset", given_->preset,
               "Parameters, versions and backend of a session, as Algorithm > Presets saves them: they hold where no flag says otherwise.", "SESSION")
      ->group(kHow);
}

Backend backendNamed(const std::string& name) {
  if (name == "cpu") return Backend::cpu;
  std::string_view reason = "this build has no CUDA version of any stage";
  for (const Version& version : catalog()) {
    if (version.backend != Backend::cuda) continue;
    if (version.available()) return Backend::cuda;
    reason = version.unavailable();
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

static bool has(const Version& version, const ParamInfo& info) { return std::ranges::count(version.parameters, &info) > 0; }

/// Parts were asked for: the versions that have them, of the stages of chains.
static void takeParts(Job& job) {
  if (job.curveKind() == CurveKind::network)
    throw Error(ErrorKind::wrongUse, "cannot detect in parts", "--parts", "only chains are found in parts", "leave it out, or give --curve chains");
  for (const Stage stage : kChainStages) {
    const auto all = versions(stage);
    const auto found = std::ranges::find_if(all, [](const Version& version) { return has(version, kPartsParam); });
    if (std::string& id = job.versionIds[size_t(stage)]; found != all.end() && id.empty()) id = found->id;
  }
  if (const Version& evolve = job.version(Stage::evolve); !has(evolve, kPartsParam))
    throw Error(ErrorKind::wrongUse, "cannot detect in parts", "--parts", std::string(evolve.id) + " has none", "leave --evolve out, or --parts");
}

/// Several GPUs were asked for: refuses what they cannot do, rather than compute on one.
static void checkGpus(const Job& job) {
  constexpr const char* kFailed = "cannot detect on several GPUs";
  if (const std::string& reason = cudaUnavailableReason(); !reason.empty())
    throw Error(ErrorKind::wrongUse, kFailed, "--gpus", reason, "leave it out: the answer is the same");
  if (job.curveKind() == CurveKind::network)
    throw Error(ErrorKind::wrongUse, kFailed, "--gpus", "only chains are found on several", "leave it out, or give --curve chains");
  if (job.standardBackend() == Backend::cpu)
    throw Error(ErrorKind::wrongUse, kFailed, "--gpus", "the CPU was asked for", "leave --gpus or --backend out");
  if (const Version& evolve = job.version(Stage::evolve); !has(evolve, kGpuPartsParam))
    throw Error(ErrorKind::wrongUse, kFailed, "--gpus", std::string(evolve.id) + " runs on one", "leave --evolve out, or --gpus");
}

Job JobFlags::job() const {
  Job job;
  job.backend.reset();
  if (!given_->preset.empty()) {
    const Job preset = readSession(given_->preset).session.job;
    job.backend = preset.backend, job.params = preset.params, job.versionIds = preset.versionIds;
  }
  if (given_->backend == "auto") job.backend.reset();
  else if (!given_->backend.empty()) job.backend = backendNamed(given_->backend);
  for (size_t i = 0; i < job.versionIds.size(); ++i)
    if (!given_->versionIds[i].empty()) job.versionIds[i] = given_->versionIds[i];
  params_.apply(job.params);
  if (params_.given(kPartsParam) || params_.given(kPartitionParam)) takeParts(job);
  if (job.asksForGpus()) checkGpus(job);
  for (const Stage stage : flagStages())  // throws for an unknown one before anything is read or computed; whether there is a GPU is asked elsewhere
    if (std::string& id = job.versionIds[size_t(stage)]; !id.empty()) id = findVersion(id, stage).id;
  return job;
}

}  // namespace arete::cli
