#include "compute/ranks/files_about.h"

#include <nlohmann/json.hpp>

#include "compute/core/error.h"

namespace arete::ranks {

namespace fs = std::filesystem;
using Json = nlohmann::json;

namespace {

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

FilesAbout aboutFiles(std::span<const fs::path> files, const ReadOptions& options, bool byRows, parts::Ranks& ranks, const std::stop_token& stop) {
  Json own = Json::array();
  for (size_t i = ranks.rank(); i < files.size(); i += ranks.size()) {
    if (stop.stop_requested()) throw Cancelled{};
    try {
      own.push_back(toJson(headOf(files[i], options, stop)));
    } catch (const Error& error) {
      own.push_back({{"error", error.where() + ": " + error.reason()}});
    }
  }
  std::vector<Json> told;
  for (const std::string& each : ranks.fromAll(dump(own))) told.push_back(Json::parse(each));
  FilesAbout found{{files.begin(), files.end()}, std::vector<FileAbout>(files.size()), {}};
  for (size_t i = 0; i < files.size(); ++i) {
    const Json& each = told[i % ranks.size()][i / ranks.size()];
    if (each.contains("error")) found.leftOut.push_back({files[i], each["error"]});
    else found.heads[i] = fromJson(each);
  }
  const std::vector<BadFile> unlike = unlikeTheFirst(files, found.heads);
  found.leftOut.insert(found.leftOut.end(), unlike.begin(), unlike.end());
  if (!found.leftOut.empty() && (!options.skipBadFiles || found.leftOut.size() == files.size())) refuseFiles(found.leftOut);
  for (const BadFile& bad : found.leftOut)
    for (size_t i = found.files.size(); i-- > 0;)
      if (found.files[i] == bad.path) found.files.erase(found.files.begin() + ptrdiff_t(i)), found.heads.erase(found.heads.begin() + ptrdiff_t(i));
  if (!byRows)
    for (FileAbout& each : found.heads) each.byRows = false, each.rows = 0, each.dimension = 0, each.warnings.clear();
  return found;
}

}  // namespace arete::ranks
