// What detect and replay share: running a job to its end with progress, and the files and the summary that come out of it.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "app/cli/measure.h"
#include "app/cli/param_flags.h"
#include "app/cli/path_flags.h"
#include "compute/core/polylines.h"
#include "compute/engine/frame.h"
#include "compute/stages/quality.h"

namespace arete::cli {

/// -o, --format, --chosen, --report, --reference, --compare-exact and what belongs to them.
class OutputFlags {
 public:
  void add(CommandApp& app);
  /// Throws Error when a format is unknown or the reference cannot be read: before the work, not after it.
  void prepare() const;
  /// Runs the job to its end (or to kMaxIterationsParam), writes the files and prints the summary. Where R1 is not set it is suggested
  /// from the cloud, with a line on standard error. Throws Error, Cancelled; then no file is written.
  std::shared_ptr<const Frame> run(const PointCloud& cloud, Job job, std::stop_token stop) const;

 private:
  void deliver(const Frame& frame, std::span<const QualityRow> quality, std::stop_token stop) const;

  struct Given {
    std::string curve, format, chosen, report, reference;
    std::optional<Polylines> truth;
    PathsFlag paths;
    ParamFlags quality;
    bool compareExact = false;
  };
  std::shared_ptr<Given> given_ = std::make_shared<Given>();
};

}  // namespace arete::cli
