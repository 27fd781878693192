// A `.arete` file: which cloud, what to compute and how it is shown, so that work can continue where it stopped and results can be repeated.
// JSON of at most 64 MB, nested at most 64 deep:
//   format "arete session", version 1, or 2 where there are edits, program
//   cloud  {file, bytes, hash}: the path relative to the session file; size and hash tell whether the file has changed since
//   more_clouds  [{file, bytes, hash}]: files that are read after it as one cloud
//   read   how the cloud was read; only what was not detected from the file
//   job    {backend, versions {stage: id}, version_files [{version, file, hash}] (session_versions.h), parameters {id: text}, filter, edits}: see
//   compute/io/filter_json.h and edit_json.h view   any JSON value, kept unchanged: it belongs to the window step   history position, or "end"
//   result_hash  hash of the finished detection, if known
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compute/core/error.h"
#include "compute/engine/job.h"
#include "compute/io/json_file.h"
#include "compute/io/read_cloud.h"

namespace arete {

struct SessionFile {
  static constexpr uint32_t kEnd = UINT32_MAX;

  std::filesystem::path cloud;                    ///< as it can be opened; empty when nothing is open
  std::vector<std::filesystem::path> moreClouds;  ///< read after it, as one cloud
  ReadOptions read;
  Job job;
  std::string view;        ///< JSON text; "" for none
  uint32_t step = kEnd;    ///< history position
  std::string resultHash;  ///< Frame::hash of the finished detection; "" when not known

  /// All that are read, in their order.
  std::vector<std::filesystem::path> files() const;
};

struct LoadedSession {
  SessionFile session;
  std::vector<std::string> warnings;  ///< one sentence each: unknown keys, a cloud that has changed or is missing
};

/// The text is not that of a session: it was cut off or overwritten, and no version of Arete will open it.
using DamagedSession = DamagedJson;

/// Throws Error(badInput), DamagedSession among them, naming the file, the key and what is allowed there; Error(io) when it cannot be
/// read. A missing cloud is only a warning here; opening it tells more.
LoadedSession readSession(const std::filesystem::path& path);
/// The same from its text; the cloud is looked for in the folder of `path`.
LoadedSession readSession(const std::filesystem::path& path, std::string_view text);

/// The clouds that a session names; nothing when the file is no session, names none or cannot be read.
std::vector<std::filesystem::path> cloudsOfSession(const std::filesystem::path& path);

/// All or nothing (compute/files/atomic_file.h). Returns warnings. Throws Error(io); Error(wrongUse) when `view` is not JSON or the cloud's name
/// is not UTF-8.
std::vector<std::string> writeSession(const std::filesystem::path& path, const SessionFile& session);

}  // namespace arete
