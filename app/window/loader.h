// Reads a cloud on a thread of its own, with progress, a sample of the points while they come, and cancel. The last request wins; who
// asked keeps what it has until the new cloud is complete.
#pragma once

#include <filesystem>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>

#include "compute/core/error.h"
#include "compute/io/read_cloud.h"
#include "render/cloud_points.h"

namespace arete {

struct LoadedCloud {
  std::filesystem::path path;
  CloudFile file;
  double suggestedR1 = 0;  ///< 0: none could be found
  std::shared_ptr<CloudPoints> points = nullptr;  ///< made ready to draw on the axes it opens with; may be nullptr
};

/// Some of the points that were read so far, ready to draw.
struct LoadSample {
  PointCloud cloud;
  std::shared_ptr<CloudPoints> points;
};

class Loader {
 public:
  /// Called on the loading thread, once for each request that was neither cancelled nor superseded: one of the two is set.
  using Done = std::function<void(uint64_t request, std::optional<LoadedCloud>, std::optional<Error>)>;

  struct Progress {
    ReadProgress read;
    double seconds = 0;  ///< since the start
    bool parsed = false; ///< all points are there; they are made ready to draw
    /// Share of the file that is read, 0…1.
    double fraction() const { return read.bytesTotal > 0 ? double(read.bytesDone) / double(read.bytesTotal) : 0; }
    /// "12.3 of 80 MB · 1.2 million points · 4 s left"
    std::string text() const;
  };

  explicit Loader(Done done) : done_(std::move(done)) {}

  /// Returns the number of the request at once: the thread before is told to stop, and the new one waits for it.
  uint64_t start(std::filesystem::path path, ReadOptions options);
  void cancel() { thread_.request_stop(); }
  Progress progress() const;
  /// The newest sample that was not taken yet.
  std::optional<LoadSample> takeSample();

 private:
  void run(uint64_t request, const std::filesystem::path& path, const ReadOptions& options, std::stop_token stop);
  LoadedCloud load(const std::filesystem::path& path, const ReadOptions& options, const std::stop_token& stop);

  const Done done_;
  uint64_t requests_ = 0;
  mutable std::mutex mutex_;
  Progress progress_;                 ///< these two of the newest request
  std::optional<LoadSample> sample_;
  std::jthread thread_;  ///< last: joined before the rest goes
};

}  // namespace arete
