#include "compute/ranks/files_about.h"

#include <nlohmann/json.hpp>

#include "compute/core/error.h"
#include "compute/files/disk_file.h"
#include "compute/files/open_file.h"
#include "compute/io/read/stream_rows.h"

namespace arete::ranks {

namespace fs = std::filesystem;
using Json = nlohmann::json;

namespace {

/// Rows from the end on are none: the reader looks at the head alone and says how many there are.
void askReader(const fs::path& path, const ReadOptions& options, const std::stop_token& stop, FileAbout& about) {
  const DiskFile file = DiskFile::openToRead(path);
  bool cameAnyway = false;
  const auto take = [&](std::span<const double> rows, size_t dimension, uint64_t) {
    cameAnyway = cameAnyway || !rows.empty();  // from a small text
    about.dimension = int(dimension);
  };
  try {
    const CloudFile known = streamRows({file, UINT64_MAX, false, take, UINT64_MAX, true}, path, options, stop, {});
    about.rows = known.pointsInFile, about.format = known.format, about.crs = known.crs.definition, about.warnings = known.warnings;
    about.byRows = !cameAnyway;
    if (about.byRows && about.rows > 0) streamRows({file, 0, true, take, 1, true}, path, options, stop, {});
  } catch (const NeedsWhole&) {
    about.byRows = false;
  }
  if (!about.byRows) about.rows = 0, about.dimension = 0, about.warnings.clear();
}

FileAbout aboutFile(const fs::path& path, const ReadOptions& options, bool byRows, const std::stop_token& stop) {
  openToRead(path, "cannot open this file");  // explains best why it cannot be opened
  FileAbout about{.bytes = fs::file_size(path), .rows = 0, .byRows = false, .dimension = 0, .format = {}, .crs = {}, .warnings = {}};
  if (byRows) askReader(path, options, stop, about);
  return about;
}

Json toJson(const FileAbout& about) {
  return {{"bytes", about.bytes},   {"rows", about.rows}, {"byRows", about.byRows},    {"dimension", about.dimension},
          {"format", about.format}, {"crs", about.crs},   {"warnings", about.warnings}};
}

FileAbout fromJson(const Json& json) {
  return {json["bytes"], json["rows"], json["byRows"], json["dimension"], json["format"], json["crs"], json["warnings"]};
}

std::string dump(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

/// Up to twenty, then how many more.
[[noreturn]] void refuse(const std::vector<std::string>& bad) {
  constexpr size_t kNamed = 20;
  std::string text;
  for (size_t i = 0; i < std::min(bad.size(), kNamed); ++i) text += (i == 0 ? "" : "\n  ") + bad[i];
  if (bad.size() > kNamed) text += "\n  and " + std::to_string(bad.size() - kNamed) + " more";
  throw Error(ErrorKind::badInput, bad.size() == 1 ? "cannot read a file" : "cannot read " + std::to_string(bad.size()) + " files", "", text,
              "no point was read; repair them, or leave them out");
}

}  // namespace

std::vector<FileAbout> aboutFiles(std::span<const fs::path> files, const ReadOptions& options, bool byRows, parts::Ranks& ranks,
                                  const std::stop_token& stop) {
  Json own = Json::array();
  for (size_t i = ranks.rank(); i < files.size(); i += ranks.size()) {
    if (stop.stop_requested()) throw Cancelled{};
    try {
      own.push_back(toJson(aboutFile(files[i], options, byRows, stop)));
    } catch (const Error& error) {
      own.push_back({{"error", error.where() + ": " + error.reason()}});
    }
  }
  std::vector<Json> told;
  for (const std::string& each : ranks.fromAll(dump(own))) told.push_back(Json::parse(each));
  std::vector<FileAbout> all(files.size());
  std::vector<std::string> bad;
  int dimension = 0;
  for (size_t i = 0; i < files.size(); ++i) {
    const Json& each = told[i % ranks.size()][i / ranks.size()];
    if (each.contains("error")) {
      bad.push_back(each["error"]);
      continue;
    }
    all[i] = fromJson(each);
    if (dimension == 0 && all[i].rows > 0) dimension = all[i].dimension;
    if (all[i].rows > 0 && all[i].dimension != dimension)
      bad.push_back(files[i].string() + ": its points have " + std::to_string(all[i].dimension) + " coordinates, those of the files before " +
                    std::to_string(dimension));
  }
  if (!bad.empty()) refuse(bad);
  return all;
}

}  // namespace arete::ranks
