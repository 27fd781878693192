// What detect and replay share: running a job to its end with progress, and writing its files and summary.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "app/cli/body_flags.h"
#include "app/cli/checkpoint_flags.h"
#include "app/cli/early_device.h"
#include "app/cli/measure.h"
#include "app/cli/param_flags.h"
#include "app/cli/path_flags.h"
#include "app/cli/progress.h"
#include "compute/core/large_vector.h"
#include "compute/crs/crs.h"
#include "compute/engine/frame.h"
#include "compute/io/read_cloud.h"
#include "compute/io/write_curve.h"
#include "compute/measures/quality/contract.h"
#include "compute/ondisk/disk_detection.h"

namespace arete::cli {

/// What is written and measured of a detection: its curve, or the consensus where there is one.
Curve curveToWrite(const Frame& frame);

/// -o, --format, --chosen, --assignment, --report, --reference, --compare-exact and their companions.
class OutputFlags {
 public:
  void add(CommandApp& app);
  /// Throws Error when a format is unknown or the reference cannot be read: before the work, not after it.
  void prepare() const;
  /// Runs the job to its end (or to kMaxIterationsParam), writes the files and prints the summary. Where R1 is not set it is suggested
  /// from the cloud, with a line on standard error. `crs`: of the cloud; `checkpoints`: prepared. Throws Error, Cancelled; then no file is written.
  std::shared_ptr<const Frame> run(const PointCloud& cloud, Job job, EarlyDevice& device, std::stop_token stop, const Crs& crs = {},
                                   const CheckpointFlags& checkpoints = {}) const;
  /// The same for points that are never all in memory.
  std::shared_ptr<const Frame> runStreamed(const DiskDetection& made, std::stop_token stop, const Crs& crs, const CheckpointFlags& checkpoints) const;
  /// Where the curve goes: "" where it is not written.
  const std::string& curve() const { return given_->curve; }
  /// Of a detection that is made elsewhere. Before it: what can be refused once the cloud is known.
  void checkCloud(int dimension, const Crs& crs) const;
  /// After it: as run().
  void finish(const Frame& frame, Device& device, std::stop_token stop) const;
  /// Files of the cloud that could not be read, for the report.
  void leftOut(std::vector<BadFile> files) const { given_->leftOut = std::move(files); }
  bool comparesExact() const { return given_->compareExact; }
  /// Where the assignment goes: "" where it is not written.
  const std::string& assignment() const { return given_->assignment; }
  /// The point of the cloud with number i is in row rows[i] of the assignment, which has `all`. Without: in row i.
  void setRows(PointList rows, uint64_t all) const { given_->rows = std::move(rows), given_->allRows = all; }
  /// Throws Error(wrongUse) where no assignment can be written of this job.
  void checkAssignment(const Job& job) const;

 private:
  JobRun jobRun(Progress& progress, const CheckpointFlags& checkpoints) const;
  std::shared_ptr<const Frame> finish(std::shared_ptr<const Frame> frame, Device& device, Progress& progress, std::stop_token stop,
                                      const CheckpointFlags& checkpoints) const;
  /// Against the reference, where one is given; how sure a network is, too.
  std::vector<QualityRow> measure(const Frame& frame, const QualityOptions& measures, const StageContext& context) const;
  void deliver(const Frame& frame, std::span<const QualityRow> quality, std::stop_token stop) const;

  struct Given {
    BodyFlags bodies;
    std::string curve, format, chosen, assignment, report, reference;
    PointList rows;
    uint64_t allRows = 0;
    CurveOptions curveOptions;
    std::optional<CurveFile> truth;
    PathsFlag paths;
    ParamFlags quality;
    bool compareExact = false;
    std::vector<BadFile> leftOut;
  };
  std::shared_ptr<Given> given_ = std::make_shared<Given>();
};

}  // namespace arete::cli
