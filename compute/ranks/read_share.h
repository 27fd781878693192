// The rows of files that one rank reads.
#pragma once

#include <atomic>
#include <functional>
#include <span>

#include "compute/core/device.h"
#include "compute/ranks/files_about.h"

namespace arete::ranks {

/// Rows of a file, or all of it.
struct FileRows {
  size_t file = 0;
  uint64_t first = 0, end = 0;
  bool whole = false;
};

/// Files cut into shares of about equal bytes, in the order of files and rows: what a rank reads comes after what the ranks before read. A file that
/// is read whole goes to the rank where its middle lies.
std::vector<FileRows> shareOf(std::span<const FileAbout> files, uint32_t rank, uint32_t ranks);

struct Share {
  int dimension = 0;  ///< 0: without points
  LargeVector<double> rows;
  std::vector<Attribute> attributes;  ///< of whole files; NaN where a file does not have it
  uint64_t pointsInFile = 0, nonFinite = 0;
  uint64_t rowsOfFiles = 0;                ///< with those that are no points
  std::vector<uint64_t> leftOut;           ///< which of these are none, from 0, ascending
  std::vector<std::string> warnings, crs;  ///< of files that were read whole, those that name a system
};

/// How many bytes and files of the share have been read; called by one thread.
using ShareProgress = std::function<void(uint64_t bytes, size_t files)>;

/// Threads read pieces of files side by side. `withAttributes`: of files that are read whole. Throws what readCloud throws.
Share readShare(std::span<const std::filesystem::path> files, std::span<const FileAbout> about, const ReadOptions& options, bool withAttributes,
                std::span<const FileRows> share, const StageContext& context, const ShareProgress& progress);

}  // namespace arete::ranks
