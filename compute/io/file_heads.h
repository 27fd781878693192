// What the heads of files say, before a point of them is read: so that of many files all bad ones are known at once, whoever reads them.
#pragma once

#include <filesystem>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "compute/io/read_cloud.h"

namespace arete {

struct FileHead {
  uint64_t bytes = 0;
  uint64_t rows = 0;       ///< where these can be read from anywhere
  bool byRows = false;     ///< else the file is read whole
  int dimension = 0;       ///< 0: known when the file is read
  size_t columnBytes = 0;  ///< of each point in memory, besides coordinates, where rows can be read
  std::string format, crs;
  std::vector<std::string> warnings;
};

/// Throws what reading the file throws, as far as its head tells: it cannot be opened, is cut off, is of no known format. Throws Cancelled.
FileHead headOf(const std::filesystem::path& path, const ReadOptions& options, const std::stop_token& stop);

/// The coordinate system of a file, as reading it would find it: what the options say, else what its head says; where that is not enough the file is
/// read. Not known of sessions, and of what can be read only once. Throws as readCloud().
Crs crsOfFile(const std::filesystem::path& path, const ReadOptions& options, const std::stop_token& stop);

/// Those whose points have another number of coordinates than those of the first file that has points; `heads` of all `files`, in their order.
std::vector<BadFile> unlikeTheFirst(std::span<const std::filesystem::path> files, std::span<const FileHead> heads);

/// Up to twenty lines, then how many more.
std::string listOf(std::span<const BadFile> bad);

/// Throws one Error(badInput) that names them.
[[noreturn]] void refuseFiles(std::span<const BadFile> bad);

struct SoundFiles {
  std::vector<std::filesystem::path> files;
  std::vector<BadFile> leftOut;

  /// What a user should know; "" where nothing is left out.
  std::string warning() const;
};

/// The files that can be read, as far as their heads tell. A single file, and files that can be read only once, are returned unread. Bad files are
/// left out where the options say so and others remain; else throws one Error that names them, for a single one its own. Throws Cancelled.
SoundFiles soundFiles(std::span<const std::filesystem::path> files, const ReadOptions& options, const std::stop_token& stop);

/// Takes these out of a list.
void leaveOut(std::span<const BadFile> bad, std::vector<std::filesystem::path>& files);

}  // namespace arete
