// Files of one cloud in every format, for bench read.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "compute/core/point_cloud.h"

namespace arete::cli {

/// A folder of its own under the system's temporary one, gone with this object.
class BenchFolder {
 public:
  BenchFolder();
  ~BenchFolder();
  BenchFolder(const BenchFolder&) = delete;
  BenchFolder& operator=(const BenchFolder&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

struct BenchFile {
  std::string what;  ///< e.g. "PLY, float"
  std::filesystem::path path;
};

/// Binary PLY, raw rows, NPY in doubles and text with three decimals; of two and three dimensions also binary PCD and LAS (format 0 with its seven
/// attributes). Throws Error(io) when there is no room.
std::vector<BenchFile> writeBenchFiles(const PointCloud& cloud, const std::filesystem::path& folder);

}  // namespace arete::cli
