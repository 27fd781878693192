// Reads a cloud on a thread of its own, with progress and cancel. The last request wins; who asked keeps what it has until the new
// cloud is complete.
#pragma once

#include <filesystem>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "compute/core/error.h"
#include "compute/io/read_cloud.h"

namespace arete {

struct LoadedCloud {
  std::filesystem::path path;
  CloudFile file;
  double suggestedR1 = 0;  ///< 0: none could be found
};

class Loader {
 public:
  /// Called on the loading thread, once for each request that was neither cancelled nor superseded: one of the two is set.
  using Done = std::function<void(std::optional<LoadedCloud>, std::optional<Error>)>;

  struct Progress {
    ReadProgress read;
    double seconds = 0;  ///< since the start
    /// Share of the file that is read, 0…1.
    double fraction() const { return read.bytesTotal > 0 ? double(read.bytesDone) / double(read.bytesTotal) : 0; }
    /// "12.3 of 80 MB · 1.2 million points · 4 s left"
    std::string text() const;
  };

  explicit Loader(Done done) : done_(std::move(done)) {}

  void start(std::filesystem::path path, ReadOptions options);
  void cancel();
  Progress progress() const;

 private:
  void run(const std::filesystem::path& path, const ReadOptions& options, std::stop_token stop);

  const Done done_;
  mutable std::mutex mutex_;
  Progress progress_;
  std::jthread thread_;  ///< last: joined before the rest goes
};

}  // namespace arete
