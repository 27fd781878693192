// Edits as a list of operations, in session files and in files of their own:
//   do             the operation (compute/edit/edit.h, its id)
//   nodes          [[x, y …] …]: where what it touches is, file coordinates
//   numbers        [n …]: a number for each of these, a hint that tells nodes at one place apart; may be missing
//   edges          [[0, 1] …]: pairs of these nodes, counted from 0
//   to             [x, y …]
//   length, reach  in units of the cloud
//   way            "straight" (also where it is missing), "density"
//   pinned, in_force  true; missing: false
// What an operation does not need is left out. A file of edits is {"format": "arete edits", "version": 1, "edits": [ … ]}.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <filesystem>
#include <string>
#include <vector>

#include "compute/edit/edit.h"

namespace arete {

nlohmann::ordered_json editsJson(const EditList& edits);

/// Throws Error(badInput) whose where() is "[2].nodes" and reason() what is expected there. Unknown keys go into `unknown`.
EditList editsFromJson(const nlohmann::ordered_json& json, std::vector<std::string>& unknown);

struct EditFile {
  EditList edits;
  std::vector<std::string> warnings;
};
/// Throws Error(badInput) naming the file and the key; Error(io) when it cannot be read.
EditFile readEdits(const std::filesystem::path& path);
/// All or nothing. Returns warnings. Throws Error(io).
std::vector<std::string> writeEdits(const std::filesystem::path& path, const EditList& edits);

}  // namespace arete
