// Detections of files whose points stay on the disk: what the command line, Python and the window make of --max-memory.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "compute/chains/paged/detection_needs.h"
#include "compute/engine/points_elsewhere.h"
#include "compute/io/file_stream.h"
#include "compute/network/radius/suggest_radius.h"

namespace arete {

struct DiskOptions {
  uint64_t allowed_bytes = 0;          ///< for the whole program
  std::filesystem::path scratch = {};  ///< where points are kept meanwhile
  std::filesystem::path store = {};    ///< fileDetection(): where the sorted points are kept for the next one
  bool everyStep = false;              ///< S of every iteration will be asked for: then nothing is gained by parts that run ahead of each other
};

/// Throws Error(wrongUse) for what needs the points in memory: `what` cannot be done.
void checkOnDisk(const Job& job, std::string_view what = "cannot detect within bounded memory");

/// All that a detection decides by, besides the points.
CloudFacts factsOf(const PointStream& points, const std::stop_token& stop);
/// The R1 that these points suggest in memory.
RadiusSuggestion suggestedBy(const PointStream& points, const CloudFacts& facts, const Job& job, const std::stop_token& stop);

struct DiskDetection {
  Job job;  ///< with the versions that can
  CloudFacts facts;
  StepsMaker makeSteps;                            ///< of the points of the stream
  std::optional<RadiusSuggestion> suggested = {};  ///< where the job had no R1; then `job` has it
};

/// `job`: checked, with the filter that `stream` has. The stream must outlive it. Throws what checkJob(), makePagedPoints() and makeNetworkOnDisk()
/// throw.
DiskDetection diskDetection(const PointStream& stream, const Job& job, const DiskOptions& options, const std::stop_token& stop);

/// The same of files, with what the reader had to say of them.
struct FileDetection : DiskDetection {
  CloudFile about = {};                     ///< without points
  std::unique_ptr<FileStream> stream = {};  ///< which the steps read; null where a store has the points
  bool isStored = false;                    ///< there was a store: the points are from it
};

/// Where DiskOptions::store names a store of the same points, with the same R1, the files are not gone through; where it names no file, the points
/// are kept there once they are sorted. `files`: sound (file_heads.h). Throws what FileStream and diskDetection() throw; Error(wrongUse) where the
/// store is of something else, Error(badInput) where it is damaged.
FileDetection fileDetection(std::span<const std::filesystem::path> files, const ReadOptions& read, const Job& job, const DiskOptions& options,
                            const ReadProgressFunction& progress, const std::stop_token& stop);

/// What fileDetection() would do with a store: a sentence. `size`: of the detection.
std::string storeText(std::span<const std::filesystem::path> files, const ReadOptions& read, const Job& job, const std::filesystem::path& store,
                      const DetectionSize& size);

/// How much may be taken for points on the disk where files have too many for memory: `asked_bytes`, or where that is 0 half of what the machine has
/// free; nothing where all that their heads tell of fits. `besides`: bytes that a program needs for each point besides detecting.
std::optional<uint64_t> boundFor(std::span<const std::filesystem::path> files, const ReadOptions& read, uint64_t asked_bytes, uint64_t free_bytes,
                                 size_t besides, const std::stop_token& stop);

/// Files for the window: looked through once, and again for each other filter.
class FilesOnDisk final : public PointsElsewhere {
 public:
  using Paths = std::vector<std::filesystem::path>;
  /// Throws what FileStream throws.
  FilesOnDisk(Paths files, const ReadOptions& read, DiskOptions options, const std::stop_token& stop, const ReadProgressFunction& progress);

  uint64_t size() const override { return all_->size(); }
  DetectionElsewhere detection(const Job& job, const std::stop_token& stop, const std::function<void(double)>& progress) override;

  struct Sample {
    CloudFile
        file;  ///< as reading the files gives it, with the bounds of all and some of the points: the coarse levels of COPC, else at equal distances
    RadiusSuggestion suggested;
  };
  /// At most so many points. Goes through all.
  Sample sample(uint32_t most, const std::stop_token& stop) const;

 private:
  const Paths files_;
  const ReadOptions read_;
  DiskOptions options_;
  const std::shared_ptr<const FileStream> all_;
  std::shared_ptr<const FileStream> kept_;  // what a filter keeps of them
  Filter filter_;                           // of `kept_`
};

}  // namespace arete
