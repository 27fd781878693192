// What the heads of files say, found out by all ranks together before a point is read.
#pragma once

#include <filesystem>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "compute/chains/parts/ranks.h"
#include "compute/io/file_heads.h"

namespace arete::ranks {

using FileAbout = FileHead;

struct FilesAbout {
  std::vector<std::filesystem::path> files;
  std::vector<FileAbout> heads;  ///< of each
  std::vector<BadFile> leftOut;
};

/// The same on all ranks. `byRows`: false where all are to be read whole, as their attributes are needed. Files that cannot be opened, are cut off,
/// or have another dimension than the first are left out where the options say so and others are left; else throws one Error, on all ranks, that
/// names them. Throws Cancelled.
FilesAbout aboutFiles(std::span<const std::filesystem::path> files, const ReadOptions& options, bool byRows, parts::Ranks& ranks,
                      const std::stop_token& stop);

}  // namespace arete::ranks
