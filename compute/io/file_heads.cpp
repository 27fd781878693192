#include "compute/io/file_heads.h"

#include <algorithm>
#include <optional>

#include "compute/core/error.h"
#include "compute/files/disk_file.h"
#include "compute/files/open_file.h"
#include "compute/io/join_files.h"
#include "compute/io/read/spool.h"
#include "compute/io/read/stream_rows.h"

namespace arete {

namespace fs = std::filesystem;

/// Rows from the end on are none: the reader looks at the head alone and says how many there are.
FileHead headOf(const fs::path& path, const ReadOptions& options, const std::stop_token& stop) {
  openToRead(path, "cannot open this file");  // explains best why it cannot be opened
  FileHead head{.bytes = fs::file_size(path), .rows = 0, .byRows = false, .dimension = 0, .columnBytes = 0, .format = {}, .crs = {}, .warnings = {}};
  const DiskFile file = DiskFile::openToRead(path);
  bool cameAnyway = false;
  const auto take = [&](std::span<const double> rows, size_t dimension, uint64_t) {
    cameAnyway = cameAnyway || !rows.empty();  // from a small text
    head.dimension = int(dimension);
  };
  try {
    const CloudFile known = streamRows({file, UINT64_MAX, false, take, UINT64_MAX, true}, path, options, stop, {});
    head.rows = known.pointsInFile, head.format = known.format, head.crs = known.crs.definition, head.warnings = known.warnings;
    head.byRows = !cameAnyway;
    RowStreaming firstRow{file, 0, true, {}, 1, true};
    firstRow.takeAll = [&](std::span<const double>, size_t dimension, uint64_t, std::span<const Attribute> columns) {
      head.dimension = int(dimension);
      head.columnBytes = bytesOfEach(columns);
    };
    if (head.byRows && head.rows > 0) streamRows(firstRow, path, options, stop, {});
  } catch (const NeedsWhole&) {
    head.byRows = false;
  }
  if (!head.byRows) head.rows = 0, head.dimension = 0, head.columnBytes = 0, head.warnings.clear();
  return head;
}

std::vector<BadFile> unlikeTheFirst(std::span<const fs::path> files, std::span<const FileHead> heads) {
  std::vector<BadFile> unlike;
  int dimension = 0;
  for (size_t i = 0; i < files.size(); ++i) {
    if (heads[i].rows == 0) continue;
    if (dimension == 0) dimension = heads[i].dimension;
    try {
      checkJoinedDimension(files[i], heads[i].dimension, dimension);
    } catch (const Error& error) {
      unlike.push_back({files[i], error.where() + ": " + error.reason()});
    }
  }
  return unlike;
}

std::string listOf(std::span<const BadFile> bad) {
  constexpr size_t kNamed = 20;
  std::string text;
  for (size_t i = 0; i < std::min(bad.size(), kNamed); ++i) text += (i == 0 ? "" : "\n  ") + bad[i].reason;
  if (bad.size() > kNamed) text += "\n  and " + std::to_string(bad.size() - kNamed) + " more";
  return text;
}

void refuseFiles(std::span<const BadFile> bad) {
  throw Error(ErrorKind::badInput, bad.size() == 1 ? "cannot read a file" : "cannot read " + std::to_string(bad.size()) + " files", "", listOf(bad),
              "no point was read; repair them, or leave them out");
}

std::string SoundFiles::warning() const {
  if (leftOut.empty()) return "";
  const size_t all = files.size() + leftOut.size();
  return std::to_string(leftOut.size()) + " of " + std::to_string(all) + " files left out:\n  " + listOf(leftOut);
}

SoundFiles soundFiles(std::span<const fs::path> files, const ReadOptions& options, const std::stop_token& stop) {
  SoundFiles found{{files.begin(), files.end()}, {}};
  if (files.size() < 2) return found;
  std::vector<FileHead> heads(files.size());
  std::optional<Error> first;
  for (size_t i = 0; i < files.size(); ++i) {
    if (stop.stop_requested()) throw Cancelled{};
    if (namesPipe(files[i])) continue;
    try {
      heads[i] = headOf(files[i], options, stop);
    } catch (const Error& error) {
      if (!first) first = error;
      found.leftOut.push_back({files[i], error.where() + ": " + error.reason()});
    }
  }
  const std::vector<BadFile> unlike = unlikeTheFirst(files, heads);
  found.leftOut.insert(found.leftOut.end(), unlike.begin(), unlike.end());
  if (found.leftOut.empty()) return found;
  if (!options.skipBadFiles || found.leftOut.size() == files.size()) {
    if (found.leftOut.size() == 1 && first) throw *first;
    refuseFiles(found.leftOut);
  }
  leaveOut(found.leftOut, found.files);
  return found;
}

void leaveOut(std::span<const BadFile> bad, std::vector<fs::path>& files) {
  std::erase_if(files, [&](const fs::path& file) { return std::ranges::find(bad, file, &BadFile::path) != bad.end(); });
}

Crs crsOfFile(const std::filesystem::path& path, const ReadOptions& options, const std::stop_token& stop) {
  if (options.crs) return *options.crs;
  std::error_code error;
  if (path.extension() == ".arete" || !std::filesystem::is_regular_file(path, error)) return {};
  const FileHead head = headOf(path, options, stop);
  if (head.byRows && !head.crs.empty()) return {head.crs};
  return readCloud(path, options, stop).crs;
}

}  // namespace arete
