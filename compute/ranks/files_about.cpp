#include "compute/ranks/files_about.h"

#include <nlohmann/json.hpp>

#include "compute/core/error.h"
#include "compute/files/open_file.h"

namespace arete::ranks {

namespace fs = std::filesystem;
using Json = nlohmann::json;

namespace {

FileAbout aboutFile(const fs::path& path, const ReadOptions& options, bool byRows, const std::stop_token& stop) {
  if (byRows) return headOf(path, options, stop);
  openToRead(path, "cannot open this file");
  FileAbout about;
  about.bytes = fs::file_size(path);
  return about;
}

Json toJson(const FileAbout& about) {
  return {{"bytes", about.bytes},   {"rows", about.rows}, {"byRows", about.byRows},    {"dimension", about.dimension},
          {"format", about.format}, {"crs", about.crs},   {"warnings", about.warnings}};
}

FileAbout fromJson(const Json& json) {
  FileAbout about;
  about.bytes = json["bytes"], about.rows = json["rows"], about.byRows = json["byRows"], about.dimension = json["dimension"];
  about.format = json["format"], about.crs = json["crs"], about.warnings = json["warnings"].get<std::vector<std::string>>();
  return about;
}

std::string dump(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

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
  std::vector<BadFile> bad;
  for (size_t i = 0; i < files.size(); ++i) {
    const Json& each = told[i % ranks.size()][i / ranks.size()];
    if (each.contains("error")) bad.push_back({files[i], each["error"]});
    else all[i] = fromJson(each);
  }
  const std::vector<BadFile> unlike = unlikeTheFirst(files, all);
  bad.insert(bad.end(), unlike.begin(), unlike.end());
  if (!bad.empty()) refuseFiles(bad);
  return all;
}

}  // namespace arete::ranks
