#include "compute/io/session_versions.h"

#include <fstream>
#include <nlohmann/json.hpp>

#include "compute/core/error.h"
#include "compute/files/file_error.h"
#include "compute/files/fingerprint.h"
#include "compute/files/open_file.h"
#include "compute/io/json_file.h"
#include "compute/text/printable.h"

namespace arete {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

static const Version* userRow(std::string_view id) {
  for (const Version& version : catalog())
    if (version.ofUser && version.id == id) return &version;
  return nullptr;
}

bool NamedVersionFile::isKnown() const { return userRow(id) != nullptr; }

std::string NamedVersionFile::change() const {
  const Version* const known = userRow(id);
  const std::optional<Fingerprint> present = known != nullptr ? std::optional(fingerprintOf(known->text)) : fingerprint(file);
  if (!present) return "the version file '" + printable(file.string()) + "' is missing or cannot be read";
  return present->hash == hash ? "" : "the version '" + printable(id) + "' is another one than when the session was saved";
}

Json versionFilesJson(const Job& job, const fs::path& folder) {
  Json list = Json::array();
  for (const std::string& id : job.versionIds) {
    const Version* const version = userRow(id);
    if (version == nullptr) continue;
    std::error_code error;
    const fs::path file = fs::absolute(version->source, error), relative = fs::relative(file, folder, error);
    list.push_back({{"version", id}, {"file", (relative.empty() ? file : relative).generic_string()}, {"hash", fingerprintOf(version->text).hash}});
  }
  return list;
}

std::vector<NamedVersionFile> versionFilesFrom(const Json& list, const fs::path& folder) {
  std::vector<NamedVersionFile> files;
  if (!list.is_array()) return files;
  for (const Json& each : list) {
    const auto text = [&](const char* key) {
      return each.is_object() && each.contains(key) && each[key].is_string() ? each[key].get<std::string>() : "";
    };
    const std::string id = text("version"), file = text("file");
    if (id.empty() || file.empty() || hasNul(file)) continue;
    files.push_back({id, (folder / file).lexically_normal(), text("hash")});
  }
  return files;
}

/// By its beginning: clouds may be large, GeoJSON too, and whoever opens a pipe takes from it.
static bool beginsAsSession(const fs::path& path) {
  constexpr size_t kBeginning = 256;
  std::error_code error;
  if (!fs::is_regular_file(path, error)) return false;
  std::ifstream file = openToRead(path, "cannot read the session");
  std::string text(kBeginning, '\0');
  file.read(text.data(), std::streamsize(text.size()));
  text.resize(size_t(file.gcount()));
  return text.starts_with('{') && text.find("\"arete session\"") != text.npos;
}

std::vector<NamedVersionFile> versionFilesOfSession(const fs::path& session) {
  try {
    if (!beginsAsSession(session)) return {};
    const Json json = parseJson(session, readJsonText(session, "cannot read the session"), "cannot read the session", "it is no JSON");
    if (!json.is_object() || !json.contains("job") || !json["job"].is_object() || !json["job"].contains("version_files")) return {};
    return versionFilesFrom(json["job"]["version_files"], session.parent_path());
  } catch (const Error&) {
    return {};
  }
}

}  // namespace arete
