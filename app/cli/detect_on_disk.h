// detect --max-memory: a cloud that need not fit into memory.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "app/cli/detection.h"
#include "app/cli/param_flags.h"
#include "compute/core/cloud_facts.h"
#include "compute/io/file_stream.h"
#include "compute/io/read_cloud.h"
#include "compute/stages/streamed_points.h"
#include "compute/stages/suggest_radius.h"

namespace arete::cli {

class MemoryFlags {
 public:
  void add(CommandApp& app);
  bool given() const;
  /// 0: not given.
  uint64_t allowed_bytes() const;
  /// Throws Error(wrongUse) for what needs the points in memory: `what` cannot be done.
  static void check(const Job& job, std::string_view what = "cannot detect within bounded memory");
  struct OnDisk;
  using Reading = std::function<void(const ReadProgress&)>;
  /// The files, looked through, and what chooses and evolves those of their points on disk that the job's filter keeps. `job`: checked, with its
  /// filter. `scratch`: where they are kept unless --scratch says. Throws what FileStream and checkJob() throw.
  OnDisk open(std::span<const std::filesystem::path> files, const ReadOptions& read, Job job, const std::filesystem::path& scratch,
              const Reading& progress, const std::stop_token& stop) const;
  /// The detection, with the points on disk. `job`: checked.
  void run(std::span<const std::filesystem::path> files, const ReadOptions& read, Job job, const OutputFlags& output,
           const CheckpointFlags& checkpoints, std::stop_token stop) const;

 private:
  struct Given {
    std::string scratch;
    ParamFlags memory;
  };
  std::shared_ptr<Given> given_ = std::make_shared<Given>();
};

/// All that a detection decides by, besides the points.
CloudFacts factsOf(const PointStream& points, const std::stop_token& stop);
/// The R1 that these points suggest in memory.
RadiusSuggestion suggestedBy(const PointStream& points, const CloudFacts& facts, const Job& job, const std::stop_token& stop);

struct MemoryFlags::OnDisk {
  std::unique_ptr<FileStream> stream;  ///< which `points` reads
  Job job;                             ///< with the versions that can
  CloudFacts facts;
  std::optional<RadiusSuggestion> suggested;  ///< where the job had no R1; then `job` has it
  std::shared_ptr<StreamedPoints> points;

  /// What the reader had to say of the file.
  std::vector<std::string> warnings() const;
};

}  // namespace arete::cli
