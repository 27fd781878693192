// What the heads of files say, found out by all ranks together before a point is read.
#pragma once

#include <filesystem>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "compute/io/file_heads.h"
#include "compute/parts/ranks.h"

namespace arete::ranks {

using FileAbout = FileHead;

/// Of each file, the same on all ranks. `byRows`: false where all are to be read whole, as their attributes are needed. Throws one Error, on all
/// ranks, that names the files that cannot be read: those that cannot be opened, are cut off, or have another dimension than the first. Throws
/// Cancelled.
std::vector<FileAbout> aboutFiles(std::span<const std::filesystem::path> files, const ReadOptions& options, bool byRows, parts::Ranks& ranks,
                                  const std::stop_token& stop);

}  // namespace arete::ranks
