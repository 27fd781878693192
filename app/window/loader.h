// Reads a cloud on a separate thread, with progress, a sample of the points meanwhile, and cancel. The last request wins; the
// caller keeps its cloud until the new one is complete.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "compute/core/worker.h"
#include "compute/filter/filter.h"
#include "compute/io/read_cloud.h"
#include "compute/network/radius/suggest_radius.h"
#include "compute/ondisk/disk_detection.h"
#include "render/cloud_points.h"

namespace arete {

using Paths = std::vector<std::filesystem::path>;

struct LoadedCloud {
  std::filesystem::path path;
  CloudFile file;
  RadiusSuggestion suggested;
  std::shared_ptr<CloudPoints> points = nullptr;      ///< made ready to draw on the axes it opens with; may be nullptr
  ReadOptions read = {};                              ///< it was read with
  std::vector<std::filesystem::path> morePaths = {};  ///< read after it, as one cloud
  std::optional<Filter> filter = {};                  ///< that it is to be shown with; not set: that of the session
  std::shared_ptr<PointsElsewhere> elsewhere = {};    ///< all points, where they stay on the disk and `file` has some of them
};

/// A sample of the points read so far, ready to draw.
struct LoadSample {
  PointCloud cloud;
  std::shared_ptr<CloudPoints> points;
};

class Loader {
 public:
  using Done = std::function<void(LoadedCloud)>;

  struct Progress {
    ReadProgress read;
    double seconds = 0;   ///< since the start
    bool parsed = false;  ///< all points are there; they are made ready to draw
    /// Share of the file that is read, 0…1.
    double fraction() const { return read.bytesTotal > 0 ? double(read.bytesDone) / double(read.bytesTotal) : 0; }
    /// "12.3 of 80 MB · 1.2 million points · 4 s left"
    std::string text() const;
  };

  /// One of both is called as by Worker, once for each request that was neither cancelled nor superseded.
  Loader(Done done, Worker::Failed failed, Post post);

  /// How much memory points may take, 0: what the machine has free; those of larger files stay on the disk. From the next start on.
  void setMemory(DiskOptions memory) { memory_ = std::move(memory); }
  /// Stops reading the previous file.
  void start(std::vector<std::filesystem::path> files, ReadOptions options, std::optional<Filter> filter);
  void cancel() { worker_.cancel(); }
  Progress progress() const;
  /// The newest sample that was not taken yet.
  std::optional<LoadSample> takeSample();

 private:
  LoadedCloud load(const std::vector<std::filesystem::path>& files, const ReadOptions& options, const DiskOptions& memory,
                   const std::stop_token& stop);

  const Done done_;
  DiskOptions memory_;
  mutable std::mutex mutex_;
  Progress progress_;  ///< these two of the newest request
  std::optional<LoadSample> sample_;
  Worker worker_;  ///< last: its thread ends before the rest goes
};

}  // namespace arete
