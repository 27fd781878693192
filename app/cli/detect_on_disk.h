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
#include "compute/io/read_cloud.h"
#include "compute/ondisk/disk_detection.h"

namespace arete::cli {

class MemoryFlags {
 public:
  void add(CommandApp& app);
  bool given() const;
  /// 0: not given.
  uint64_t allowed_bytes() const;
  /// Throws Error(wrongUse) for flags that mean nothing without --max-memory.
  void check() const;
  /// --store; "": not given.
  std::filesystem::path store() const { return given_->store; }
  struct OnDisk;
  using Reading = std::function<void(const ReadProgress&)>;
  /// The files, looked through, and what chooses and evolves those of their points on disk that the job's filter keeps. `job`: checked, with its
  /// filter. `scratch`: where they are kept unless --scratch says. Throws what fileDetection() throws.
  OnDisk open(std::span<const std::filesystem::path> files, const ReadOptions& read, Job job, const std::filesystem::path& scratch,
              const Reading& progress, const std::stop_token& stop) const;
  /// The detection, with the points on disk. `job`: checked.
  void run(std::span<const std::filesystem::path> files, const ReadOptions& read, Job job, const OutputFlags& output,
           const CheckpointFlags& checkpoints, std::stop_token stop) const;

 private:
  struct Given {
    std::string scratch, store;
    ParamFlags memory;
  };
  std::shared_ptr<Given> given_ = std::make_shared<Given>();
};

struct MemoryFlags::OnDisk : FileDetection {
  /// What the reader had to say of the files.
  std::vector<std::string> warnings() const;
};

}  // namespace arete::cli
