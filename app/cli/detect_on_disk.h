// detect --max-memory: a cloud that need not fit into memory.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "app/cli/detection.h"
#include "app/cli/param_flags.h"
#include "compute/core/cloud_facts.h"
#include "compute/filter/filter.h"
#include "compute/io/file_stream.h"
#include "compute/io/read_cloud.h"
#include "compute/stages/streamed_points.h"

namespace arete::cli {

class MemoryFlags {
 public:
  void add(CommandApp& app);
  bool given() const;
  /// Throws Error(wrongUse) for what needs the points in memory.
  void check(const Job& job, std::span<const std::filesystem::path> files, const Filter& filter) const;
  struct OnDisk;
  using Reading = std::function<void(const ReadProgress&)>;
  /// The file, looked through once, and what chooses and evolves its points on disk. `job`: checked. `scratch`: where they are kept unless --scratch
  /// says.
  OnDisk open(const std::filesystem::path& file, const ReadOptions& read, Job job, const std::filesystem::path& scratch, const Reading& progress,
              const std::stop_token& stop) const;
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

struct MemoryFlags::OnDisk {
  std::unique_ptr<FileStream> stream;  ///< which `points` reads
  Job job;                             ///< with the versions that can
  CloudFacts facts;
  std::shared_ptr<StreamedPoints> points;

  /// What the reader had to say of the file.
  std::vector<std::string> warnings() const;
};

}  // namespace arete::cli
