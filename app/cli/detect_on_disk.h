// detect --max-memory: a cloud that need not fit into memory.
#pragma once

#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "app/cli/detection.h"
#include "app/cli/param_flags.h"
#include "compute/filter/filter.h"
#include "compute/io/read_cloud.h"

namespace arete::cli {

class MemoryFlags {
 public:
  void add(CommandApp& app);
  bool given() const;
  /// Throws Error(wrongUse) for what needs the points in memory.
  void check(const Job& job, std::span<const std::filesystem::path> files, const Filter& filter) const;
  /// The detection, with the points on disk. `job`: checked.
  void run(const std::filesystem::path& file, const ReadOptions& read, Job job, const OutputFlags& output, const CheckpointFlags& checkpoints,
           std::stop_token stop) const;

 private:
  struct Given {
    std::string scratch;
    ParamFlags memory;
  };
  std::shared_ptr<Given> given_ = std::make_shared<Given>();
};

}  // namespace arete::cli
