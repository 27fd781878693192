#include "compute/engine/job.h"

#include <algorithm>
#include <iterator>

#include "compute/core/cuda_support.h"
#include "compute/core/gpu_params.h"
#include "compute/network/tracks/tracks.h"

namespace arete {

static constexpr double kLargestRadius = 1e30;

static constexpr std::string_view kCurveKinds[] = {"chains", "network"};
const ParamInfo kCurveParam{
    .id = "curve",
    .label = "Curve",
    .unit = "",
    .kind = ParamKind::choice,
    .defaultValue = double(CurveKind::chains),
    .help = "What is found: 'chains', lines without branches; 'network', with junctions, ends and loops, and a radius that adapts to the density.",
    .choices = kCurveKinds};
const ParamInfo kR1Param{.id = "r1",
                         .label = "R1",
                         .unit = "cloud units",
                         .kind = ParamKind::real,
                         .minimum = 0,
                         .maximum = kLargestRadius,
                         .defaultValue = 0,
                         .help = "Radius of choose and evolve: how far a chosen point sees. About twice the noise around the curve.",
                         .logarithmic = true,
                         .zeroText = "suggested from the cloud"};
const ParamInfo kR2Param{.id = "r2",
                         .label = "R2",
                         .unit = "cloud units",
                         .kind = ParamKind::real,
                         .minimum = 0,
                         .maximum = 2 * kLargestRadius,
                         .defaultValue = 0,
                         .help = "Radius of decimate and order: the spacing of the finished curve.",
                         .logarithmic = true,
                         .zeroText = "2 × R1"};
const ParamInfo kThreadsParam{.id = "threads",
                              .label = "Threads",
                              .unit = "",
                              .kind = ParamKind::integer,
                              .minimum = 0,
                              .maximum = 256,
                              .defaultValue = 0,
                              .help = "CPU threads to compute on. The answer is the same for every number.",
                              .zeroText = "all"};

const ParamInfo kGpuParam{.id = "gpu",
                          .label = "GPU",
                          .unit = "",
                          .kind = ParamKind::integer,
                          .minimum = 0,
                          .maximum = 64,
                          .defaultValue = 0,
                          .help = "Which GPU computes, where there are several.",
                          .zeroText = "the one that draws, or the first"};

static constexpr std::string_view kLayouts[] = {"row", "column"};
const ParamInfo kCloudLayoutParam{.id = "cloud_layout",
                                  .label = "Memory order",
                                  .unit = "",
                                  .kind = ParamKind::choice,
                                  .defaultValue = 0,
                                  .help = "Coordinates in memory point after point (row) or axis after axis (column).",
                                  .choices = kLayouts};
static constexpr std::string_view kTileDetections[] = {"whole", "local", "hybrid"};
const ParamInfo kTileDetectionParam{
    .id = "tile_detection",
    .label = "Tiling",
    .unit = "",
    .kind = ParamKind::choice,
    .defaultValue = double(TileDetection::whole),
    .help =
        "'whole': the exact answer. In tiles, inexact: 'local', the whole algorithm in each tile alone; 'hybrid', choose and evolve per tile, "
        "decimate over all together.",
    .choices = kTileDetections,
};
static constexpr std::string_view kSmoothings[] = {"off", "decimate-then-evolve", "evolve-then-decimate"};
const ParamInfo kSmoothingParam{
    .id = "smoothing",
    .label = "Smoothing",
    .unit = "",
    .kind = ParamKind::choice,
    .defaultValue = double(Smoothing::off),
    .help = "One pass over the whole cloud after a detection in tiles: 'decimate-then-evolve' works, 'evolve-then-decimate' does not.",
    .choices = kSmoothings,
};
const ParamInfo kMaxIterationsParam{.id = "max_iterations",
                                    .label = "Maximum iterations",
                                    .unit = "",
                                    .kind = ParamKind::integer,
                                    .minimum = 0,
                                    .maximum = 1e9,
                                    .defaultValue = 0,
                                    .help = "Total number of evolve iterations after which the detection stops.",
                                    .zeroText = "no limit"};

const ParamInfo kBootstrapParam{
    .id = "bootstrap",
    .label = "Bootstrap runs",
    .unit = "",
    .kind = ParamKind::integer,
    .minimum = 0,
    .maximum = 10'000,
    .defaultValue = 0,
    .help =
        "How sure a network is: this number of networks is made of resampled points and compared with it. More: finer shares; 100 "
        "tell 90 from 95 %.",
    .zeroText = "none"};
const ParamInfo kConsensusParam{
    .id = "consensus",
    .label = "Consensus",
    .kind = ParamKind::real,
    .minimum = 0,
    .maximum = 1,
    .defaultValue = 0,
    .help =
        "Keeps the edges that at least this share of the resamples have, and of the others only what joins them. More: what is "
        "left is surer, and more true curves are missing. Needs resamples.",
    .zeroText = "off"};

static constexpr const ParamInfo* kBootstrapParameters[] = {&kBootstrapParam, &kConsensusParam};
std::span<const ParamInfo* const> bootstrapParameters() { return kBootstrapParameters; }

static constexpr std::string_view kLinksOf[] = {"selected point", "chosen points", "cloud to chosen", "share of the cloud"};
const ParamInfo kLinksOfParam{.id = "links_of",
                              .label = "Neighbours of",
                              .unit = "",
                              .kind = ParamKind::choice,
                              .defaultValue = 0,
                              .help =
                                  "Whose neighbours are drawn: those of the point that was clicked, of every chosen point, of a share of the "
                                  "cloud; or from cloud points to their nearest chosen point.",
                              .choices = kLinksOf};
const ParamInfo kLinkNeighboursParam{.id = "link_neighbours",
                                     .label = "Neighbours (k)",
                                     .unit = "",
                                     .kind = ParamKind::integer,
                                     .minimum = 1,
                                     .maximum = 64,
                                     .defaultValue = 8,
                                     .help = "How many neighbours each point is joined to; ties go to the lower index."};
static constexpr std::string_view kLinksBy[] = {"k nearest", "within a radius"};
const ParamInfo kLinksByParam{.id = "links_by",
                              .label = "Joined to",
                              .unit = "",
                              .kind = ParamKind::choice,
                              .defaultValue = 0,
                              .help =
                                  "Which points count as neighbours: the k nearest, or all within a radius, the ball that a chosen point sees. "
                                  "A cloud point is joined to its nearest chosen point alone.",
                              .choices = kLinksBy};
const ParamInfo kLinkRadiusParam{.id = "link_radius",
                                 .label = "Radius",
                                 .unit = "cloud units",
                                 .kind = ParamKind::real,
                                 .minimum = 0,
                                 .maximum = kLargestRadius,
                                 .defaultValue = 0,
                                 .help = "How far away a point may be to be joined. Zero follows R1.",
                                 .logarithmic = true,
                                 .zeroText = "R1"};
const ParamInfo kLinkShareParam{.id = "link_share",
                                .label = "Share of the cloud",
                                .unit = "%",
                                .kind = ParamKind::real,
                                .minimum = 0.01,
                                .maximum = 100,
                                .defaultValue = 10,
                                .help = "How many of the cloud's points have links, evenly spread over the file.",
                                .logarithmic = true};

const ParamInfo kLinkCellsParam{.id = "link_cells",
                                .label = "Search-tree level",
                                .unit = "",
                                .kind = ParamKind::integer,
                                .minimum = 0,
                                .maximum = 16,
                                .defaultValue = 0,
                                .help = "Draws how the search structure divides the cloud, level by level: the k-d tree of v9, the vocabulary tree.",
                                .zeroText = "none"};

static constexpr const ParamInfo* kLinkParameters[] = {&kLinksOfParam,    &kLinksByParam,   &kLinkNeighboursParam,
                                                       &kLinkRadiusParam, &kLinkShareParam, &kLinkCellsParam};

std::span<const ParamInfo* const> linkParameters() { return kLinkParameters; }

static constexpr const ParamInfo* kJobParameters[] = {
    &kCurveParam,         &kR1Param,        &kR2Param,     &kThreadsParam, &kGpuParam, &kCloudLayoutParam, &kMaxIterationsParam,
    &kTileDetectionParam, &kSmoothingParam, &kTracksParam, &kTrackGapParam};

std::span<const ParamInfo* const> jobParameters() { return kJobParameters; }

TileDetection Job::tileDetection() const {
  return curveKind() == CurveKind::network ? TileDetection::whole : TileDetection(int(params.get(kTileDetectionParam)));
}

static bool has(const Version& version, const ParamInfo& info) { return std::ranges::count(version.parameters, &info) > 0; }

const Version& Job::version(Stage stage) const {
  const std::string& id = versionIds[size_t(stage)];
  if (!id.empty()) return namedVersion(id, stage);
  if (asksForGpus() && standardBackend() == Backend::cuda) {
    const auto all = versions(stage);
    const auto found = std::ranges::find_if(all, [](const Version& version) { return version.available() && has(version, kGpuPartsParam); });
    if (found != all.end()) return *found;
  }
  return defaultVersion(stage, standardBackend());
}

bool Job::asksForGpus() const {
  return params.get(kGpusParam) != kGpusParam.defaultValue || params.get(kGpuPartsParam) != kGpuPartsParam.defaultValue;
}

Backend Job::standardBackend() const {
  if (backend) return *backend;
  return cudaUnavailableReason().empty() ? Backend::cuda : Backend::cpu;
}

static bool isOnGpu(const std::string& id) { return !id.empty() && findVersion(id).backend == Backend::cuda; }

bool Job::cpuMayTakeOver(const Error& error) const {
  const bool insists = backend == Backend::cuda || std::any_of(versionIds.begin(), versionIds.end(), isOnGpu);
  return error.kind() == ErrorKind::deviceLost || (error.kind() == ErrorKind::outOfMemory && !insists);
}

Job Job::onCpu() const {
  Job job = *this;
  job.backend = Backend::cpu;
  for (std::string& id : job.versionIds)
    if (isOnGpu(id)) id.clear();
  return job;
}

bool Job::exact() const {
  return tileDetection() == TileDetection::whole && std::ranges::all_of(stages(), [this](Stage stage) { return version(stage).exact; });
}

Job Job::exactCounterpart() const {
  Job exact = *this;
  exact.edits = {};
  for (const ParamInfo* info : bootstrapParameters()) exact.params.reset(*info);
  exact.params.reset(kTileDetectionParam);
  exact.params.reset(kSmoothingParam);
  for (const Stage stage : kTileStages) {
    exact.versionIds[size_t(stage)].clear();
    for (const Version& version : versions(stage))
      for (const ParamInfo* info : version.parameters) exact.params.reset(*info);
  }
  for (const Stage stage : plan().stages())
    if (!version(stage).exact) exact.versionIds[size_t(stage)].clear();
  return exact;
}

Filter Job::inputFilter() const {
  Filter input = filter;
  for (const Edit& edit : edits.all()) {
    if (edit.kind != EditKind::noise || !edit.inForce) continue;
    FilterTube& tube = input.tubes.emplace_back(FilterTube{edit.dimension, edit.places, {}, edit.reach});
    for (const Edge& edge : edit.edges) tube.edges.push_back({edge.a, edge.b});
  }
  return input;
}

/// The parameters that files of the user's declare, of versions that neither job names.
static std::vector<const ParamInfo*> unusedOfUser(const Job& a, const Job& b) {
  std::vector<const ParamInfo*> infos;
  for (const Version& version : catalog()) {
    if (!version.ofUser || a.versionIds[size_t(version.stage)] == version.id || b.versionIds[size_t(version.stage)] == version.id) continue;
    const std::span<const ParamInfo* const> ofStage = versions(version.stage).front().parameters;  // as evolve's tolerance
    std::ranges::copy_if(version.parameters, std::back_inserter(infos), [&](const ParamInfo* info) { return !std::ranges::count(ofStage, info); });
  }
  return infos;
}

bool Job::detectsLike(const Job& other) const {
  Job like = *this, that = other;
  for (const auto infos : {linkParameters(), bootstrapParameters()})
    for (const ParamInfo* info : infos) like.params.set(*info, other.params.get(*info));
  for (const ParamInfo* info : unusedOfUser(*this, other)) like.params.set(*info, info->defaultValue), that.params.set(*info, info->defaultValue);
  like.filter = inputFilter(), like.edits = other.edits;
  for (const Stage stage : kNeighbourStages) {
    like.versionIds[size_t(stage)] = other.versionIds[size_t(stage)];
    for (const Version& version : versions(stage))
      for (const ParamInfo* info : version.parameters) like.params.set(*info, other.params.get(*info));
  }
  that.filter = other.inputFilter();
  return like == that;
}

Backend Job::deviceBackend() const {
  const bool onGpu = std::ranges::any_of(stages(), [this](Stage stage) { return version(stage).backend == Backend::cuda; });
  return onGpu ? Backend::cuda : Backend::cpu;
}

bool Job::dividesAmongGpus() const {
  return std::ranges::any_of(stages(), [this](Stage stage) { return has(version(stage), kGpuPartsParam); });
}

std::unique_ptr<Device> makeDevice(const Job& job) {
  for (const Stage stage : job.stages()) runnable(job.version(stage));
  const int threads = int(job.params.get(kThreadsParam));
  if (job.deviceBackend() == Backend::cpu) return makeCpuDevice(threads);
  const int gpu = int(job.params.get(kGpuParam));
  return makeCudaDevice(gpu == 0 ? standardGpu() : gpu - 1, threads);
}

void orOnCpu(const Job& job, const std::function<void(const Error&)>& cpuTakesOver, const std::function<void(const Job&, Backend&)>& work) {
  Backend used = Backend::cuda;
  try {
    used = job.deviceBackend();
    return work(job, used);
  } catch (const Error& error) {
    if (used == Backend::cpu || !job.cpuMayTakeOver(error)) throw;
    if (cpuTakesOver) cpuTakesOver(error);
  }
  used = Backend::cpu;
  work(job.onCpu(), used);
}

std::vector<const ParamInfo*> allParameters() {
  std::vector<const ParamInfo*> all(std::begin(kJobParameters), std::end(kJobParameters));
  for (const Version& version : catalog())
    for (const ParamInfo* info : version.parameters)
      if (std::find(all.begin(), all.end(), info) == all.end()) all.push_back(info);
  for (const auto infos : {bootstrapParameters(), linkParameters()}) all.insert(all.end(), infos.begin(), infos.end());
  return all;
}

}  // namespace arete
