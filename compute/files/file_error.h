// What the system says about a file, as the program's error.
#pragma once

#include <filesystem>
#include <string_view>

namespace arete {

/// Throws Error(io): `what` could not be done to the file, with the system's reason for `error` (an errno) and what to do about it.
[[noreturn]] void failFile(std::string_view what, const std::filesystem::path& path, int error);

/// Whether the system would take it for another name: it ends names at the first NUL.
bool hasNul(const std::filesystem::path& path);
/// Throws Error(badInput): `what` cannot be done to a file of such a name.
void checkName(std::string_view what, const std::filesystem::path& path);

}  // namespace arete
