// The text of a session, for those who keep it elsewhere than in a file.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "compute/io/session_file.h"

namespace arete {

/// What writeSession() writes into `path`, with the names of clouds as they are from there. What it warns of goes to `warnings`. Throws
/// Error(wrongUse) as it does.
std::string sessionText(const std::filesystem::path& path, const SessionFile& session, std::vector<std::string>& warnings);

}  // namespace arete
