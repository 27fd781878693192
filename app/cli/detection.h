// What detect and replay share: running a job to its end with progress, and the files and the summary that come out of it.
#pragma once

#include <CLI/CLI.hpp>

#include <memory>
#include <stop_token>
#include <string>

#include "compute/engine/frame.h"

namespace arete::cli {

/// -o, --format, --chosen, --report, --reference and what belongs to them.
class OutputFlags {
 public:
  void add(CLI::App& app);
  /// Throws Error when a format is unknown or a folder is not there: before the work, not after it.
  void check() const;
  /// Reads the reference, prints the summary and writes the files.
  void deliver(const Frame& frame) const;

 private:
  struct Given {
    std::string curve, format, chosen, report, reference;
    double sigma = 0, tolerance = 0;
  };
  std::shared_ptr<Given> given_ = std::make_shared<Given>();
};

/// Runs to the end (or kMaxIterationsParam). Where R1 is not set it is suggested from the cloud, with a line on standard error.
std::shared_ptr<const Frame> detect(const PointCloud& cloud, Job job, std::stop_token stop);

}  // namespace arete::cli
