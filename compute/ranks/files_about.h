// What the heads of files say, found out by all ranks together before a point is read.
#pragma once

#include <filesystem>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "compute/io/read_cloud.h"
#include "compute/parts/ranks.h"

namespace arete::ranks {

struct FileAbout {
  uint64_t bytes = 0;
  uint64_t rows = 0;    ///< where these can be read from anywhere
  bool byRows = false;  ///< else the file is read whole, by one rank
  int dimension = 0;    ///< 0: known when the file is read
  std::string format, crs;
  std::vector<std::string> warnings;
};

/// Of each file, the same on all ranks. `byRows`: false where all are to be read whole, as their attributes are needed. Throws one Error, on all
/// ranks, that names the files that cannot be read: those that cannot be opened, are cut off, or have another dimension than the first. Throws
/// Cancelled.
std::vector<FileAbout> aboutFiles(std::span<const std::filesystem::path> files, const ReadOptions& options, bool byRows, parts::Ranks& ranks,
                                  const std::stop_token& stop);

}  // namespace arete::ranks
