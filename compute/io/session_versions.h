// Files with versions of users that a session names. A session never loads them: whoever opens it asks its user first.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "compute/engine/job.h"

namespace arete {

struct NamedVersionFile {
  std::string id;              ///< "evolve.mine.mine"
  std::filesystem::path file;  ///< as it can be opened
  std::string hash;            ///< of its text when the session was saved (compute/files/fingerprint.h)

  /// Whether the catalogue has a version of this id, from whatever text.
  bool isKnown() const;
  /// "" where the known version, or else the file, has that text; else a sentence.
  std::string change() const;
};

/// What goes into a job's "version_files": a list, empty where no version of a user is chosen. Paths are relative to `folder`.
nlohmann::ordered_json versionFilesJson(const Job& job, const std::filesystem::path& folder);
/// From there; what is no such list is nothing.
std::vector<NamedVersionFile> versionFilesFrom(const nlohmann::ordered_json& list, const std::filesystem::path& folder);
/// Those of a session or preset; nothing when it cannot be read.
std::vector<NamedVersionFile> versionFilesOfSession(const std::filesystem::path& session);

}  // namespace arete
