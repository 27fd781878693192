// Reads a cloud on a thread of its own, with progress, a sample of the points while they come, and cancel. The last request wins; who
// asked keeps what it has until the new cloud is complete.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "compute/core/worker.h"
#include "compute/io/read_cloud.h"
#include "compute/stages/suggest_radius.h"
#include "render/cloud_points.h"

namespace arete {

struct LoadedCloud {
  std::filesystem::path path;
  CloudFile file;
  RadiusSuggestion suggested;
  std::shared_ptr<CloudPoints> points = nullptr;  ///< made ready to draw on the axes it opens with; may be nullptr
  ReadOptions read = {};                          ///< it was read with
};

/// Some of the points that were read so far, ready to draw.
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

  /// Both are called as Worker does, once for each request that was neither cancelled nor superseded: one of them.
  Loader(Done done, Worker::Failed failed, Post post);

  /// Ends what is being read before.
  void start(std::filesystem::path path, ReadOptions options);
  void cancel() { worker_.cancel(); }
  Progress progress() const;
  /// The newest sample that was not taken yet.
  std::optional<LoadSample> takeSample();

 private:
  LoadedCloud load(const std::filesystem::path& path, const ReadOptions& options, const std::stop_token& stop);

  const Done done_;
  mutable std::mutex mutex_;
  Progress progress_;  ///< these two of the newest request
  std::optional<LoadSample> sample_;
  Worker worker_;  ///< last: its thread ends before the rest goes
};

}  // namespace arete
