// Opens files for reading, and says why one cannot be.
#pragma once

#include <filesystem>
#include <fstream>
#include <string_view>

namespace arete {

/// A regular file. Throws Error(io) with `what` could not be done, the reason that the system gives, and what to do.
std::ifstream openToRead(const std::filesystem::path& path, std::string_view what);

}  // namespace arete
