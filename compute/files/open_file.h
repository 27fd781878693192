// Opens files for reading, or says why one cannot be opened.
#pragma once

#include <filesystem>
#include <fstream>
#include <string_view>

namespace arete {

/// Opens a regular file. Throws Error(io) with `what` could not be done, the system's reason, and what to do.
std::ifstream openToRead(const std::filesystem::path& path, std::string_view what);

}  // namespace arete
