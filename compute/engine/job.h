// What to compute: a version per stage, and all parameters. A value that can be compared, copied and saved.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compute/catalog/version.h"
#include "compute/core/error.h"
#include "compute/edit/edit.h"
#include "compute/engine/plan.h"
#include "compute/filter/filter.h"

namespace arete {

/// Parameters of the whole job rather than of one version: radii, threads, layouts, limits. In panel order.
std::span<const ParamInfo* const> jobParameters();
extern const ParamInfo kCurveParam;          ///< choice of CurveKind
extern const ParamInfo kR1Param;             ///< radius of choose and evolve, > 0, cloud units; 0 = not set yet
extern const ParamInfo kR2Param;             ///< radius of decimate and order; 0 = linked to 2·R1
extern const ParamInfo kThreadsParam;        ///< 0 = all
extern const ParamInfo kGpuParam;            ///< which one, from 1; 0 = standardGpu()
extern const ParamInfo kCloudLayoutParam;    ///< choice of Layout for the cloud
extern const ParamInfo kTileDetectionParam;  ///< choice of TileDetection
extern const ParamInfo kSmoothingParam;      ///< choice of Smoothing
extern const ParamInfo kMaxIterationsParam;  ///< total number of evolve iterations after which the detection stops; 0 = no limit

/// What a detection finds.
enum class CurveKind : uint8_t {
  chains,  ///< lines without branches: the thesis's ridge detection
  network  ///< with junctions, ends and loops
};

/// Whether a detection is made in tiles, each for itself: faster on brute force, but another answer.
enum class TileDetection : uint8_t {
  whole,  ///< no tiles
  local,  ///< the whole algorithm in each tile alone
  hybrid  ///< choose and evolve in each tile, decimate over all tiles together
};

/// One pass over the whole cloud after a detection in tiles: each stage until it changes nothing.
enum class Smoothing : uint8_t { off, decimateThenEvolve, evolveThenDecimate };

/// How many resamples say how sure a network is, and whether a consensus is made of them. They do not change a detection.
std::span<const ParamInfo* const> bootstrapParameters();
extern const ParamInfo kBootstrapParam;  ///< resamples; 0 = none
extern const ParamInfo kConsensusParam;  ///< share of the resamples that an edge of the consensus needs; 0 = no consensus

/// Parameters of the neighbours drawn as links. They do not affect the detection.
std::span<const ParamInfo* const> linkParameters();
extern const ParamInfo kLinksOfParam;         ///< choice of LinksOf
extern const ParamInfo kLinksByParam;         ///< choice of LinksBy
extern const ParamInfo kLinkNeighboursParam;  ///< of each point
extern const ParamInfo kLinkRadiusParam;      ///< of the balls; 0: R1
extern const ParamInfo kLinkShareParam;       ///< percentage of the cloud's points that have links
extern const ParamInfo kLinkCellsParam;       ///< level of the search structure whose cells are drawn; 0 = none

struct Job {
  Filter filter;                                       ///< which points of its input take part: the cloud of a detection holds only those
  EditList edits;                                      ///< of the curve that is found (compute/engine/edited_frame.h)
  ParamValues params;                                  ///< job parameters and those of the versions
  std::optional<Backend> backend = Backend::cpu;       ///< decides the version of stages whose id is not set; empty: automatic, see standardBackend()
  std::array<std::string, kStages.size()> versionIds;  ///< by stage; "" = default of the backend

  double r1() const { return params.get(kR1Param); }
  double r2() const { return params.get(kR2Param) > 0 ? params.get(kR2Param) : 2 * r1(); }
  bool r2Linked() const { return params.get(kR2Param) == 0; }
  CurveKind curveKind() const { return CurveKind(int(params.get(kCurveParam))); }
  /// For chains; networks are found in the whole cloud.
  TileDetection tileDetection() const;
  /// For a detection in tiles; else off.
  Smoothing smoothing() const { return tileDetection() == TileDetection::whole ? Smoothing::off : Smoothing(int(params.get(kSmoothingParam))); }
  /// Whether the result is the exact answer: found on the whole cloud by exact versions.
  bool exact() const;
  /// The same radii and parameters, with exact versions on the whole cloud.
  Job exactCounterpart() const;
  /// The order of the detection's steps.
  Plan plan() const;
  /// The stages that run: those of the plan, and for a detection in tiles those of tiles.
  std::vector<Stage> stages() const;
  /// The version that is chosen: the one named, else the backend's default, or the one for several GPUs where they are asked for. It can be read
  /// after the GPU was lost. Throws like namedVersion.
  const Version& version(Stage stage) const;
  /// The interface to call that version by. Throws like runnable.
  template <Stage stage>
  StageFunction<stage> function() const {
    return runnable(version(stage)).as<stage>();
  }
  Backend standardBackend() const;  ///< `backend`, or, when that is automatic, CUDA where there is a GPU
  /// Whether the CPU takes over after this error of the GPU: it is lost, or has too little memory and was not insisted on.
  bool cpuMayTakeOver(const Error& error) const;
  /// The same job for the CPU: versions of the GPU are replaced by the CPU's defaults.
  Job onCpu() const;
  /// Where the detection must run: on a GPU device as soon as one of its versions needs one; CPU versions run there too.
  Backend deviceBackend() const;
  /// Whether several GPUs, or parts on them, are asked for (compute/core/gpu_params.h).
  bool asksForGpus() const;
  /// Whether versions divide the cloud among GPUs themselves, so that none needs all of it.
  bool dividesAmongGpus() const;
  /// `filter` less the points that edits in force call noise: what a detection's cloud is made with.
  Filter inputFilter() const;
  /// Whether the two give the same detection: all except links, resamples, the version of stage knn, and edits that are not in force.
  bool detectsLike(const Job& other) const;
  friend bool operator==(const Job&, const Job&) = default;
};

/// A device that can run the job, with its number of threads. Throws like runnable and makeCudaDevice.
std::unique_ptr<Device> makeDevice(const Job& job);
using DeviceMaker = std::function<std::unique_ptr<Device>(const Job&)>;
/// Calls `work` with the job. Where a GPU fails at it and Job::cpuMayTakeOver allows it, tells of the error and calls `work` again with Job::onCpu().
/// `used` begins as the backend that the job wants; `work` sets it to that of its device.
void orOnCpu(const Job& job, const std::function<void(const Error&)>& cpuTakesOver, const std::function<void(const Job&, Backend& used)>& work);

/// Job parameters, then those of all versions of the catalogue, then those of resamples and links, each once: what session files are made from.
std::vector<const ParamInfo*> allParameters();

}  // namespace arete
